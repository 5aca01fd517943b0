/** Returns the value below which `fraction` (0 to 1) of the measurements lie. */
export function percentile(values: readonly number[], fraction: number): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * fraction))] ?? NaN
}

/** Returns the middle of the measurements. */
export function median(values: readonly number[]): number {
  return percentile(values, 0.5)
}
