import { describe, expect, it } from 'vitest'
import { absent, outcomesOf, summaryOf, type Task } from './catalogue.ts'

const test = (name: string, state?: string, note?: string): Task => ({
  type: 'test',
  name,
  ...(state && { result: { state, note } }),
})
const suite = (name: string, ...tasks: Task[]): Task => ({ type: 'suite', name, tasks })

describe('the outcomes of the hostile cases', () => {
  const all = suite(
    'by a page',
    suite('goes', test('away', 'pass'), test('home', 'fail')),
    suite(
      'asks',
      test('for USB', 'skip', absent('navigator.usb')),
      test('not chosen'),
      test('not now', 'skip'),
    ),
  )

  it('are counted by name, and a case whose target is absent is neither held nor tried', () => {
    expect(outcomesOf(all)).toEqual({
      held: ['goes > away'],
      absent: ['asks > for USB (absent: navigator.usb)'],
      notHeld: ['goes > home'],
    })
  })

  it('are told with each case that was not held or not tried', () => {
    expect(summaryOf('cases', outcomesOf(all)).split('\n')).toEqual([
      'cases: 2 tried, 1 held, 1 not held, 1 absent',
      '  NOT HELD  goes > home',
      '  absent    asks > for USB (absent: navigator.usb)',
    ])
  })
})
