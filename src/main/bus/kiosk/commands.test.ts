import { describe, expect, it } from 'vitest'
import { FakeBus, memoryText, placeOf } from '../../../../test/harness/bus/fake-bus.ts'
import { began, simulatedWallClock } from '../../../../test/harness/bus/wall-clock.ts'
import { command, type BusCommand, type CommandAct } from '../../../shared/bus/messages.ts'
import { carryOutCommands } from './commands.ts'
import type { CommandedKiosk } from './kiosk-acts.ts'

const hourMs = 60 * 60_000
const at = (ms: number) => new Date(began + ms).toISOString()
const asking = (act: CommandAct, more: Partial<BusCommand> = {}): BusCommand => ({
  ...{ kind: 'command', act, by: 'Maria', reason: 'a spill', until: at(hourMs), helpId: null },
  ...more,
})

/** A kiosk's life on what rests in its vault: the same `kept` is the same kiosk, started again. */
function live(kept = memoryText(), options: { readonly restarts?: boolean } = {}) {
  const bus = new FakeBus()
  const clock = simulatedWallClock()
  const log: string[] = []
  const state = { isFree: true, isLockable: true, settings: null as string | null }
  const kiosk: CommandedKiosk = {
    isFree: () => state.isFree,
    setOutOfService: (isOut) => void log.push(isOut ? 'out of service' : 'in service'),
    reloadSettings() {
      log.push('settings read')
      return { ok: state.settings === null, detail: state.settings }
    },
    restart: options.restarts === false ? undefined : () => void log.push('restarted'),
    askToWipe: ({ by, reason }) => void log.push(`asked to wipe by ${by}: ${reason}`),
    lock() {
      if (state.isLockable) log.push('locked')
      return state.isLockable
    },
    coming(helpId) {
      if (helpId === 'help-1') log.push('coming')
      return helpId === 'help-1'
    },
    beginWithCode(code) {
      if (state.isLockable) log.push(`began with ${code}`)
      return state.isLockable
    },
  }
  const commands = carryOutCommands({
    ...{ place: placeOf(bus), kiosk, kept, clock },
    audit: (kind, fields) => void log.push([kind, ...Object.values(fields)].join(' ')),
  })
  bus.onMessage((message) => commands.take(message))
  const command = (body: BusCommand, id = 'c1') => {
    bus.hears(id, body)
    clock.increment(0)
  }
  const free = () => {
    state.isFree = true
    commands.proceed()
  }
  const answers = () => bus.answers.map(({ outcome: { outcome, detail } }) => ({ outcome, detail }))
  return { bus, clock, log, state, commands, command, free, answers, kept }
}

describe('who commands', () => {
  it('is in the audit by their id, too, also after a restart; a command without one is carried out as well', () => {
    const first = live()
    first.state.isFree = false
    first.command(asking('takeOutOfService', { member: 'id-of-maria' }))
    expect(first.log).toEqual([
      'deskCommand c1 desk000000000000 takeOutOfService Maria a spill id-of-maria',
    ])
    first.commands.stop()
    const next = live(first.kept)
    next.commands.proceed()
    expect(next.log).toEqual(['out of service', 'deskCommandEnded c1 done'])
    const without = asking('lock')
    expect(command.parse(without)).toEqual(without)
    next.command(without, 'c2')
    expect(next.log).toContain('locked')
  })
})

const done = { outcome: 'done', detail: null }
const carriedOut: readonly [CommandAct, string, Partial<BusCommand>?][] = [
  ['takeOutOfService', 'out of service'],
  ['bringBack', 'in service'],
  ['reloadSettings', 'settings read'],
  ['askToWipe', 'asked to wipe by Maria: a spill'],
  ['lock', 'locked'],
  ['coming', 'coming', { helpId: 'help-1' }],
  ['beginWithCode', 'began with 482913', { code: '482913' }],
]

describe.each(carriedOut)('%s', (act, happens, more) => {
  const station = 'desk000000000000'

  it('is carried out after the audit knows who wants it and why, and is answered', () => {
    const { command, log, answers } = live()
    command(asking(act, more))
    expect(log).toEqual([
      `deskCommand c1 ${station} ${act} Maria a spill`,
      happens,
      'deskCommandEnded c1 done',
    ])
    expect(answers()).toEqual([done])
  })

  it('is carried out once however often it comes, and answered each time', () => {
    const { command, log, answers } = live()
    command(asking(act, more))
    command(asking(act, more))
    expect(log.filter((line) => line === happens)).toHaveLength(1)
    expect(answers()).toEqual([done, done])
  })

  it('is not carried out again after a restart', () => {
    const first = live()
    first.command(asking(act, more))
    first.commands.stop()
    const next = live(first.kept)
    next.command(asking(act, more))
    expect(next.log).toEqual([])
    expect(next.answers()).toEqual([done])
  })

  it('is too late where Foyer ended before it, and started again after its time', () => {
    const first = live()
    first.bus.hears('c1', asking(act, more))
    first.commands.stop()
    const next = live(first.kept)
    next.clock.increment(hourMs + 1)
    next.commands.proceed()
    expect(next.log).toEqual([
      `deskCommand c1 ${station} ${act} Maria a spill`,
      'deskCommandEnded c1 tooLate',
    ])
    expect(next.answers()).toEqual([{ outcome: 'tooLate', detail: null }])
  })

  it('is carried out when the bus says that it is in time, whatever the clock here says', () => {
    const { command, clock, log } = live()
    clock.increment(hourMs + 1)
    command(asking(act, more))
    expect(log).toContain(happens)
  })

  it('does nothing while the bus still hands it on', () => {
    const { bus, log } = live()
    bus.hears('c1', asking(act, more))
    expect(log).toEqual([])
  })

  it('is carried out after a restart where the first life had no time for it', () => {
    const first = live()
    first.bus.hears('c1', asking(act, more))
    first.commands.stop()
    const next = live(first.kept)
    next.commands.proceed()
    expect(next.log).toContain(happens)
    expect(next.answers()).toEqual([done])
  })
})

