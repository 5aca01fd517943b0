import type { BenchRow } from '../row.ts'
import { shareOf } from '../share.ts'
import { median, percentile } from '../statistics.ts'
import { openBare } from './bare.ts'
import { openFleet } from './world.ts'

const rounds = shareOf(400, 10)
const mostRatio = 3
const never = 2 ** 30

/**
 * Measures a help call from a kiosk's sealed vault through Mosquitto into a hub's transaction, beside bare publishes,
 * plain and durable, in turns. No screen.
 */
export async function benchHelpHeard(): Promise<BenchRow[]> {
  const fleet = await openFleet({
    kiosks: 1,
    broker: 'mosquitto',
    presenceMs: never,
    hasVault: true,
  })
  const { mosquitto } = fleet
  const [own, beside, kept]: [number[], number[], number[]] = [[], [], []]
  try {
    if (!mosquitto) throw new Error('no Mosquitto')
    const bare = await openBare(mosquitto)
    try {
      for (let round = -shareOf(40); round < rounds; round++) {
        const [help, publish] = [await fleet.help(), await bare.publish()]
        const durable = await bare.publish({ isKept: true })
        if (round < 0) continue
        own.push(help)
        beside.push(publish)
        kept.push(durable)
      }
    } finally {
      await bare.close()
    }
  } finally {
    await fleet.close()
  }
  const [value, floor] = [percentile(own, 0.95), percentile(beside, 0.95)]
  return [
    {
      figure: 'help asked to heard at the other station, without screen time, p95',
      value,
      unit: 'ms',
      beside: [
        { name: 'bare MQTT publish to subscribe, p95', value: floor },
        { name: 'the same after an fsync, p95', value: percentile(kept, 0.95) },
        { name: 'help p50', value: median(own) },
        { name: 'bare p50', value: median(beside) },
        { name: 'bare after an fsync p50', value: median(kept) },
      ],
      ratio: value / floor,
      target: `at most ${mostRatio} ×`,
      met: value / floor <= mostRatio,
    },
  ]
}
