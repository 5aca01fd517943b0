import { expect, it, onTestFinished } from 'vitest'
import { newDocumentedMosquitto } from '../../../../test/harness/bus/documented-mosquitto.ts'
import { freePort } from '../../../../test/harness/bus/relay.ts'
import { freeKiosk } from '../../../../test/harness/bus/test-station.ts'
import { aService, openKioskStation } from '../../../../test/harness/hub/kiosk-station.ts'
import { createSelfSigned } from '../../../../test/harness/service/self-signed.ts'
import { openTestVault } from '../../../../test/harness/vault/test-vault.ts'
import { waitFor } from '../../../../test/harness/wait-for.ts'
import { defaultWireProfile } from '../../../contract/wire-profile.ts'
import {
  mosquittoAcl,
  mosquittoPasswords,
  readBrokerStations,
} from '../../stations/pairing/clinic.ts'
import { openLog } from '../../log/log.ts'
import { settingsSchema } from '../../settings/schema.ts'
import type { Vault } from '../../vault/vault.ts'
import { openClinicHub } from './clinic-hub.ts'

const longMs = 60_000

/** Writes the files that the broker's administrator would install, from the hub's vault. */
function filesOf({ pairing }: Vault) {
  const known = readBrokerStations(pairing)
  if (!known) throw new Error('there is no clinic')
  return {
    acl: mosquittoAcl(known.clinic, known.stations),
    passwords: mosquittoPasswords(known.stations),
  }
}

/** Opens a hub at Mosquitto, configured as the document says, without stations. */
async function open() {
  const broker = await newDocumentedMosquitto(await createSelfSigned('localhost'))
  onTestFinished(() => broker.close())
  broker.give({ acl: '', passwords: '' })
  await broker.start()
  const vault = await openTestVault()
  const settings = settingsSchema.parse({
    ...aService,
    bus: {
      broker: {
        url: `mqtts://127.0.0.1:${broker.port}`,
        caFile: broker.caFile,
        pairingPort: await freePort(),
      },
    },
  })
  const log = openLog('hub', { write: () => undefined })
  const opened = await openClinicHub('hub', {
    vault,
    log,
    version: '0.1.0',
    settings: () => settings,
    wireProfile: () => defaultWireProfile,
  })
  if (!opened.ok) throw new Error(opened.error)
  onTestFinished(() => opened.value.close())
  const { bus, pairing } = opened.value
  const pair = async (name: string) => {
    const station = await openKioskStation(name)
    onTestFinished(() => station.close())
    const invited = await pairing.invite()
    if (!invited.ok) throw new Error(invited.error)
    const place = station.open()
    onTestFinished(() => place.close())
    expect(await place.pair(invited.value.address, invited.value.code)).toMatchObject({ ok: true })
    const kiosk = place.bus()
    if (!kiosk) throw new Error('there is no bus')
    kiosk.present(freeKiosk(name))
    return { bus: kiosk, heard: station.heard }
  }
  const command = (to: string) => {
    const until = new Date(Date.now() + 600_000).toISOString()
    const who = { by: 'Sam', reason: 'to see', until, helpId: null }
    return bus.command(to, { kind: 'command', act: 'lock', ...who })
  }
  return { broker, vault, bus, pairing, pair, command }
}

it(
  'reaches kiosks once the broker is told of them, and hands keys that changed without it',
  { timeout: 240_000 },
  async () => {
    const { broker, vault, bus, pairing, pair, command } = await open()
    const [one, two] = [await pair('One'), await pair('Two')]
    const all = [bus, one.bus, two.bus]
    // Nobody told the broker yet.
    for (const each of all)
      await waitFor(
        () => expect(each.view()).toMatchObject({ connection: 'refused', detail: 'credentials' }),
        longMs,
      )
    broker.give(filesOf(vault))
    for (const each of all)
      await waitFor(() => expect(each.view().connection).toBe('connected'), longMs)
    await waitFor(
      () =>
        expect(new Set(bus.stations().map(({ name }) => name))).toEqual(new Set(['One', 'Two'])),
      longMs,
    )

    await broker.kill()
    await waitFor(() => expect(bus.view().connection).toBe('connecting'), longMs)
    expect(await pairing.unpair(one.bus.id)).toEqual({ ok: true, value: null })
    broker.give(filesOf(vault))
    await broker.start()
    await waitFor(() => expect(two.bus.view()).toMatchObject({ isHeard: true }), longMs)
    // Sealed with the key that came after.
    expect(command(two.bus.id)).toMatchObject({ ok: true })
    await waitFor(() => expect(two.heard).toMatchObject([{ act: 'lock', by: 'Sam' }]), longMs)
  },
)
