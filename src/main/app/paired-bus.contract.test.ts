import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { freePort } from '#harness/bus/relay.ts'
import { configurationOf, startTestStation } from '#harness/composed-station.ts'
import { hubPlace } from '#harness/hub/hub-process.ts'
import { helpOf } from '#harness/hub/stations.ts'
import { openTestVault } from '#harness/vault/test-vault.ts'
import { waitFor } from '#harness/wait-for.ts'
import { systemClock } from '../base/clock.ts'
import { askHubOnce } from '../../../cli/hub/ask-hub.ts'
import { controlPath } from '../stations/hub/control.ts'
import { openLog } from '../log/log.ts'
import type { AuditKind } from '../vault/audit/audit-kinds.ts'
import type { Vault } from '../vault/vault.ts'
import { openPairedBus } from './paired-bus.ts'

const longMs = 60_000
const log = openLog('test', { write: () => undefined })
const audited = (vault: Vault, kind: AuditKind) =>
  vault.audit.recent([kind], { since: 0, limit: 50 }).map(({ fields }) => fields)

/** A clinic's hub with its own broker. */
async function startHub() {
  const [port, pairingPort] = [await freePort(), await freePort()]
  const { environment } = hubPlace({
    FOYER_BUS_BROKER_PORT: String(port),
    FOYER_BUS_BROKER_PAIRING_PORT: String(pairingPort),
  })
  const root = join(import.meta.dirname, '../../..')
  const hub = await startTestStation('hub', root, environment)
  const { folder, snapshot } = configurationOf(root, environment).loadedSettings
  return { ...hub, path: controlPath(folder, process.platform), settings: snapshot.settings }
}
type TestHub = Awaited<ReturnType<typeof startHub>>

/** A kiosk that is paired with the hub. */
async function pairedWith({ path, settings }: TestHub) {
  const vault = await openTestVault()
  const place = openPairedBus({
    vault,
    settings: () => settings,
    log,
    // On a busy machine a hub takes its time to hear of an unpairing.
    timers: {
      setTimeout: (action, ms) => systemClock.setTimeout(action, ms * 10),
      clearTimeout: (timer) => systemClock.clearTimeout(timer),
    },
  })
  onTestFinished(() => place.close())
  const invited = await askHubOnce(path, { ask: 'pair' })
  if (typeof invited === 'string' || invited.kind !== 'invitation') throw new Error('not invited')
  const { address, code } = invited.invitation
  expect(await place.pair(address, code)).toEqual({ ok: true, value: null })
  await waitFor(() => expect(place.bus()?.view().isHeard).toBe(true), longMs)
  return { vault, place }
}

const stationsOf = async ({ path }: TestHub) => {
  const listed = await askHubOnce(path, { ask: 'stations' })
  if (typeof listed === 'string' || listed.kind !== 'stations') throw new Error('not listed')
  return listed.stations.map(({ id }) => id)
}

it('is let go of by the hub when staff unpair it at the kiosk, and the others get another key', async () => {
  const hub = await startHub()
  const [leaving, stays] = [await pairedWith(hub), await pairedWith(hub)]
  const [id, other] = [leaving.place.bus()?.id, stays.place.bus()?.id]
  leaving.place.bus()?.tell(helpOf('a'))
  await leaving.place.unpair()
  expect([leaving.place.paired(), leaving.place.bus()]).toEqual([undefined, undefined])
  expect(audited(leaving.vault, 'stationUnpaired')).toMatchObject([
    { station: id, by: 'staff', told: 'yes', side: 'station' },
  ])
  await waitFor(async () => expect(await stationsOf(hub)).toEqual([other]), longMs)
  expect(hub.entries('stationUnpaired').map(({ fields }) => fields)).toMatchObject([
    { station: id, by: 'the kiosk itself', side: 'host' },
  ])
  // Its notices are deleted too, and the kiosk that stays uses the new key.
  await waitFor(() => expect(hub.vault()?.hubNotices.all()).toEqual([]), longMs)
  await waitFor(
    () => expect(audited(stays.vault, 'clinicKeyChanged')).toMatchObject([{ sequence: 2 }]),
    longMs,
  )
  stays.place.bus()?.tell(helpOf('b'))
  await waitFor(() => expect(hub.vault()?.hubNotices.all()).toHaveLength(1), longMs)
})

it('forgets the pairing also where no hub hears it, and says so in the audit', async () => {
  const hub = await startHub()
  const { vault, place } = await pairedWith(hub)
  await hub.stop()
  await waitFor(() => expect(place.bus()?.view().connection).not.toBe('connected'), longMs)
  await place.unpair()
  expect(place.paired()).toBeUndefined()
  expect(vault.bus.queued()).toEqual([])
  expect(audited(vault, 'stationUnpaired')).toMatchObject([{ by: 'staff', told: 'no' }])
})
