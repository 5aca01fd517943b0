import { startFoyerIn } from '../../e2e/support/running-foyer.ts'
import { keepPairing, type Pairing } from '../../src/main/stations/pairing/pairing.ts'
import { m } from '../../src/i18n/paraglide/messages.js'
import { openPlace, type KioskPlace } from '../../test/leak-scan/kiosk-place.ts'
import { changeVault } from '../filled-vault.ts'
import type { BenchRow } from '../row.ts'
import { shareOf } from '../share.ts'
import { median, percentile } from '../statistics.ts'
import { benchClinic, monotonicMs, type Meeting, type Seat } from './messages.ts'
import { openFleet, type FleetWorld } from './world.ts'

const starts = shareOf(10)
const taps = shareOf(60, 5)
const most = { heardMs: 300, startRatio: 1.05 } as const

/** Builds the pairing that a paired kiosk keeps in its vault. */
function pairingOf({ port, ca, key }: Meeting, { id, password }: Seat): Pairing {
  return {
    station: id,
    kind: 'kiosk',
    clinic: benchClinic,
    sequence: 1,
    since: Date.now(),
    broker: { host: '127.0.0.1', port, ca, fingerprint: null, username: id, password },
    keys: [{ id: 'bench', secret: Buffer.from(key, 'hex').toString('base64url') }],
    stationKey: Buffer.from(key, 'hex').toString('base64url'),
    with: { station: 'hub0000000000000', name: 'Hub' },
  }
}

/** Measures the ms from the start of the process until the welcome screen's button can be tapped. */
async function start(place: KioskPlace): Promise<number> {
  const foyer = await startFoyerIn(place)
  try {
    await (await foyer.kiosk()).locator('.kiosk.welcome button.start').click({ trial: true })
    return performance.now() - foyer.startedAt
  } finally {
    await foyer.stop()
  }
}

/** Measures the ms from each tap on "help" until the hub has it; the patient takes it back in between. */
async function tapHelp(place: KioskPlace, fleet: FleetWorld): Promise<number[]> {
  const foyer = await startFoyerIn(place)
  const times: number[] = []
  try {
    const kiosk = await foyer.kiosk()
    await kiosk.locator('.welcome button.start').click()
    await kiosk.locator('.kiosk.contact h1').waitFor()
    await fleet.untilKnown(2)
    const help = kiosk.locator('.kiosk footer button:first-of-type')
    for (let tap = -1; tap < taps; tap++) {
      await help.click({ trial: true })
      const heard = fleet.nextHeard()
      const at = monotonicMs()
      await help.dispatchEvent('click')
      const ms = (await heard) - at
      if (tap >= 0) times.push(ms)
      await kiosk.getByRole('button', { name: m.kiosk_help_cancel({}, { locale: 'en' }) }).click()
      await kiosk.locator('.kiosk:not(:has(dialog[open]))').waitFor()
    }
  } finally {
    await foyer.stop()
  }
  return times
}

/**
 * Measures a paired kiosk, from a tap to the hub at Mosquitto, and its start, beside an unpaired kiosk's; starts are
 * taken in turns.
 */
export async function benchPairedKiosk(): Promise<BenchRow[]> {
  const fleet = await openFleet({
    kiosks: 1,
    broker: 'mosquitto',
    presenceMs: 2 ** 30,
    free: 1,
  })
  const [paired, alone] = [await openPlace(), await openPlace()]
  const [withBus, without]: [number[], number[]] = [[], []]
  try {
    for (const place of [paired, alone]) await start(place)
    const [seat] = fleet.free
    if (!seat) throw new Error('no place at the broker')
    await changeVault(paired, (vault) => keepPairing(vault.pairing, pairingOf(fleet.meeting, seat)))
    const heard = await tapHelp(paired, fleet)
    for (let round = 0; round < starts; round++)
      for (const isPaired of round % 2 === 0 ? [true, false] : [false, true])
        if (isPaired) withBus.push(await start(paired))
        else without.push(await start(alone))
    const p95 = percentile(heard, 0.95)
    const ratio = median(withBus) / median(without)
    return [
      {
        figure: 'help tapped to heard at the other station, p95',
        value: p95,
        unit: 'ms',
        beside: [{ name: 'p50', value: median(heard) }],
        target: `at most ${most.heardMs} ms`,
        met: p95 <= most.heardMs,
      },
      {
        figure: 'process start to first screen ready, paired',
        value: median(withBus),
        unit: 'ms',
        beside: [{ name: 'not paired', value: median(without) }],
        ratio,
        target: `at most ${most.startRatio} ×`,
        met: ratio <= most.startRatio,
      },
    ]
  } finally {
    await Promise.all([paired.close(), alone.close(), fleet.close()])
  }
}
