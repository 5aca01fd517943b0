import { describe, expect, it } from 'vitest'
import { FakeBus, placeOf } from '../../../../test/harness/bus/fake-bus.ts'
import { began, simulatedWallClock } from '../../../../test/harness/bus/wall-clock.ts'
import type { Presence } from '../../../shared/bus/messages.ts'
import { askForDeskCodes, deskAnswersMs } from './desk-codes.ts'

const desk: Presence = {
  ...{
    v: 1,
    from: 'desk000000000000',
    kind: 'desk',
    name: 'Front desk',
    version: '0',
    state: 'free',
  },
  ...{ since: '2026-03-01T08:00:00Z', connection: 'none' },
  intakes: { waiting: 0, needPerson: 0 },
}
const never = new AbortController().signal

function atKiosk() {
  const bus = new FakeBus()
  const codes = askForDeskCodes({ place: placeOf(bus), clock: simulatedWallClock() })
  return { bus, codes }
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
    const codes = askForDeskCodes({ place, clock: simulatedWallClock() })
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