describe.each(['takeOutOfService', 'reloadSettings', 'restart'] as const)(
  '%s, while somebody stands at the kiosk',
  (act) => {
    const happens = { takeOutOfService: 'out of service', reloadSettings: 'settings read' }
    const what = act === 'restart' ? 'restarted' : happens[act]

    it('waits until they are gone', () => {
      const { command, state, free, log } = live()
      state.isFree = false
      command(asking(act))
      expect(log).not.toContain(what)
      free()
      expect(log).toContain(what)
    })

    it('is too late when they stay longer than it holds', () => {
      const { command, state, clock, free, log, answers } = live()
      state.isFree = false
      command(asking(act))
      clock.increment(hourMs + 1)
      expect(answers()).toEqual([{ outcome: 'tooLate', detail: null }])
      free()
      expect(log).not.toContain(what)
    })

    it('is too late as soon where the clock here is hours behind', () => {
      const { bus, state, clock, free, log, answers } = live()
      state.isFree = false
      bus.hears('c1', asking(act, { until: at(6 * hourMs) }), at(5 * hourMs))
      clock.increment(hourMs + 1)
      expect(answers()).toEqual([{ outcome: 'tooLate', detail: null }])
      free()
      expect(log).not.toContain(what)
    })

    it('waits no longer once the commands are stopped', () => {
      const { command, state, free, commands, log } = live()
      state.isFree = false
      command(asking(act))
      commands.stop()
      free()
      expect(log).not.toContain(what)
    })
  },
)

describe('restart', () => {
  it('says what became of it only when Foyer has started again, and does not restart it then', () => {
    const first = live()
    first.command(asking('restart'))
    first.commands.proceed()
    expect(first.log.filter((line) => line === 'restarted')).toHaveLength(1)
    expect(first.answers()).toEqual([])
    first.commands.stop()
    const next = live(first.kept)
    next.commands.proceed()
    expect(next.log).toEqual(['deskCommandEnded c1 done'])
    expect(next.answers()).toEqual([done])
    next.command(asking('restart'))
    expect(next.log).not.toContain('restarted')
  })

  it('is refused where nothing would start Foyer again', () => {
    const { command, answers } = live(undefined, { restarts: false })
    command(asking('restart'))
    expect(answers()).toEqual([{ outcome: 'refused', detail: 'nothing would start it again' }])
  })
})

it('refuses with what is wrong in the settings', () => {
  const { command, state, answers } = live()
  state.settings = 'idle.afterMs: a number'
  command(asking('reloadSettings'))
  expect(answers()).toEqual([{ outcome: 'refused', detail: 'idle.afterMs: a number' }])
})

it('refuses to lock where there is nothing to lock', () => {
  const { command, state, answers } = live()
  state.isLockable = false
  command(asking('lock'))
  expect(answers()).toMatchObject([{ outcome: 'refused' }])
})

it.each([null, 'help-2'])('refuses that somebody comes to help that is over: %s', (helpId) => {
  const { command, answers } = live()
  command(asking('coming', { helpId }))
  expect(answers()).toMatchObject([{ outcome: 'refused' }])
})

it.each([
  ['somebody stands in front of the kiosk', { isFree: false }, '482913'],
  ['it serves nobody now', { isLockable: false }, '482913'],
  ['there is no code', {}, undefined],
])('begins no visit where %s, and does not wait', (_, change, code) => {
  const { command, state, free, answers, log } = live()
  Object.assign(state, change)
  command(asking('beginWithCode', code === undefined ? {} : { code }))
  free()
  expect(answers()).toMatchObject([{ outcome: 'refused' }])
  expect(log.join()).not.toContain('began')
})

it('carries out what waits in the order in which it came', () => {
  const { command, state, free, log } = live()
  state.isFree = false
  command(asking('reloadSettings'), 'c1')
  command(asking('takeOutOfService'), 'c2')
  free()
  const happened = log.filter((line) => !line.startsWith('deskCommand'))
  expect(happened).toEqual(['settings read', 'out of service'])
})

it('remembers a bounded number of commands, and never forgets one that waits', () => {
  const { command, state, free, answers, kept } = live()
  state.isFree = false
  command(asking('takeOutOfService'), 'waits')
  for (let one = 0; one < 250; one += 1) command(asking('bringBack'), `c${one}`)
  expect((JSON.parse(kept.read() ?? '') as unknown[]).length).toBeLessThanOrEqual(200)
  free()
  expect(answers()).toHaveLength(251)
})
