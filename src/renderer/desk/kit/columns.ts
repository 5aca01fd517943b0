import type { Snippet } from 'svelte'
import type { Said } from './words.ts'

interface CellWords extends Said {
  readonly note?: string | undefined
  readonly chip?: 'plain' | 'weak' | 'busy' | 'done' | 'danger'
}
export type Cell = string | CellWords

/** Returns the words of a cell, with what stands beside them. */
export const wordsOf = (cell: Cell): CellWords => (typeof cell === 'string' ? { text: cell } : cell)

/** Column of a table, and fact of its open row. */
export interface Column<Row> {
  readonly name: string
  readonly isNumber?: boolean
  readonly isWhole?: boolean
  /** Is no wider than a line of text, however long its words. */
  readonly isBounded?: boolean
  /** Percent of the table's width; the text is cut off there, in one line. */
  readonly share?: number
  /** Left out where the table is narrow; the open row has it. */
  readonly isMinor?: boolean
  readonly compare?: (a: Row, b: Row) => number
  readonly only?: 'table' | 'facts' | undefined
  readonly cell: (row: Row) => Cell
}

/** Makes a column that is a fact of the open row alone. */
export const asFact = <Row>(name: string, cell: Column<Row>['cell']): Column<Row> => ({
  name,
  only: 'facts',
  cell,
})
/** Makes a column of numbers, one below the other. */
export const asNumber = <Row>(name: string, cell: Column<Row>['cell']): Column<Row> => ({
  name,
  isNumber: true,
  cell,
})

/** Order of a table's rows by one of its shown columns, by its index. */
export interface Order {
  readonly at: number
  readonly isDescending: boolean
}

export interface TableProps<Row> {
  label: string
  rows: readonly Row[]
  keyOf: (row: Row) => string
  columns: readonly Column<Row>[]
  /** Index of the column that names the row, and opens it. */
  head?: number
  unnamed?: string
  chosen?: string | undefined
  onchoose?: ((key: string, row: Row) => void) | undefined
  opensDialog?: boolean
  labelOf?: (row: Row) => string
  classOf?: (row: Row) => string
  beside?: Snippet<[Row]>
  /** Content of the last column, a `button.step` or nothing, and the name of that column. */
  step?: { readonly name: string; readonly of: Snippet<[Row]> }
  /** Line across the table before the row of this key; undefined: after the last one. */
  line?: { readonly before: string | undefined; readonly words: string } | undefined
  above?: Snippet | undefined
  /** Key of the row at which the keyboard and the eye begin. */
  start?: string | undefined
  order?: Order
  onorder?: (order: Order) => void
  /** Only as much of it is drawn at first as is looked at. */
  isLong?: boolean
}

export interface Fact extends Said {
  readonly name: string
  readonly note?: string | undefined
}

/** Lists the facts of a row, without those that have no words. */
export const factsOf = <Row>(columns: readonly Column<Row>[], row: Row): readonly Fact[] =>
  columns
    .filter(({ only }) => only !== 'table')
    .map(({ name, cell }) => ({ name, ...wordsOf(cell(row)) }))
    .filter(({ text }) => text !== '')
