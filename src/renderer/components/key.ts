/** A key of an on-screen keyboard. */
export interface Key {
  readonly face: string
  /** What a screen reader says, where the face alone does not speak. */
  readonly name?: string
  readonly span?: number
  /** The column that it starts in, counted from 1; else the next free one. */
  readonly column?: number
  readonly erases?: boolean
  /** For a key that is switched on and off. */
  readonly pressed?: boolean
}
