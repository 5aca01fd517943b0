import { expect, it } from 'vitest'
import { FakeBus, placeOf } from '../../../../test/harness/bus/fake-bus.ts'
import { began, simulatedWallClock } from '../../../../test/harness/bus/wall-clock.ts'
import { needLastsMs, tellOfNeeds } from './need-notices.ts'

it('tells whom the kiosk sends to a person, and why, for an hour, after the screen was drawn', () => {
  const bus = new FakeBus()
  const clock = simulatedWallClock()
  const tell = tellOfNeeds({ place: placeOf(bus), clock })
  tell({ number: '427', reason: 'noMatch', language: 'es' })
  expect(bus.told).toEqual([])
  clock.increment(0)
  expect(bus.told).toMatchObject([
    {
      notice: { kind: 'staffNeeded', number: '427', reason: 'noMatch', language: 'es' },
      until: began + needLastsMs,
    },
  ])
})
