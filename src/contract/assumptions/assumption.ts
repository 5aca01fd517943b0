/** Something the interface documents leave open, and what Foyer assumes until the service says otherwise. */
export interface Assumption {
  /** What is assumed, in one sentence. */
  readonly assumes: string
  /** Why this and not something else. */
  readonly why: string
}
