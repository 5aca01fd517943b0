import type { BenchRow } from '../row.ts'
import { shareOf } from '../share.ts'
import { median, percentile } from '../statistics.ts'
import { openFleet, type FleetWorld } from './world.ts'

const [few, many] = [shareOf(10, 2), shareOf(1_000, 4)]
const calls = shareOf(200, 10)
const callsPerTurn = 10
const atOnce = shareOf(50, 5)
/** ms between presences: ten times as often as in a busy clinic, with six events in a visit of ten minutes. */
const presenceMs = 10_000
const most = {
  knownMs: 30_000,
  p95Ratio: 2,
  memoryRatio: 1.3,
  atOnceMs: 1_000,
} as const
/** Steps in which the embedded broker's clinic grows. */
const steps = [100, 300, 1_000].map((count) => shareOf(count, 3))

/** Measures the ms of each call for help at each clinic; they take turns, so that they share the machine's noise. */
async function helpIn(fleets: readonly FleetWorld[]): Promise<number[][]> {
  const times: number[][] = fleets.map(() => [])
  const turns = Math.max(1, Math.round(calls / callsPerTurn))
  for (let turn = -1; turn < turns; turn++)
    for (const [index, fleet] of fleets.entries())
      for (let call = 0; call < callsPerTurn; call++) {
        const ms = await fleet.help()
        if (turn >= 0) times[index]?.push(ms)
      }
  return times
}

/** Opens clinics one after the other, and ends all of them once `use` is done. */
async function withFleets<T>(
  openings: readonly (() => Promise<FleetWorld>)[],
  use: (fleets: readonly FleetWorld[]) => Promise<T>,
): Promise<T> {
  const fleets: FleetWorld[] = []
  try {
    for (const open of openings) fleets.push(await open())
    return await use(fleets)
  } finally {
    await Promise.all(fleets.map((fleet) => fleet.close()))
  }
}

const open = (kiosks: number, broker: 'mosquitto' | 'embedded') => () =>
  openFleet({ kiosks, broker, presenceMs })

/** Measures a clinic's loads at once: calls for help, and a broker that was killed; ms of each. */
async function loadsOf(fleet: FleetWorld) {
  const cpuBefore = await fleet.cpuSeconds()
  const calls = Array.from({ length: Math.min(atOnce, fleet.size) }, () => fleet.help())
  const helpMs = await Promise.all(calls)
  const cpuSeconds = (await fleet.cpuSeconds()) - cpuBefore
  // The CPU of a killed broker is nobody's to read.
  return { helpMs, cpuSeconds, reconnectMs: await fleet.reconnect() }
}

/** Measures a clinic of 1,000 simulated kiosks at one Mosquitto, beside one of 10 at another; taken in turns. */
export async function benchManyKiosks(): Promise<BenchRow[]> {
  return withFleets([open(few, 'mosquitto'), open(many, 'mosquitto')], async (fleets) => {
    const [small, large] = fleets
    if (!small || !large) throw new Error('a clinic is missing')
    const [ofFew = [], ofMany = []] = await helpIn(fleets)
    const [memoryOfFew, memoryOfMany] = [await small.memory(), await large.memory()]
    const [p95OfFew, p95OfMany] = [percentile(ofFew, 0.95), percentile(ofMany, 0.95)]
    const [loadOfFew, loadOfMany] = [await loadsOf(small), await loadsOf(large)]
    const worst = (times: readonly number[]) => Math.max(...times)
    const what = `${many} kiosks at one Mosquitto`
    const beside = (value: number) => ({ name: `${few} kiosks`, value })
    return [
      {
        figure: `${what}: all presences known`,
        value: large.knownAfterMs / 1_000,
        unit: 's',
        beside: [beside(small.knownAfterMs / 1_000)],
        target: `within ${most.knownMs / 1_000} s`,
        met: large.knownAfterMs <= most.knownMs,
      },
      {
        figure: `${what}: help asked to heard, one call after the other, p95`,
        value: p95OfMany,
        unit: 'ms',
        beside: [
          beside(p95OfFew),
          { name: 'p50', value: median(ofMany) },
          { name: 'the slowest', value: worst(ofMany) },
          { name: `p50 of ${few}`, value: median(ofFew) },
        ],
        ratio: p95OfMany / p95OfFew,
        target: `at most ${most.p95Ratio} ×`,
        met: p95OfMany / p95OfFew <= most.p95Ratio,
      },
      {
        figure: `${what}: ${loadOfMany.helpMs.length} calls for help at once, the slowest`,
        value: worst(loadOfMany.helpMs),
        unit: 'ms',
        beside: [
          {
            name: `${loadOfFew.helpMs.length} at once among ${few}`,
            value: worst(loadOfFew.helpMs),
          },
          { name: 'p50', value: median(loadOfMany.helpMs) },
        ],
        target: `within ${most.atOnceMs} ms`,
        met: worst(loadOfMany.helpMs) <= most.atOnceMs,
      },
      {
        figure: `${what}: CPU of broker and listener for these calls`,
        value: loadOfMany.cpuSeconds,
        unit: 's',
        beside: [beside(loadOfFew.cpuSeconds)],
        target: 'none',
        met: true,
      },
      {
        figure: `${what}: the broker killed and started, all kiosks connected`,
        value: loadOfMany.reconnectMs / 1_000,
        unit: 's',
        beside: [beside(loadOfFew.reconnectMs / 1_000)],
        target: `within ${most.knownMs / 1_000} s`,
        met: loadOfMany.reconnectMs <= most.knownMs,
      },
      {
        figure: `${what}: memory of the listener`,
        value: memoryOfMany,
        unit: 'MB',
        beside: [beside(memoryOfFew)],
        ratio: memoryOfMany / memoryOfFew,
        target: `at most ${most.memoryRatio} ×`,
        met: memoryOfMany / memoryOfFew <= most.memoryRatio,
      },
    ]
  })
}

/** Counts the kiosks that the embedded broker bears until help takes twice as long as among 10; both run at once. */
export async function benchEmbeddedBroker(): Promise<BenchRow[]> {
  const taken: { readonly kiosks: number; readonly ratio: number }[] = []
  for (const kiosks of steps) {
    const ratio = await withFleets(
      [open(few, 'embedded'), open(kiosks, 'embedded')],
      async (fleets) => {
        const [ofFew = [], ofMany = []] = await helpIn(fleets)
        return percentile(ofMany, 0.95) / percentile(ofFew, 0.95)
      },
    )
    taken.push({ kiosks, ratio })
    if (ratio > most.p95Ratio) break
  }
  const borne = taken.filter(({ ratio }) => ratio <= most.p95Ratio)
  const value = borne.at(-1)?.kiosks ?? few
  return [
    {
      figure: `kiosks at the embedded broker until help p95 is twice that of ${few}`,
      value,
      unit: 'kiosks',
      beside: taken.map(({ kiosks, ratio }) => ({
        name: `${kiosks} kiosks: ${ratio.toFixed(2)} ×`,
        value: kiosks,
      })),
      target: 'at least 100',
      met: value >= 100,
    },
  ]
}
