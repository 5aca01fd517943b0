import { describe, expect, it, vi } from 'vitest'
import { FakeBus, memoryText, placeOf } from '#harness/bus/fake-bus.ts'
import { presenceOf } from '#harness/hub/stations.ts'
import { began, simulatedWallClock } from '#harness/bus/wall-clock.ts'
import type { OutboxView } from '../../kiosk/offline/outbox/outbox-view.ts'
import { after } from '../../base/timers.ts'
import { completionLastsMs, needLastsMs, tellOfIntakes, tellOfPatients } from './notices.ts'
import { askForDeskCodes, deskAnswersMs, createHelpCalls, helpLastsMs } from './kiosk-station.ts'

type Told = ReturnType<typeof tellOfPatients>
const need = { number: '427', reason: 'noMatch', language: 'es' } as const

it.each<[string, (told: Told) => void, object, number]>([
  [
    'whose forms were completed, and nothing else of them',
    (told) => told.formsCompleted(42),
    { kind: 'formsCompleted', patientId: 42 },
    completionLastsMs,
  ],
  [
    'whom the kiosk sends to a person, and why',
    (told) => told.needStaff(need),
    { kind: 'staffNeeded', ...need },
    needLastsMs,
  ],
])('tells %s, for a while, after the screen was drawn', (_, tell, notice, lastsMs) => {
  const bus = new FakeBus()
  const clock = simulatedWallClock()
  tell(tellOfPatients(placeOf(bus), clock))
  expect(bus.told).toEqual([])
  clock.increment(0)
  expect(bus.told).toEqual([{ id: 'message-1', notice, until: began + lastsMs }])
})

describe('an intake that needs a person', () => {
  type Row = OutboxView['needsPerson'][number]
  const row = (id: string, reason: Row['reason'] = 'noMatch'): Row => ({
    id,
    reason,
    helpNumber: '427',
    can: [],
    candidates: [],
    finishedAt: '2026-03-01T09:00:00.000Z',
  })
  const waits = (intakeId: string, reason = 'noMatch') => ({
    kind: 'intakeWaits',
    intakeId,
    reason,
    since: '2026-03-01T09:00:00.000Z',
  })
  const settled = (intakeId: string) => ({ kind: 'intakeSettled', intakeId })

  function stand(kept = memoryText(), first: readonly Row[] = [], bus = new FakeBus()) {
    let rows = first
    const view = () => ({ needsPerson: rows })
    const notices = tellOfIntakes({ place: placeOf(bus), view, kept })
    const show = (...next: readonly Row[]) => {
      rows = next
      notices.update()
    }
    return { bus, show, kept, notices }
  }
  /** Returns the kept state of a kiosk that reported these rows and stopped. */
  function toldOf(...rows: readonly Row[]) {
    const { kept, show, notices } = stand()
    show(...rows)
    notices.stop()
    return kept
  }

  it('is told of once, and once that it needs one no more', () => {
    const { bus, show } = stand()
    show(row('a'))
    show(row('a'), row('b'))
    show(row('b'))
    show(row('b'))
    expect(bus.notices).toEqual([waits('a'), waits('b'), settled('a')])
  })

  it('is told of again when it needs one for another reason', () => {
    const { bus, show } = stand()
    show(row('a'))
    show(row('a', 'severalMatches'))
    expect(bus.notices).toEqual([waits('a'), waits('a', 'severalMatches')])
  })

  it('is not told of again after a restart, but that it was settled meanwhile', () => {
    const both = [row('a'), row('b')]
    const again = stand(toldOf(...both), both)
    again.show(...both)
    expect(again.bus.notices).toEqual([])
    expect(stand(toldOf(...both), [row('b')]).bus.notices).toEqual([settled('a')])
  })

  it('is told of to another clinic', () => {
    const { bus } = stand(toldOf(row('a')), [row('a')], new FakeBus('another000000000'))
    expect(bus.notices).toEqual([waits('a')])
  })

  it('is told of later where that could not be kept', () => {
    const { bus, show } = stand()
    bus.refuse({ kind: 'full' })
    show(row('a'))
    bus.refuse(undefined)
    show(row('a'))
    expect(bus.notices).toEqual([waits('a')])
  })
})

const desk = presenceOf('desk000000000000', { kind: 'desk' })
const never = new AbortController().signal

function atKiosk() {
  const bus = new FakeBus()
  return { bus, codes: askForDeskCodes(placeOf(bus), simulatedWallClock()) }
}

