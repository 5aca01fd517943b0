import { describe, expect, it } from 'vitest'
import {
  arrivalOf,
  backKiosk,
  frontKiosk,
  helpOf,
  intakeOf,
  neededOf,
  presenceOf,
} from '#harness/hub/stations.ts'
import type { Overview } from '../../src/main/stations/hub/hub-desk.ts'
import { overviewLines } from './overview-lines.ts'
import { readTyped, typedHelp } from './typed.ts'

const nothing: Overview = {
  help: [],
  needed: [],
  alarms: [],
  arrivals: [],
  intakes: [],
  stations: [],
  commands: [],
  connection: 'connected',
}

describe('the overview of a hub', () => {
  const noon = Date.parse('2026-03-02T12:00:00.000Z')
  const minute = 60_000
  const shown = { now: noon, timeZone: 'UTC' }
  const busy: Overview = {
    ...nothing,
    help: [
      { from: frontKiosk, at: noon - 4 * minute, body: helpOf('a'), coming: null },
      { from: backKiosk, at: noon - 150 * minute, body: helpOf('b', '9'), coming: 'Sam' },
    ],
    needed: [
      { from: backKiosk, at: noon - 2 * minute, body: neededOf('77') },
      { from: frontKiosk, at: noon, body: neededOf('8', 'ofAnotherFoyer') },
    ],
    arrivals: [{ from: frontKiosk, at: noon - minute, body: arrivalOf(5) }],
    intakes: [{ from: backKiosk, at: noon, body: intakeOf('i') }],
    stations: [
      presenceOf(frontKiosk, { state: 'inUse' }),
      presenceOf(backKiosk, { state: 'gone', intakes: { waiting: 2, needPerson: 1 } }),
      presenceOf('hub0000000000000', { kind: 'hub' }),
    ],
    commands: [{ id: '1', to: backKiosk, act: 'lock', by: 'Sam', at: noon, outcome: null }],
  }

  it('says who needs help first, then what waits, then how the kiosks are', () => {
    expect(overviewLines(busy, shown)).toEqual([
      'Foyer hub, 12:00: connected',
      '',
      'Help',
      '  417  Front door  for 4 min  at contact  NOBODY IS COMING YET',
      '  9    Back door   for 2 h    at contact  Sam is coming',
      '',
      'Sent to the desk',
      '  77  Back door   2 min ago  speaks Spanish  No record was found',
      '  8   Front door  0 min ago  speaks Spanish  ofAnotherFoyer',
      '',
      'Arrived',
      '  12:30  with Dr. Chen  Front door  1 min ago',
      '',
      'Intakes that need a person',
      '  Back door  noMatch  since 11:00',
      '',
      'Kiosks',
      '  1  Back door   GONE    since 08:00  0.1.0  2 intakes wait',
      '  2  Front door  in use  since 08:00  0.1.0',
      '',
      'Sent',
      '  12:00  lock  Back door  by Sam  not answered yet',
    ])
  })

  it('keeps who needs help where the window is low: older arrivals go, then what stands last', () => {
    const crowded = {
      ...busy,
      arrivals: Array.from({ length: 20 }, (_, id) => ({
        from: frontKiosk,
        at: noon - (20 - id) * minute,
        body: arrivalOf(id),
      })),
    }
    expect(overviewLines(crowded, shown)).toHaveLength(36)
    expect(overviewLines(crowded, shown)).toContain('Arrived (the last 15 of 20)')
    const low = overviewLines(crowded, { ...shown, rows: 24 })
    expect(low).toHaveLength(24)
    expect(low.slice(10, 12)).toEqual([
      'Arrived (the last 3 of 20)',
      '  12:30  with Dr. Chen  Front door  1 min ago',
    ])
    expect(low.at(-1)).toContain('not answered yet')
    const lower = overviewLines(crowded, { ...shown, rows: 12 })
    expect(lower).toHaveLength(12)
    expect(lower.join('\n')).toMatch(/NOBODY IS COMING YET[^]*the last 3 of 20/)
    expect(lower.at(-1)).toBe('… 13 lines more: this window is too low.')
  })

  it('cuts what is too wide', () => {
    const narrow = overviewLines(busy, { ...shown, columns: 20 })
    expect(narrow).toContain('  12:30  with Dr. C…')
  })

  it('lets nothing that a kiosk or a record says steer the terminal', () => {
    const evil = '\u001B[2J\u0007\n\u202Eeman'
    const asked = { ...helpOf('a', '\u001B[7m'), screen: evil }
    const lines = overviewLines(
      {
        ...busy,
        help: [{ from: frontKiosk, at: noon, body: asked, coming: evil }],
        needed: [{ from: frontKiosk, at: noon, body: neededOf(evil, evil) }],
        arrivals: [{ from: frontKiosk, at: noon, body: { ...arrivalOf(5), with: evil } }],
        intakes: [{ from: frontKiosk, at: noon, body: { ...intakeOf('i'), reason: evil } }],
        stations: [presenceOf(frontKiosk, { name: evil, version: evil })],
      },
      shown,
    )
    expect(lines.join('')).not.toMatch(/[\p{Cc}\u202A-\u202E]/u)
  })
})

describe('what is typed under it', () => {
  const call = (from: string, number: string) => ({
    from,
    at: 0,
    body: helpOf(`${from} ${number}`, number),
    coming: null,
  })
  const sentFrom = (from: string, number: string) => ({ from, at: 0, body: neededOf(number) })
  const known: Overview = {
    ...nothing,
    help: [call(frontKiosk, '417'), call(backKiosk, '5'), call(frontKiosk, '5')],
    needed: [sentFrom(frontKiosk, '8'), sentFrom(frontKiosk, '417')],
    stations: [presenceOf(frontKiosk), presenceOf(backKiosk)],
  }

  const says = (error: string) => ({ error: expect.stringContaining(error) as string })
  const command = (act: string, to: string) => ({ value: { ask: 'command', act, to } })
  it.each<[string, string, object]>([
    ['the number of a call', ' 417 ', { value: { ask: 'come', from: frontKiosk } }],
    // Sorted by name: the back door is the first.
    ['that of its kiosk, too', '5 1', { value: { ask: 'come', from: backKiosk } }],
    ['a number that two show', '5', says('more than one')],
    ['who was sent to the desk', '8', { value: { ask: 'attend', from: frontKiosk, number: '8' } }],
    ['a command', 'lock 2', command('lock', frontKiosk)],
    ['a command in capitals', 'OUT 1', command('takeOutOfService', backKiosk)],
    ['a command', 'back 1', command('bringBack', backKiosk)],
    ['a command', 'reload 1', command('reloadSettings', backKiosk)],
    ['a command', 'restart 1', command('restart', backKiosk)],
    ['a command', 'wipe 1', command('askToWipe', backKiosk)],
    ...['lock', 'lock 0', 'lock 3', 'lock two', 'lock -1'].map(
      (typed): [string, string, object] => ['a command of no kiosk', typed, says('Which')],
    ),
    ...['99', 'dance 1', 'constructor 1', '417 1 1'].map((typed): [string, string, object] => [
      'what is not understood',
      typed,
      { error: typedHelp },
    ]),
    ['the end', 'q', { ok: true, value: 'leave' }],
    ['an empty line', '  ', { ok: true, value: 'nothing' }],
  ])('takes %s: %j', (_, typed, taken) => expect(readTyped(typed, known)).toMatchObject(taken))
})
