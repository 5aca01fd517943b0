import { describe, expect, it, onTestFinished, vi } from 'vitest'
import {
  freeKiosk,
  grown,
  newClinicKey,
  newStationId,
  startIn,
  startStation,
  testClinic,
  createInProcessHub,
  type InProcessHub,
} from '#harness/bus/test-station.ts'
import { arrivalOf, helpOf, presenceOf } from '#harness/hub/stations.ts'
import { simulatedWallClock } from '#harness/bus/wall-clock.ts'
import { meddledTransport } from '#harness/bus/worlds.ts'
import { commandFor } from '../../../test/conformance/bus/bus-suite.ts'
import type { StationKind } from '../../shared/bus/messages.ts'
import { systemClock } from '../base/clock.ts'
import type { Answer, Question } from '../../shared/bus/questions.ts'
import { rightsOf } from './topics.ts'
import { createKeyRing, seal, unseal } from './seal.ts'
import type { Asked } from './port.ts'
import { createStations } from './stations.ts'
import { createQuestions } from './create-bus.ts'

const key = newClinicKey()
type Rest = Partial<Parameters<typeof startIn>[1]>
const start = (hub: InProcessHub, kind: StationKind, rest: Rest = {}) =>
  startIn(hub, { kind, key, ...rest })

it('still knows how a kiosk was at last, and since when it is gone, where the broker alone says so', async () => {
  const hub = createInProcessHub()
  const hourMs = 3_600_000
  const clock = { ...systemClock, wallTime: () => Date.now() + hourMs }
  const desk = start(hub, 'desk', { clock })
  const kiosk = start(hub, 'kiosk')
  await expect.poll(() => kiosk.bus.view().connection).toBe('connected')
  const intakes = { waiting: 2, needPerson: 1 }
  kiosk.bus.present({ ...freeKiosk(), intakes })
  await expect.poll(() => desk.bus.stations()).toMatchObject([{ state: 'free' }])
  const lostAt = clock.wallTime()
  kiosk.transport.lose({ isBack: false })
  await expect
    .poll(() => desk.bus.stations())
    .toMatchObject([{ state: 'gone', name: 'Kiosk 1', version: '0.1.0', intakes }])
  const [since = ''] = desk.bus.stations().map((station) => station.since)
  expect(Date.parse(since)).toBeGreaterThanOrEqual(lostAt)
  // It comes back as it says itself.
  kiosk.bus.present(freeKiosk('Kiosk 2'))
  kiosk.transport.lose()
  await expect.poll(() => desk.bus.stations()).toMatchObject([{ state: 'free', name: 'Kiosk 2' }])
})

it('is told the name of a kiosk that went before it said how it is', async () => {
  const hub = createInProcessHub()
  const kiosk = start(hub, 'kiosk', { name: 'Front door' })
  await expect.poll(() => kiosk.bus.view().connection).toBe('connected')
  const connectedBy = Date.now()
  kiosk.transport.lose({ isBack: false })
  const desk = start(hub, 'desk', {
    clock: { ...systemClock, wallTime: () => Date.now() + 3_600_000 },
  })
  await expect
    .poll(() => desk.bus.stations())
    .toMatchObject([{ state: 'gone', name: 'Front door' }])
  // Nobody knows since when, but for the moment at which it was there.
  const [since = ''] = desk.bus.stations().map((station) => station.since)
  expect(Date.parse(since)).toBeLessThanOrEqual(connectedBy)
})

it('hears nothing of a station that was unpaired, though a former key still opens what it says', async () => {
  const hub = createInProcessHub()
  const unpaired = new Set<string>()
  const desk = start(hub, 'desk', { belongs: (station) => !unpaired.has(station) })
  const [gone, other] = [start(hub, 'kiosk'), start(hub, 'kiosk')]
  for (const { bus } of [gone, other]) bus.present(freeKiosk())
  await expect.poll(() => desk.bus.stations().length).toBe(2)
  unpaired.add(gone.bus.id)
  const next = newClinicKey()
  desk.keys.change(next)
  other.keys.change(next)
  gone.bus.tell(helpOf('theirs'))
  other.bus.tell(helpOf('ours'))
  await expect.poll(() => desk.heard.some(({ from }) => from === other.bus.id)).toBe(true)
  expect(desk.heard).toHaveLength(1)
  expect(desk.logged).toContain('bus: a message was refused: notPaired')
  expect(gone.bus.view().waiting).toBe(1)
})

