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

/** Writes a figure beside the one that it is compared with, of which it may be `most` times. */
export const rowBeside = (
  row: Pick<BenchRow, 'figure' | 'value' | 'unit'>,
  beside: { readonly name: string; readonly value: number },
  most: number,
): BenchRow => ({
  ...row,
  beside: [beside],
  ratio: row.value / beside.value,
  target: `at most ${most} × an ${beside.name}`,
  met: row.value <= most * beside.value,
})
