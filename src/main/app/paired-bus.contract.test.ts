import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { fakeTerminal } from '#harness/cli/commands.ts'
import { configurationOf, startTestStation } from '#harness/composed-station.ts'
import { hubPlace } from '#harness/hub/hub-process.ts'
import { helpOf } from '#harness/hub/stations.ts'
import { openTestVault } from '#harness/vault/test-vault.ts'
import { waitFor } from '#harness/wait-for.ts'
import { systemClock } from '../base/clock.ts'
import { vault as vaultCommand } from '../../../cli/run-vault.ts'
import { askHubOnce } from '../../../cli/hub/ask-hub.ts'
import { renewal } from '../stations/pairing/certificate.ts'
import { readPairing } from '../stations/pairing/pairing.ts'
import { controlPath } from '../stations/hub/control.ts'
import { openLog } from '../log/log.ts'
import type { AuditKind } from '../vault/audit/audit-kinds.ts'
import type { Vault } from '../vault/vault.ts'
import { openPairedBus } from './paired-bus.ts'

const longMs = 60_000
const log = openLog('test', { write: () => undefined })
const root = join(import.meta.dirname, '../../..')
const audited = (vault: Vault, kind: AuditKind) =>
  vault.audit.recent([kind], { since: 0, limit: 50 }).map(({ fields }) => fields)

async function hubMachine() {
  const { environment, port } = await hubPlace()
  const { folder, snapshot } = configurationOf(root, { ...environment }).loadedSettings
  return {
    folder,
    address: `127.0.0.1:${port}`,
    /** Starts the hub, as its unit does; `older`: a certificate of its vault that was made so many ms earlier. */
    async start(older?: { readonly name: 'identity' | 'nextIdentity'; readonly ms: number }) {
      const change = (vault: Vault) => {
        const identity = older && vault.pairing.read(older.name)
        if (!identity) return vault
        const { made, ...rest } = JSON.parse(identity) as { readonly made: number }
        vault.pairing.write({ [older.name]: JSON.stringify({ ...rest, made: made - older.ms }) })
        return vault
      }
      const options = { byPassphrase: true, change }
      const hub = await startTestStation('hub', root, { ...environment }, {}, options)
      return { ...hub, path: controlPath(folder, process.platform), settings: snapshot.settings }
    },
    async vault(args: readonly string[], typed = 'carried on a stick') {
      const readInput = () => Promise.resolve(`${typed}\n`)
      const { terminal, written } = fakeTerminal({ environment: { ...environment }, readInput })
      return { code: await vaultCommand.run(args, terminal), ...written }
    },
  }
}
const startHub = async () => (await hubMachine()).start()
type TestHub = Awaited<ReturnType<typeof startHub>>

async function pairedWith({ path, settings }: TestHub) {
  const vault = await openTestVault()
  const place = openPlace(vault, settings)
  const invited = await askHubOnce(path, { ask: 'pair' })
  if (typeof invited === 'string' || invited.kind !== 'invitation') throw new Error('not invited')
  const { address, code } = invited.invitation
  expect(await place.pair(address, code)).toEqual({ ok: true, value: null })
  await waitFor(() => expect(place.bus()?.view().isHeard).toBe(true), longMs)
  return { vault, place }
}