describe('beside a station of the next version', () => {
  /** A station, and a newer one whose messages have more fields, of a higher version. */
  function stand(kind: StationKind, newer: StationKind) {
    const hub = createInProcessHub()
    const station = start(hub, kind)
    const [id, keys] = [newStationId(), createKeyRing([key])]
    const transport = meddledTransport(hub.attach(id, rightsOf(testClinic, id, newer).subscribe), {
      sent({ topic, payload, ...rest }) {
        const said = unseal(keys, topic, payload)
        const message = JSON.stringify(grown(JSON.parse(said.ok ? said.value : '')))
        return [{ topic, payload: seal(keys, topic, message), ...rest }]
      },
    })
    const next = startStation({ kind: newer, id, keys, transport })
    onTestFinished(() => next.bus.close())
    return { station, next }
  }

  it('hears each arrival and call with more fields, and of what it does not know says one line', async () => {
    const { station, next } = stand('desk', 'kiosk')
    next.bus.present({ ...freeKiosk(), state: 'charging' as never })
    const onConfirmed = vi.fn()
    const said = [
      { ...helpOf('help-1'), language: 'fr' },
      { ...helpOf('help-2'), kind: 'robotAsked' as 'helpAsked' },
      { ...helpOf('help-3'), kind: 'robotAsked' as 'helpAsked' },
      arrivalOf(5001),
    ]
    for (const [at, body] of said.entries())
      next.bus.tell(body, { onConfirmed: () => void onConfirmed(at) })
    await expect.poll(() => next.bus.view().waiting).toBe(0)
    expect(onConfirmed.mock.calls).toEqual([[0], [3]])
    expect(station.heard.map(({ body }) => body)).toEqual([said[0], said[3]])
    const lines = (of: typeof next) => of.logged.filter((line) => line.includes('notUnderstood'))
    expect(lines(station)).toEqual(['bus: a message was refused: notUnderstood'])
    expect(lines(next)).toEqual(['bus: a message was dropped: notUnderstood'])
    expect(station.bus.stations()).toMatchObject([{ state: 'inUse' }])
  })

  it('carries out a command with more fields, refuses one that it does not know, and is heard', async () => {
    const { station, next } = stand('kiosk', 'desk')
    const known = commandFor(60_000)
    next.bus.command(station.bus.id, { ...known, act: 'dance' as never })
    next.bus.command(station.bus.id, known)
    station.bus.tell(arrivalOf(5001))
    await expect.poll(() => [next, station].map(({ bus }) => bus.view().waiting)).toEqual([0, 0])
    expect(station.heard.map(({ body }) => body)).toEqual([known])
    expect(next.heard.map(({ body }) => body)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ kind: 'commandOutcome', outcome: 'refused' }),
        arrivalOf(5001),
      ]),
    )
  })
})

it('takes a command for a kiosk, however many wait for another', () => {
  const desk = start(createInProcessHub(), 'desk', { most: 3 })
  const [gone, live] = [newStationId(), newStationId()]
  const command = (to: string) => desk.bus.command(to, commandFor(60_000))
  for (let count = 0; count < 3; count += 1) expect(command(gone).ok).toBe(true)
  expect(command(gone)).toMatchObject({ error: { kind: 'full' } })
  expect(command(live).ok).toBe(true)
})

it('refuses to say what no station of its kind says', () => {
  const hub = createInProcessHub()
  const desk = start(hub, 'desk')
  expect(() => desk.bus.tell(arrivalOf(5001))).toThrow('a desk does not tell')
  const kiosk = start(hub, 'kiosk')
  expect(() => kiosk.bus.command(desk.bus.id, commandFor(60_000))).toThrow('does not command')
  expect([...desk.rows.queued(), ...kiosk.rows.queued()]).toEqual([])
})

it('drops what is outdated', async () => {
  const kiosk = start(createInProcessHub(), 'kiosk')
  kiosk.bus.tell(helpOf('old'), { until: Date.now() + 1 })
  await expect.poll(() => kiosk.bus.view().waiting).toBe(0)
  expect(kiosk.rows.queued()).toEqual([])
})

