import { median } from './statistics.ts'

/** Options for measuring calls against each other. */
export interface InterleaveOptions {
  /** Calls that are always under way. */
  readonly concurrency: number
  readonly callsPerRound: number
  readonly rounds: number
}

const warmUpRounds = 2

/**
 * Measures the ms that half of each candidate's calls stay below. The candidates take turns within each round, so that
 * they share the machine's noise.
 */
export async function interleave<Name extends string>(
  candidates: Readonly<Record<Name, () => Promise<unknown>>>,
  options: InterleaveOptions,
): Promise<Record<Name, number>> {
  const names = Object.keys(candidates) as Name[]
  const times = new Map(names.map((name) => [name, [] as number[]]))
  for (let round = 0; round < warmUpRounds + options.rounds; round++)
    for (let turn = 0; turn < names.length; turn++) {
      const name = names[(round + turn) % names.length]
      if (name === undefined) continue
      const taken = await measure(candidates[name], options)
      if (round >= warmUpRounds) times.get(name)?.push(...taken)
    }
  return Object.fromEntries([...times].map(([name, all]) => [name, median(all)])) as Record<
    Name,
    number
  >
}

/** Measures the ms that each call of one round took. */
export async function measure(
  call: () => Promise<unknown>,
  { concurrency, callsPerRound }: InterleaveOptions,
): Promise<number[]> {
  const taken: number[] = []
  let left = callsPerRound
  const work = async () => {
    while (left-- > 0) {
      const startedAt = performance.now()
      await call()
      taken.push(performance.now() - startedAt)
    }
  }
  await Promise.all(Array.from({ length: concurrency }, work))
  return taken
}
