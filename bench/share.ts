/**
 * A count or a number of rounds, as large as this run takes it: `FOYER_BENCH_SHARE` is the part, in (0, 1], such as 0.02
 * to see within a minute that everything works. What is measured then says little.
 */
export function shareOf(count: number, least = 1): number {
  const share = Number(process.env['FOYER_BENCH_SHARE'] ?? '1')
  if (!(share > 0 && share <= 1)) throw new Error('FOYER_BENCH_SHARE: a number in (0, 1]')
  return Math.max(least, Math.round(count * share))
}