describe('a question', () => {
  const inMs = (ms: number): Question => ({
    kind: 'deskCodeTried',
    code: '482913',
    until: new Date(Date.now() + ms).toISOString(),
  })
  const checked = ({ id }: Asked, patientId: number | null): Answer => ({
    kind: 'deskCodeChecked',
    of: id,
    patientId,
    packetId: null,
  })
  const known = {
    isFinal: (given: Answer) => given.kind === 'deskCodeChecked' && given.patientId !== null,
  }

  /** Opens a kiosk with that many desks, which see each other. */
  async function clinic(desks: number) {
    const hub = createInProcessHub()
    const all = Array.from({ length: desks }, () => start(hub, 'desk'))
    const kiosk = start(hub, 'kiosk')
    for (const { bus } of [...all, kiosk]) bus.present(freeKiosk())
    await expect.poll(() => kiosk.bus.stations().length).toBe(desks)
    for (const { bus } of all)
      await expect.poll(() => bus.stations().some(({ kind }) => kind === 'kiosk')).toBe(true)
    return { desks: all, kiosk }
  }

  it('brings the answer of the desk, and keeps nothing', async () => {
    const { desks, kiosk } = await clinic(1)
    const asked = vi.fn((question: Asked) => Promise.resolve(checked(question, 7)))
    desks[0]?.bus.onQuestion(asked)
    const answer = await kiosk.bus.ask(inMs(5_000), known)
    expect(answer).toMatchObject({ kind: 'deskCodeChecked', patientId: 7 })
    expect(asked.mock.lastCall).toMatchObject([
      { from: kiosk.bus.id, question: { code: '482913' } },
    ])
    expect(kiosk.bus.view().waiting).toBe(0)
    expect(kiosk.rows.queued()).toEqual([])
    expect([...kiosk.heard, ...(desks[0]?.heard ?? [])]).toEqual([])
  })

  it.each([
    [[null, 9], 9],
    [[null, null], null],
  ])('put to two desks that know %j ends with %s', async (patients, patientId) => {
    const { desks, kiosk } = await clinic(2)
    for (const [at, { bus }] of desks.entries())
      bus.onQuestion((asked) => Promise.resolve(checked(asked, patients[at] ?? null)))
    expect(await kiosk.bus.ask(inMs(3_600_000), known)).toMatchObject({ patientId })
  })

  it('ends without an answer when its time is over, when it is given up, and when the bus is closed', async () => {
    const { kiosk } = await clinic(1)
    expect(await kiosk.bus.ask(inMs(20), known)).toBeUndefined()
    const giveUp = new AbortController()
    const given = kiosk.bus.ask(inMs(3_600_000), { ...known, signal: giveUp.signal })
    giveUp.abort()
    expect(await given).toBeUndefined()
    const open = kiosk.bus.ask(inMs(3_600_000), known)
    await kiosk.bus.close()
    expect(await open).toBeUndefined()
  })

  it('asks again after a lost connection, and is answered once and alike', async () => {
    const { desks, kiosk } = await clinic(1)
    let count = 0
    desks[0]?.bus.onQuestion((asked) => Promise.resolve(checked(asked, (count += 1))))
    kiosk.transport.lose()
    const first = kiosk.bus.ask(inMs(30_000), { isFinal: () => false })
    expect(await first).toMatchObject({ patientId: 1 })
    expect(count).toBe(1)
  })

  it('does not answer one that comes too late', async () => {
    const { desks, kiosk } = await clinic(1)
    const asked = vi.fn((question: Asked) => Promise.resolve(checked(question, 7)))
    desks[0]?.bus.onQuestion(asked)
    expect(await kiosk.bus.ask(inMs(-60_000), known)).toBeUndefined()
    expect(await kiosk.bus.ask(inMs(5_000), known)).toBeDefined()
    expect(asked).toHaveBeenCalledTimes(1)
  })

  it('does once what it is asked twice, however much another kiosk asks in between', () => {
    const clock = simulatedWallClock()
    const [honest, hostile] = [newStationId(), newStationId()]
    const stations = createStations({ id: newStationId(), began: 0, belongs: () => true, clock })
    const at = new Date(clock.wallTime()).toISOString()
    for (const station of [honest, hostile])
      stations.take(
        JSON.stringify({ v: 1, at, began: 1, order: [1, 1], presence: presenceOf(station) }),
        { station, listener: false },
        true,
      )
    const questions = createQuestions(() => undefined, clock, stations)
    const done: string[] = []
    questions.onQuestion((asked) => {
      done.push(asked.from)
      return Promise.resolve(checked(asked, 7))
    })
    const until = new Date(clock.wallTime() + 10_000).toISOString()
    const question: Question = { kind: 'deskCodeTried', code: '482913', until }
    const asks = (from: string, id: string) => questions.asked({ id, from, question })
    asks(honest, 'a')
    for (let count = 0; count < 5_000; count += 1) asks(hostile, `${count}`)
    asks(honest, 'a')
    expect(done.filter((from) => from === honest)).toHaveLength(1)
    questions.close()
  })
})
