import { expect, it } from 'vitest'
import { openMemoryRows } from '../../../test/harness/bus/memory-rows.ts'
import {
  freeKiosk,
  help,
  newClinicKey,
  newStationId,
  startIn,
  testClinic,
} from '../../../test/harness/bus/test-station.ts'
import type { StationKind } from '../../shared/bus/messages.ts'
import { systemClock } from '../base/clock.ts'
import { createInProcessHub, type InProcessHub } from './in-process.ts'
import { topicsOf } from './topics.ts'

const key = newClinicKey()
const start = (hub: InProcessHub, kind: StationKind, rest: object = {}) =>
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

it('hands on what an earlier Foyer kept and did not know', async () => {
  const hub = createInProcessHub()
  const rows = openMemoryRows()
  const from = newStationId()
  const at = new Date().toISOString()
  const head = { v: 1, id: 'm', from, at, number: 7, after: null }
  const message = JSON.stringify({ ...head, body: help('a') })
  rows.keepUnknown({ station: from, id: 'm', topic: topicsOf(testClinic).up(from), message }, 9)
  const desk = start(hub, 'desk', { rows })
  expect(desk.heard).toMatchObject([{ id: 'm', from, body: { helpId: 'a' } }])
  await desk.bus.close()
  const again = start(hub, 'desk', { rows })
  expect(again.heard).toEqual([])
  expect(rows.unknown()).toEqual([])
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
})

it('lets go of what is outdated', async () => {
  const hub = createInProcessHub()
  const kiosk = start(hub, 'kiosk')
  kiosk.bus.tell(help('old'), { until: Date.now() + 1 })
  await expect.poll(() => kiosk.bus.view().waiting).toBe(0)
  expect(kiosk.rows.queued()).toEqual([])
})