function openPlace(vault: Vault, settings: TestHub['settings']) {
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
  return place
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

it('finds a hub that moved at its new address, loses nothing that waited on either side, and is not fooled by the one left behind', async () => {
  const [old, next, other] = [await hubMachine(), await hubMachine(), await hubMachine()]
  const hub = await old.start()
  const { vault, place: before } = await pairedWith(hub)
  const station = before.bus()?.id ?? ''
  await before.close()
  // Each has something for the other, who is away.
  const wish = { act: 'reloadSettings', by: 'Kim', reason: 'moved' } as const
  await waitFor(async () => {
    const asked = await askHubOnce(hub.path, { ask: 'command', to: station, ...wish })
    expect(asked).toMatchObject({ kind: 'done' })
  }, longMs)
  await hub.stop()
  const place = openPlace(vault, hub.settings)
  await waitFor(() => expect(place.bus()).toBeDefined(), longMs)
  place.bus()?.tell(helpOf('a'))
  const heard: unknown[] = []
  const listen = () => place.bus()?.onMessage(({ body }) => heard.push(body))

  const file = join(old.folder, 'hub.export')
  expect(await old.vault(['export', '--file', file, '--move'])).toMatchObject({ code: 0 })
  expect(await next.vault(['import', '--file', file])).toMatchObject({ code: 0 })
  await askHubOnce((await other.start()).path, { ask: 'pair' })
  const moved = await next.start()
  const fault = (kind: string) => ({ ok: false, error: { kind } })
  expect(await place.move('not an address')).toEqual(fault('notReadable'))
  expect(await place.move('127.0.0.1:1')).toEqual(fault('unreachable'))
  expect(await place.move(other.address)).toEqual(fault('otherCertificate'))
  expect(place.paired()?.address).toBe(old.address)
  expect(await place.move(next.address)).toEqual({ ok: true, value: null })
  listen()
  await waitFor(() => expect(moved.vault()?.hubNotices.all()).toHaveLength(1), longMs)
  await waitFor(() => expect(heard).toMatchObject([wish]), longMs)
  expect(audited(vault, 'stationPaired')).toHaveLength(1)
  expect(audited(vault, 'stationMoved')).toEqual([{ station, to: next.address, side: 'station' }])
  expect(moved.entries('vaultExported', 'vaultImported')).toHaveLength(2)

  // The old one does not start; where somebody forces it to, it and the kiosk do not understand each other.
  await expect(old.start()).rejects.toThrow('moved to another computer')
  rmSync(join(old.folder, 'vault.moved'))
  const twin = await old.start()
  expect(await place.move(old.address)).toEqual({ ok: true, value: null })
  place.bus()?.tell(helpOf('b'))
  await waitFor(() => expect(twin.lines.join()).toContain('unknownKey'), longMs)
  expect(place.bus()?.view()).toMatchObject({ connection: 'connected', isHeard: false })
  expect(twin.vault()?.hubNotices.all()).toEqual([])
  expect(await place.move(next.address)).toEqual({ ok: true, value: null })
  await waitFor(() => expect(moved.vault()?.hubNotices.all()).toHaveLength(2), longMs)
  expect(twin.vault()?.hubNotices.all()).toEqual([])
})

it('renews its certificate in two starts of the hub, unnoticed by a kiosk that was there in between', async () => {
  const machine = await hubMachine()
  const first = await machine.start()
  const [here, away] = [await pairedWith(first), await pairedWith(first)]
  const pinned = ({ vault }: typeof here) => readPairing(vault.pairing)?.broker
  const { fingerprint } = pinned(here) ?? {}
  await away.place.close()
  await first.stop()

  const second = await machine.start({ name: 'identity', ms: renewal.announceMs })
  await waitFor(() => expect(pinned(here)?.nextFingerprint).toBeDefined(), longMs)
  const between = await pairedWith(second)
  const announced = pinned(here)?.nextFingerprint
  expect([pinned(here)?.fingerprint, announced === fingerprint]).toEqual([fingerprint, false])
  await second.stop()
  await (await machine.start({ name: 'nextIdentity', ms: renewal.showMs - 60_000 })).stop()
  const third = await machine.start({ name: 'nextIdentity', ms: 60_000 })
  for (const kiosk of [here, between]) {
    const now = { fingerprint: announced, nextFingerprint: undefined }
    await waitFor(
      () => expect({ nextFingerprint: undefined, ...pinned(kiosk) }).toMatchObject(now),
      longMs,
    )
    kiosk.place.bus()?.tell(helpOf('a'))
  }
  await waitFor(() => expect(third.vault()?.hubNotices.all()).toHaveLength(2), longMs)
  expect(audited(here.vault, 'stationPaired')).toHaveLength(1)
  // Who was away all the time meets a certificate that it does not know.
  const late = openPlace(away.vault, third.settings)
  const refused = { connection: 'refused', detail: 'certificate' }
  await waitFor(() => expect(late.bus()?.view()).toMatchObject(refused), longMs)
  // It can be unpaired all the same, and its audit says that no hub heard it.
  late.bus()?.tell(helpOf('b'))
  await late.unpair()
  expect([late.paired(), away.vault.bus.queued()]).toEqual([undefined, []])
  expect(audited(away.vault, 'stationUnpaired')).toMatchObject([{ by: 'staff', told: 'no' }])
})
