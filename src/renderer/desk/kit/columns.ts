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
  /** Stands in the table alone, or among the facts alone. */
  readonly only?: 'table' | 'facts' | undefined
  readonly cell: (row: Row) => Cell
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
