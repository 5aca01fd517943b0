import { expect, it, onTestFinished } from 'vitest'
import { freePort } from '../test/harness/bus/relay.ts'
import { hubPlace, startHubCommand } from '../test/harness/hub/hub-process.ts'
import { endpoint, eventBody, headersOf } from '../test/harness/hub/webhooks.ts'
import { openKioskStation } from '../test/harness/hub/kiosk-station.ts'
import { helpOf } from '../test/harness/hub/stations.ts'
import { waitFor } from '../test/harness/wait-for.ts'
import { askHubOnce } from '../src/main/hub/control/control-client.ts'
import { controlPath } from '../src/main/hub/control/control-path.ts'

const longMs = 60_000

/** What must be there by now. */
function present<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('not there yet')
  return value
}

it(
  'pairs a kiosk, shows who needs help, says that somebody comes, and lets go of it',
  { timeout: 240_000 },
  async () => {
    const [webhookPort, port, pairingPort] = [await freePort(), await freePort(), await freePort()]
    const { environment } = hubPlace({
      FOYER_BUS_BROKER_PORT: String(port),
      FOYER_BUS_BROKER_PAIRING_PORT: String(pairingPort),
      FOYER_HUB_WEBHOOKS_PORT: String(webhookPort),
      FOYER_WEBHOOK_SECRETS: JSON.stringify(endpoint),
    })
    const hub = startHubCommand([], environment)
    await waitFor(() => expect(hub.said.note).toContain('the hub is open'), longMs)

    const invited = startHubCommand(['--pair'], environment)
    expect(await invited.ended).toBe(0)
    const [, address = ''] = /Address: +(\S+)/.exec(invited.said.out) ?? []
    const [, code = ''] = /Code: +(\S+)/.exec(invited.said.out) ?? []
    const station = await openKioskStation('Front door')
    const { heard } = station
    onTestFinished(() => station.close())
    const first = station.open()
    expect(await first.pair(address, 'AAAA-AAAA-AAAA')).toEqual({
      ok: false,
      error: { kind: 'refused' },
    })
    expect(await first.pair(address, code)).toEqual({ ok: true, value: null })
    expect(first.paired()).toMatchObject({ address: `127.0.0.1:${port}` })
    // Said just before the kiosk stops, and heard after its next start.
    first.bus()?.tell(helpOf('a', '417'))
    await first.close()
    const place = station.open()
    onTestFinished(() => place.close())
    const bus = await waitFor(() => present(place.bus()), longMs)
    bus.present({
      ...{ name: 'Front door', version: '0.1.0', state: 'inUse', connection: 'online' },
      ...{ since: new Date().toISOString(), intakes: { waiting: 0, needPerson: 0 } },
    })

    const watching = startHubCommand(['--watch'], environment)
    await waitFor(() => {
      expect(watching.said.out).toMatch(/417 +Front door .* NOBODY IS COMING YET/)
      expect(watching.said.out).toMatch(/1 +Front door +in use/)
    }, longMs)
    // The hub has what the kiosk told: nothing waits there any more.
    await waitFor(() => expect(bus.view()).toMatchObject({ waiting: 0, isHeard: true }), longMs)

    const path = controlPath(environment['FOYER_DATA_DIR'] ?? '', process.platform)
    const come = { ask: 'come', from: bus.id, helpId: 'a', by: 'Sam' } as const
    expect(await askHubOnce(path, come)).toEqual({ kind: 'done' })
    await waitFor(
      () => expect(heard).toMatchObject([{ act: 'coming', helpId: 'a', by: 'Sam' }]),
      longMs,
    )

    const body = eventBody({ id: 'event 1' })
    const url = `http://127.0.0.1:${webhookPort}/webhooks`
    for (const _ of ['once', 'and again'])
      expect((await fetch(url, { method: 'POST', body, headers: headersOf(body) })).status).toBe(
        204,
      )
    await waitFor(
      () => expect(heard.slice(1)).toMatchObject([{ kind: 'serviceEvent', eventId: 'event 1' }]),
      longMs,
    )

    const unpaired = startHubCommand(['--unpair', bus.id], environment)
    expect(await unpaired.ended).toBe(0)
    // Nobody else is paired: the hub's broker is off again.
    await waitFor(() => expect(bus.view().connection).not.toBe('connected'), longMs)
    await place.unpair()
    expect([place.paired(), place.bus()]).toEqual([undefined, undefined])
    const listed = startHubCommand(['--stations'], environment)
    expect(await listed.ended).toBe(0)
    expect(listed.said.out).toContain('no station is paired')
    hub.end('SIGTERM')
    expect(await hub.ended).toBe(0)
    expect(hub.said.note).not.toContain('"event":"bug"')
  },
)
