/**
 * Scales a count by `FOYER_BENCH_SHARE`, in (0, 1]; 0.02 shows within a minute that everything works, but its
 * measurements mean little.
 */
export function shareOf(count: number, least = 1): number {
  const share = Number(process.env['FOYER_BENCH_SHARE'] ?? '1')
  if (!(share > 0 && share <= 1)) throw new Error('FOYER_BENCH_SHARE: a number in (0, 1]')
  return Math.max(least, Math.round(count * share))
}
