import { beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import {
  invited,
  openTestHost,
  pairedWith,
  typed,
  type TestHost,
} from '../../../test/harness/bus/pairing.ts'
import {
  freeKiosk,
  startStation,
  type TestStation,
} from '../../../test/harness/bus/test-station.ts'
import { openKioskPlace } from '../../../test/harness/composed-foyer.ts'
import { waitFor } from '../../../test/harness/wait-for.ts'
import type { BusBody, CommandAct } from '../../shared/bus/messages.ts'
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
/** Opens the bus of the clinic's hub, which listens. */
function listen() {
  const { clinic: ours, keys, transport } = clinic.host
  const id = ours.self.station
  const hub = startStation({ kind: 'hub', id, clinic: ours.id, keys, transport })
  hub.bus.present(freeKiosk('Hub'))
  onTestFinished(() => hub.bus.close())
  return hub
}

type Of<K extends BusBody['kind']> = Extract<BusBody, { kind: K }>
/** Returns the messages of that kind that the hub received; waits for the first. */
const hears = <K extends BusBody['kind']>(hub: TestStation, kind: K) =>
  waitFor(() => {
    const bodies = hub.heard.flatMap(({ body }) => (body.kind === kind ? [body as Of<K>] : []))
    const last = bodies.at(-1)
    if (!last) throw new Error(`nothing of ${kind} was heard`)
    return last
  })
const overlayIs = (kiosk: Kiosk, screen: string, overlay: object | null) =>
  waitFor(async () => {
    const view = await kiosk.sees(screen)
    if (overlay === null) expect(view.overlay).toBeNull()
    else expect(view.overlay).toMatchObject(overlay)
    return view
  })
const isKnownAs = (hub: TestStation, state: string) =>
  waitFor(() => {
    const known = hub.bus.stations().find(({ kind }) => kind === 'kiosk')
    expect(known?.state).toBe(state)
    return known
  })
function command(hub: TestStation, act: CommandAct, helpId: string | null = null) {
  const until = new Date(Date.now() + 3_600_000).toISOString()
  const said = hub.bus.command(clinic.host.clinic.stations()[0]?.id ?? '', {
    kind: 'command',
    act,
    by: 'Maria',
    reason: 'a spill',
    until,
    helpId,
  })
  if (!said.ok) throw new Error(said.error.kind)
  return said.value
}
/** Returns the outcome of a command. */
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

describe('a kiosk whose desk listens', () => {
  it('tells the desk of help, and the patient that somebody comes, until it is over', async () => {
    const hub = listen()
    const kiosk = await start()
    await isKnownAs(hub, 'free')
    await begin(kiosk)
    await isKnownAs(hub, 'inUse')
    await kiosk.send({ type: 'help' })
    const { overlay } = await overlayIs(kiosk, 'contact', { name: 'help', heard: 'told' })
    const asked = await hears(hub, 'helpAsked')
    expect(asked).toMatchObject({ screen: 'contact', language: 'en' })
    expect(overlay).toMatchObject({ helpNumber: asked.number })
    expect(await outcomeOf(hub, command(hub, 'coming', asked.helpId))).toBe('done')
    await overlayIs(kiosk, 'contact', { name: 'help', heard: 'coming' })
    await kiosk.send({ type: 'closeHelp' })
    expect(await overlayIs(kiosk, 'contact', null)).toMatchObject({ helpHeard: 'coming' })
    await kiosk.send({ type: 'help' })
    await kiosk.send({ type: 'cancelHelp' })
    expect(await hears(hub, 'helpEnded')).toMatchObject({ helpId: asked.helpId })
    expect(await overlayIs(kiosk, 'contact', null)).not.toHaveProperty('helpHeard')
    expect(await outcomeOf(hub, command(hub, 'coming', asked.helpId))).toBe('refused')
  })

  it('goes out of service when the patient is gone, stays so over a restart, and comes back', async () => {
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
    await begin(next)
  })

  it('shows staff a wish to forget everything, and forgets nothing', async () => {
    const hub = listen()
    const kiosk = await start()
    expect(await outcomeOf(hub, command(hub, 'askToWipe'))).toBe('done')
    await kiosk.enterPanel()
    expect((await kiosk.sees('staffHome')).screen).toMatchObject({ wipeAsked: true })
    await isKnownAs(hub, 'staff')
    await kiosk.send({ type: 'openStaffPage', page: 'desk' })
    expect((await kiosk.sees('staffDesk')).screen).toMatchObject({
      desk: { paired: { connection: 'connected' }, wipeAsked: { by: 'Maria', reason: 'a spill' } },
    })
    await kiosk.send({ type: 'declineWipe' })
    await waitFor(async () =>
      expect((await kiosk.sees('staffDesk')).screen).toMatchObject({ desk: { wipeAsked: null } }),
    )
    expect(kiosk.left).toEqual([])
  })

  it('reads its settings anew, serves the next patient with them, and audits who wanted it and why', async () => {
    const hub = listen()
    const kiosk = await start()
    // Nobody gave anything yet.
    expect(await outcomeOf(hub, command(hub, 'lock'))).toBe('refused')
    const id = command(hub, 'reloadSettings')
    expect(await outcomeOf(hub, id)).toBe('done')
    await kiosk.sees('welcome')
    const fields = { command: id, station: hub.bus.id, act: 'reloadSettings' }
    expect(audited('deskCommand').at(-1)).toMatchObject({
      fields: { ...fields, by: 'Maria', reason: 'a spill' },
    })
    expect(audited('deskCommandEnded').at(-1)).toMatchObject({
      fields: { command: id, outcome: 'done' },
    })
    await waitFor(() => begin(kiosk))
  })
})

it('a kiosk whom nobody hears says that its PIN was used, and nothing else of it, when somebody comes who listens', async () => {
  const kiosk = await start()
  await kiosk.enterPanel()
  await waitFor(() => expect(last?.vault()?.bus.queued()).not.toEqual([]))
  await kiosk.stop()
  await start()
  const used = await hears(listen(), 'pinUsed')
  expect(used).toEqual({ kind: 'pinUsed', useId: expect.any(String) as string })
})

it('a kiosk that is not paired is as without a bus, until staff pair it, and again after they unpair it', async () => {
  const hub = listen()
  const kiosk = await start({ isPaired: false })
  await begin(kiosk)
  await kiosk.send({ type: 'help' })
  expect((await overlayIs(kiosk, 'contact', { name: 'help' })).overlay).not.toHaveProperty('heard')
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
  await kiosk.send({ type: 'unpairKiosk' })
  await pageIs({ desk: { paired: null } })
  await isKnownAs(hub, 'gone')
  expect(audited('pairingTried')).toHaveLength(2)
})
