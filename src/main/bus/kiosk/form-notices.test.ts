import { expect, it } from 'vitest'
import { FakeBus, placeOf } from '../../../../test/harness/bus/fake-bus.ts'
import { began, simulatedWallClock } from '../../../../test/harness/bus/wall-clock.ts'
import { completionLastsMs, tellOfForms } from './form-notices.ts'

it('tells whose forms were completed, and nothing else of them, after the screen was drawn', () => {
  const bus = new FakeBus()
  const clock = simulatedWallClock()
  const tell = tellOfForms({ place: placeOf(bus), clock })
  tell(42)
  expect(bus.told).toEqual([])
  clock.increment(0)
  expect(bus.told.map(({ notice }) => notice)).toEqual([{ kind: 'formsCompleted', patientId: 42 }])
  expect(bus.told).toMatchObject([{ until: began + completionLastsMs }])
})
