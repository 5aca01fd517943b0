/** One measured figure, as `npm run bench` prints and records it. */
export interface BenchRow {
  readonly figure: string
  readonly value: number
  readonly unit: string
  /** Floors and peers measured in the same run, in the same unit. */
  readonly beside?: readonly { readonly name: string; readonly value: number }[]
  /** `value` over the first of `beside`. */
  readonly ratio?: number
  /** Goal, in words. */
  readonly target: string
  /** Undefined: not measured. */
  readonly met?: boolean
}
