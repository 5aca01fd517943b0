import { expect, it } from 'vitest'
import { FakeBus, memoryText, placeOf } from '../../../../test/harness/bus/fake-bus.ts'
import type { OutboxView } from '../../offline/outbox/outbox-view.ts'
import { tellOfIntakes } from './intake-notices.ts'

type Row = OutboxView['needsPerson'][number]
const row = (id: string, reason: Row['reason'] = 'noMatch'): Row => ({
  ...{ id, reason, helpNumber: '427', can: [], candidates: [] },
  finishedAt: '2026-03-01T09:00:00.000Z',
})
const waits = (intakeId: string, reason = 'noMatch') => ({
  ...{ kind: 'intakeWaits', intakeId, reason, since: '2026-03-01T09:00:00.000Z' },
})

function stand(kept = memoryText(), ...first: readonly Row[]) {
  const bus = new FakeBus()
  let rows = first
  const notices = tellOfIntakes({ place: placeOf(bus), view: () => ({ needsPerson: rows }), kept })
  const show = (...next: readonly Row[]) => {
    rows = next
    notices.update()
  }
  return { bus, show, kept, notices }
}

it('tells once of each intake that needs a person, and once that it does no more', () => {
  const { bus, show } = stand()
  show(row('a'))
  show(row('a'), row('b'))
  show(row('b'))
  show(row('b'))
  expect(bus.notices).toEqual([waits('a'), waits('b'), { kind: 'intakeSettled', intakeId: 'a' }])
})

it('tells again when it needs one for another reason', () => {
  const { bus, show } = stand()
  show(row('a'))
  show(row('a', 'severalMatches'))
  expect(bus.notices).toEqual([waits('a'), waits('a', 'severalMatches')])
})

it('remembers over a restart what it told', () => {
  const first = stand()
  first.show(row('a'), row('b'))
  first.notices.stop()
  const again = stand(first.kept, row('a'), row('b'))
  again.show(row('a'), row('b'))
  expect(again.bus.notices).toEqual([])
})

it('says after a restart what was settled meanwhile', () => {
  const first = stand()
  first.show(row('a'), row('b'))
  first.notices.stop()
  const bus = new FakeBus()
  tellOfIntakes({
    ...{ place: placeOf(bus), view: () => ({ needsPerson: [row('b')] }), kept: first.kept },
  })
  expect(bus.notices).toEqual([{ kind: 'intakeSettled', intakeId: 'a' }])
})

it('tells all of them to another clinic', () => {
  const { kept, show, notices } = stand()
  show(row('a'))
  notices.stop()
  const bus = new FakeBus('another000000000')
  tellOfIntakes({ place: placeOf(bus), view: () => ({ needsPerson: [row('a')] }), kept })
  expect(bus.notices).toEqual([waits('a')])
})

it('tells later what could not be kept', () => {
  const { bus, show } = stand()
  bus.isFull = true
  show(row('a'))
  bus.isFull = false
  show(row('a'))
  expect(bus.notices).toEqual([waits('a')])
})
