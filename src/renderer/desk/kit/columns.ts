import type { Snippet } from 'svelte'
import type { Said } from './words.ts'

/** Content of a cell: our own words, or the service's. */
export type Cell =
  | string
  | (Said & {
      /** Words of our own after it. */
      readonly note?: string | undefined
      /** It stands there as a state. */
      readonly chip?: 'plain' | 'weak' | 'busy' | 'done' | 'danger'
    })

/** Column of a table, and fact of its open row. */
export interface Column<Row> {
  readonly name: string
  readonly isNumber?: boolean
  /** True if the text must not break across lines. */
  readonly isWhole?: boolean
  /** Is no wider than a line of text, however long its words. */
  readonly isBounded?: boolean
  /** Percent of the table's width; the text is cut off there, in one line. */
  readonly share?: number
  /** Left out where the table is narrow; the open row has it. */
  readonly isMinor?: boolean
  /** Orders two rows by this column; its head is a button for that. */
  readonly compare?: (a: Row, b: Row) => number
  /** Stands in the table alone, or among the facts alone. */
  readonly only?: 'table' | 'facts' | undefined
  readonly cell: (row: Row) => Cell
}

/** Order of a table's rows by one of its shown columns, by its index. */
export interface Order {
  readonly at: number
  readonly isDescending: boolean
}

/** Table with rows to open: one stop of the Tab key, and arrows from row to row. */
export interface TableProps<Row> {
  /** Subject of the table, for a screen reader. */
  label: string
  rows: readonly Row[]
  keyOf: (row: Row) => string
  columns: readonly Column<Row>[]
  /** Index of the column that names the row, and opens it. */
  head?: number
  /** Name of a row that has none. */
  unnamed?: string
  chosen?: string | undefined
  /** Left out if a row opens nothing. */
  onchoose?: ((key: string, row: Row) => void) | undefined
  /** A row opens a dialog. */
  opensDialog?: boolean
  labelOf?: (row: Row) => string
  classOf?: (row: Row) => string
  /** Content beside the name of a row. */
  beside?: Snippet<[Row]>
  /** Content of the last column, a `button.step` or nothing, and the name of that column. */
  step?: { readonly name: string; readonly of: Snippet<[Row]> }
  /** Line across the table before the row of this key; undefined: after the last one. */
  line?: { readonly before: string | undefined; readonly words: string } | undefined
  /** Content of a line before the first row. */
  above?: Snippet | undefined
  /** Key of the row at which the keyboard and the eye begin. */
  start?: string | undefined
  /** Without it the rows stand as they are given. */
  order?: Order
  onorder?: (order: Order) => void
  /** Only as much of it is drawn at first as is looked at. */
  isLong?: boolean
}

/** Known fact of a record. */
export interface Fact extends Said {
  readonly name: string
  /** Words of our own below it. */
  readonly note?: string | undefined
}

/** Lists the facts of a row, without those that have no words. */
export const factsOf = <Row>(columns: readonly Column<Row>[], row: Row): readonly Fact[] =>
  columns
    .filter(({ only }) => only !== 'table')
    .map(({ name, cell }) => {
      const words = cell(row)
      return { name, ...(typeof words === 'string' ? { text: words } : words) }
    })
    .filter(({ text }) => text !== '')
