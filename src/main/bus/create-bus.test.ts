import { openMemoryRows } from '../../../test/harness/bus/memory-rows.ts'
import { expect, it } from 'vitest'
import {
  freeKiosk,
  help,
  newClinicKey,
  newStationId,
  startStation,
  testClinic,
} from '../../../test/harness/bus/test-station.ts'
import type { StationKind } from '../../shared/bus/messages.ts'
import { systemClock } from '../base/clock.ts'
import { createInProcessHub, type InProcessHub } from './in-process.ts'
import { rightsOf, topicsOf } from './topics.ts'

const key = newClinicKey()

function start(
  hub: InProcessHub,
  kind: StationKind,
  rest: Partial<Parameters<typeof startStation>[0]> = {},
) {
  const id = rest.id ?? newStationId()
  const transport = hub.attach(id, rightsOf(testClinic, id, kind).subscribe)
  const station = startStation({ kind, transport, key, ...rest, id })
  return { ...station, transport }
}

it('tells whoever listens, once, and lets go of it when they have it', async () => {
  const hub = createInProcessHub()
  const desk = start(hub, 'desk')
  const kiosk = start(hub, 'kiosk')
  kiosk.bus.present(freeKiosk())
  const told = kiosk.bus.tell(help('a'))
  await expect.poll(() => desk.heard.map(({ id }) => id)).toEqual([told.ok && told.value])
  await expect.poll(() => kiosk.bus.view()).toMatchObject({ waiting: 0, isHeard: true })
  expect(desk.bus.stations()).toMatchObject([{ name: 'Kiosk 1', state: 'free' }])
  await kiosk.bus.close()
  await expect.poll(() => desk.bus.stations()).toMatchObject([{ state: 'gone' }])
  await desk.bus.close()
})

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
  await Promise.all([desk.bus.close(), kiosk.bus.close()])
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
  await Promise.all([desk.bus.close(), kiosk.bus.close()])
})

it('commands a kiosk, which answers', async () => {
  const hub = createInProcessHub()
  const desk = start(hub, 'desk')
  const kiosk = start(hub, 'kiosk')
  const until = new Date(Date.now() + 60_000).toISOString()
  desk.bus.command(kiosk.bus.id, {
    kind: 'command',
    act: 'lock',
    by: 'Ana',
    reason: 'Break',
    until,
    helpId: null,
  })
  await expect.poll(() => kiosk.heard).toMatchObject([{ body: { act: 'lock' } }])
  const [command] = kiosk.heard
  if (!command) throw new Error('none')
  kiosk.bus.answer(command, {
    kind: 'commandOutcome',
    of: command.id,
    outcome: 'done',
    detail: null,
  })
  await expect.poll(() => desk.heard).toMatchObject([{ body: { of: command.id, outcome: 'done' } }])
  await expect.poll(() => desk.bus.view().waiting + kiosk.bus.view().waiting).toBe(0)
  await Promise.all([desk.bus.close(), kiosk.bus.close()])
})

it('hands on what an earlier Foyer kept and did not know', async () => {
  const hub = createInProcessHub()
  const rows = openMemoryRows()
  const from = newStationId()
  const at = new Date().toISOString()
  const message = JSON.stringify({
    v: 1,
    id: 'm',
    from,
    at,
    number: 7,
    after: null,
    body: help('a'),
  })
  rows.keepUnknown({ station: from, id: 'm', topic: topicsOf(testClinic).up(from), message }, 9)
  const desk = start(hub, 'desk', { rows })
  expect(desk.heard).toMatchObject([{ id: 'm', from, body: { helpId: 'a' } }])
  await desk.bus.close()
  const again = start(hub, 'desk', { rows })
  expect(again.heard).toEqual([])
  expect(rows.unknown()).toEqual([])
  await again.bus.close()
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
  gone.bus.tell(help('theirs'))
  other.bus.tell(help('ours'))
  await expect.poll(() => desk.heard.some(({ from }) => from === other.bus.id)).toBe(true)
  expect(desk.heard).toHaveLength(1)
  expect(desk.logged).toContain('bus: a message was refused: notPaired')
  expect(gone.bus.view().waiting).toBe(1)
  await Promise.all([desk, gone, other].map(({ bus }) => bus.close()))
})

it('lets go of what is outdated', async () => {
  const hub = createInProcessHub()
  const kiosk = start(hub, 'kiosk')
  kiosk.bus.tell(help('old'), { until: Date.now() + 1 })
  await expect.poll(() => kiosk.bus.view().waiting).toBe(0)
  expect(kiosk.rows.queued()).toEqual([])
  await kiosk.bus.close()
})