describe('a code of the front desk', () => {
  it('is checked by the desk, within fifteen seconds', async () => {
    const { bus, codes } = atKiosk()
    const asked: unknown[] = []
    bus.desk = (question) => {
      asked.push(question)
      return { kind: 'deskCodeChecked', patientId: 7, packetId: 'p1' }
    }
    expect(await codes.check('482913', never)).toEqual({ patientId: 7, packetId: 'p1' })
    const until = new Date(began + deskAnswersMs).toISOString()
    expect(asked).toEqual([{ kind: 'deskCodeTried', code: '482913', until }])
  })

  it('is wrong where the desk says so, and unheard where none answers', async () => {
    const { bus, codes } = atKiosk()
    expect(await codes.check('482913', never)).toBe('unheard')
    bus.desk = () => ({ kind: 'deskCodeChecked', patientId: null, packetId: null })
    expect(await codes.check('482913', never)).toBe('wrong')
  })

  it('is unheard at a kiosk that is not paired', async () => {
    const place = { bus: () => undefined, onChange: () => () => undefined }
    const codes = askForDeskCodes(place, simulatedWallClock())
    expect(codes.isOffered()).toBe(false)
    expect(await codes.check('482913', never)).toBe('unheard')
  })
})

it.each([
  ['a desk that is there', [desk], 'connected', true],
  ['a desk that is gone', [{ ...desk, state: 'gone' }], 'connected', false],
  ['a hub alone', [{ ...desk, kind: 'hub' }], 'connected', false],
  ['nobody', [], 'connected', false],
  ['a desk, without a connection', [desk], 'connecting', false],
] as const)('is offered or not, with %s', (_, seen, connection, isOffered) => {
  const { bus, codes } = atKiosk()
  bus.seen = seen
  let changes = 0
  const end = codes.onConnectionChange(() => (changes += 1))
  bus.becomes({ connection })
  expect([codes.isOffered(), changes]).toEqual([isOffered, 1])
  end()
  bus.becomes({})
  expect(changes).toBe(1)
})

describe('a call for help', () => {
  const asked = { number: '427', screen: 'contact', language: 'es' } as const

  /** Sets up a call for help, whose request returns before it is sent. */
  function stand(bus = new FakeBus()) {
    const clock = simulatedWallClock()
    const calls = createHelpCalls({
      place: placeOf(bus),
      clock,
      newId: () => 'help-1',
      soon: (action) => after(clock, 0, action),
    })
    const onChange = vi.fn()
    const call = calls.askHelp(asked, () => void onChange(call.heard()))
    const told = () => {
      clock.increment(0)
      return bus.told
    }
    return { bus, clock, calls, call, onChange, told }
  }

  it('is told with number, screen and language for an hour, after what asked for it has come back', () => {
    const { bus, told } = stand()
    expect(bus.told).toEqual([])
    const notice = { kind: 'helpAsked', helpId: 'help-1', ...asked }
    expect(told()).toEqual([{ id: 'message-1', notice, until: began + helpLastsMs }])
  })

  it('is heard once a desk has it, whoever is there', () => {
    const { bus, told, call, onChange } = stand()
    told()
    bus.becomes({ isHeard: true, waiting: 0 })
    expect(call.heard()).toBeNull()
    bus.confirm('message-1')
    expect(call.heard()).toBe('told')
    expect(onChange).toHaveBeenCalledExactlyOnceWith('told')
  })

  it('is not heard where it cannot be kept, nor after its end', () => {
    const bus = new FakeBus()
    bus.refuse({ kind: 'full' })
    const refused = stand(bus)
    refused.told()
    const ended = stand()
    ended.told()
    ended.call.end()
    ended.bus.confirm('message-1')
    for (const { call, onChange } of [refused, ended]) {
      expect(call.heard()).toBeNull()
      expect(onChange).not.toHaveBeenCalled()
    }
  })

  it('knows that somebody is coming, until it ends', () => {
    const { bus, told, calls, call } = stand()
    told()
    expect([calls.coming('help-2'), calls.coming('help-1')]).toEqual([false, true])
    expect(call.heard()).toBe('coming')
    bus.confirm('message-1')
    expect(call.heard()).toBe('coming')
    call.end()
    expect(calls.coming('help-1')).toBe(false)
  })

  it('ends once, and what nobody heard of it is let go of', () => {
    const { bus, told, call } = stand()
    told()
    call.end()
    call.end()
    expect(bus.notices).toEqual([{ kind: 'helpEnded', helpId: 'help-1' }])
    expect(bus.told.at(-1)?.until).toBe(began + helpLastsMs)
  })

  it('is never told when it ends at once', () => {
    const { clock, call, told } = stand()
    call.end()
    clock.increment(1_000)
    expect(told()).toEqual([])
  })
})
