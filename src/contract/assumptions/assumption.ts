/** Something the interface documents leave open, and what Foyer assumes until the service says otherwise. */
export interface Assumption {
  /** The assumption, in one sentence. */
  readonly assumes: string
  /** Reason for this choice over any other. */
  readonly why: string
}
