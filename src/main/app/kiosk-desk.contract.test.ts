import { beforeEach, expect, it, onTestFinished } from 'vitest'
import { invited, openTestHost, pairedWith, typed, type TestHost } from '#harness/bus/pairing.ts'
import { freeKiosk, startStation, type TestStation } from '#harness/bus/test-station.ts'
import { commandFor } from '../../../test/conformance/bus/bus-suite.ts'
import { openKioskPlace } from '#harness/composed-foyer.ts'
import { waitFor } from '#harness/wait-for.ts'
import type { CommandAct } from '../../shared/bus/messages.ts'
import { keepPairing, type Pairing } from '../stations/pairing/pairing.ts'
import type { AuditKind } from '../vault/audit/audit-kinds.ts'

let place: Awaited<ReturnType<typeof openKioskPlace>>
let clinic: TestHost
let pairing: Pairing | undefined
let last: Kiosk | undefined
type Kiosk = Awaited<ReturnType<typeof place.start>>
beforeEach(async () => {
  place = await openKioskPlace()
  clinic = await openTestHost()
  pairing = undefined
})

/** `isPaired`: the kiosk was paired before this start. */
async function start({ isPaired = true, first = 'welcome' } = {}) {
  if (isPaired) pairing ??= (await pairedWith(clinic)).pairing()
  const kiosk = await place.start({
    change(vault) {
      if (pairing) keepPairing(vault.pairing, pairing)
      return vault
    },
  })
  last = kiosk
  await kiosk.sees(first)
  return kiosk
}
function listen() {
  const { clinic: ours, keys, transport } = clinic.host
  const hub = startStation({ kind: 'hub', id: ours.self.station, clinic: ours.id, keys, transport })
  hub.bus.present(freeKiosk('Hub'))
  onTestFinished(() => hub.bus.close())
  return hub
}

const isKnownAs = (hub: TestStation, state: string) =>
  waitFor(() => {
    const known = hub.bus.stations().find(({ kind }) => kind === 'kiosk')
    expect(known?.state).toBe(state)
    return known
  })
function command(hub: TestStation, act: CommandAct) {
  const to = clinic.host.clinic.stations()[0]?.id ?? ''
  const who = { by: 'Maria', reason: 'a spill' }
  const said = hub.bus.command(to, { ...commandFor(3_600_000), act, ...who })
  if (!said.ok) throw new Error(said.error.kind)
  return said.value
}
const outcomeOf = (hub: TestStation, id: string) =>
  waitFor(() => {
    const outcomes = hub.heard.flatMap(({ body }) =>
      body.kind === 'commandOutcome' && body.of === id ? [body] : [],
    )
    expect(outcomes).toHaveLength(1)
    return outcomes[0]?.outcome
  })
const audited = (kind: AuditKind) => last?.entries(kind) ?? []

async function begin(kiosk: Kiosk) {
  await kiosk.send({ type: 'begin' })
  await kiosk.sees('contact')
}

it('a kiosk whose desk listens goes out of service when the patient is gone, stays so over a restart, comes back, and reads its settings anew', async () => {
  const hub = listen()
  const kiosk = await start()
  await begin(kiosk)
  const out = command(hub, 'takeOutOfService')
  await waitFor(() => expect(audited('deskCommand')).toHaveLength(1))
  expect((await kiosk.sees('contact')).screen.name).toBe('contact')
  expect(hub.heard.some(({ body }) => body.kind === 'commandOutcome')).toBe(false)
  await kiosk.send({ type: 'startOver' })
  await kiosk.send({ type: 'confirmStartOver' })
  expect(await outcomeOf(hub, out)).toBe('done')
  await kiosk.sees('outOfService')
  await isKnownAs(hub, 'outOfService')
  expect(await kiosk.send({ type: 'begin' })).toMatchObject({ ok: false })
  await kiosk.stop()
  await isKnownAs(hub, 'gone')
  const next = await start({ first: 'outOfService' })
  await isKnownAs(hub, 'outOfService')
  expect(await outcomeOf(hub, command(hub, 'bringBack'))).toBe('done')
  await next.sees('welcome')
  const id = command(hub, 'reloadSettings')
  expect(await outcomeOf(hub, id)).toBe('done')
  const fields = { command: id, station: hub.bus.id, act: 'reloadSettings' }
  expect(audited('deskCommand').at(-1)).toMatchObject({
    fields: { ...fields, by: 'Maria', reason: 'a spill' },
  })
  expect(audited('deskCommandEnded').at(-1)).toMatchObject({
    fields: { command: id, outcome: 'done' },
  })
  await waitFor(() => begin(next))
})

it('a kiosk whom nobody hears says that its PIN was used, and nothing else of it, when somebody comes who listens', async () => {
  const kiosk = await start()
  await kiosk.enterPanel()
  await waitFor(() => expect(last?.vault()?.bus.queued()).not.toEqual([]))
  await kiosk.stop()
  await start()
  const hub = listen()
  const used = { kind: 'pinUsed', useId: expect.any(String) as string }
  await waitFor(() => expect(hub.heard.map(({ body }) => body)).toContainEqual(used))
})

it('a kiosk that is not paired is as without a bus, until staff pair it, who are shown a wish to forget everything, and again after they unpair it', async () => {
  const hub = listen()
  const kiosk = await start({ isPaired: false })
  await begin(kiosk)
  await kiosk.send({ type: 'help' })
  await waitFor(async () => {
    const { overlay } = await kiosk.sees('contact')
    expect(overlay).toMatchObject({ name: 'help' })
    expect(overlay).not.toHaveProperty('heard')
  })
  await kiosk.send({ type: 'startOver' })
  await kiosk.send({ type: 'confirmStartOver' })
  await kiosk.sees('welcome')
  await waitFor(() => kiosk.enterPanel())
  await kiosk.send({ type: 'openStaffPage', page: 'desk' })
  expect((await kiosk.sees('staffDesk')).screen).toMatchObject({ desk: { paired: null } })
  const { address, code } = typed(await invited(clinic))
  await kiosk.send({ type: 'pairKiosk', address, code: 'ABCD-EFGH-JKMN' })
  const pageIs = (what: object) =>
    waitFor(async () => expect((await kiosk.sees('staffDesk')).screen).toMatchObject(what))
  await pageIs({ error: 'refused', desk: { paired: null } })
  expect(hub.heard).toEqual([])
  await kiosk.send({ type: 'pairKiosk', address, code })
  await pageIs({ error: null, desk: { paired: { name: 'the hub' } } })
  await isKnownAs(hub, 'staff')
  expect(await outcomeOf(hub, command(hub, 'askToWipe'))).toBe('done')
  await pageIs({ desk: { wipeAsked: { by: 'Maria', reason: 'a spill' } } })
  expect(kiosk.left).toEqual([])
  await kiosk.send({ type: 'declineWipe' })
  await pageIs({ desk: { wipeAsked: null } })
  await kiosk.send({ type: 'unpairKiosk' })
  await pageIs({ desk: { paired: null } })
  await isKnownAs(hub, 'gone')
  expect(audited('pairingTried')).toHaveLength(2)
})
