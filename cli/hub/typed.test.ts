import { expect, it } from 'vitest'
import {
  backKiosk,
  frontKiosk,
  helpOf,
  neededOf,
  presenceOf,
} from '../../test/harness/hub/stations.ts'
import type { Overview } from '../../src/main/hub/overview/overview.ts'
import { readTyped, typedHelp } from './typed.ts'

const call = (from: string, number: string) => ({
  from,
  at: 0,
  body: helpOf(`${from} ${number}`, number),
  coming: null,
})
const sentFrom = (from: string, number: string) => ({ from, at: 0, body: neededOf(number) })
const known: Overview = {
  help: [call(frontKiosk, '417'), call(backKiosk, '5'), call(frontKiosk, '5')],
  needed: [sentFrom(frontKiosk, '8'), sentFrom(frontKiosk, '417')],
  arrivals: [],
  intakes: [],
  stations: [presenceOf(frontKiosk), presenceOf(backKiosk)],
  commands: [],
  connection: 'connected',
}

it('takes the number of a call, and that of its kiosk where two show the same', () => {
  expect(readTyped(' 417 ', known)).toMatchObject({
    value: { kind: 'come', call: { from: frontKiosk } },
  })
  // Sorted by name: the back door is the first.
  expect(readTyped('5 1', known)).toMatchObject({
    value: { kind: 'come', call: { from: backKiosk } },
  })
  expect(readTyped('5', known)).toMatchObject({
    error: expect.stringContaining('more than one') as string,
  })
})

it('takes the number of who was sent to the desk, after who still waits at a kiosk', () => {
  expect(readTyped('8', known)).toMatchObject({
    value: { kind: 'attend', to: { from: frontKiosk, body: { number: '8' } } },
  })
  expect(readTyped('417', known)).toMatchObject({ value: { kind: 'come' } })
})

it.each([
  ['lock 2', 'lock', frontKiosk],
  ['OUT 1', 'takeOutOfService', backKiosk],
  ['back 1', 'bringBack', backKiosk],
  ['reload 1', 'reloadSettings', backKiosk],
  ['restart 1', 'restart', backKiosk],
  ['wipe 1', 'askToWipe', backKiosk],
])('takes %s', (line, act, from) => {
  expect(readTyped(line, known)).toMatchObject({ value: { kind: 'command', act, kiosk: { from } } })
})

it.each(['lock', 'lock 0', 'lock 3', 'lock two', 'lock -1'])('asks which kiosk: %s', (line) => {
  expect(readTyped(line, known)).toMatchObject({
    error: expect.stringContaining('Which') as string,
  })
})

it.each(['99', 'dance 1', 'constructor 1', '417 1 1'])('explains what can be typed: %s', (line) => {
  expect(readTyped(line, known)).toEqual({ ok: false, error: typedHelp })
})

it('ends, and takes an empty line for nothing', () => {
  expect(readTyped('q', known)).toEqual({ ok: true, value: { kind: 'leave' } })
  expect(readTyped('  ', known)).toEqual({ ok: true, value: { kind: 'nothing' } })
})
