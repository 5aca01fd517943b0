import { describe, expect, it } from 'vitest'
import { FakeBus, memoryText, placeOf } from '#harness/bus/fake-bus.ts'
import { began, simulatedWallClock } from '#harness/bus/wall-clock.ts'
import { command, type BusCommand, type CommandAct } from '../../../shared/bus/messages.ts'
import { carryOutCommands, type CommandedKiosk } from './commands.ts'

const hourMs = 60 * 60_000
const code = { code: '482913' }
const at = (ms: number) => new Date(began + ms).toISOString()
const asking = (act: CommandAct, more: Partial<BusCommand> = {}): BusCommand => ({
  kind: 'command',
  act,
  by: 'Maria',
  reason: 'a spill',
  until: at(hourMs),
  helpId: null,
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
    place: placeOf(bus),
    kiosk,
    kept,
    clock,
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

/** A kiosk after a restart, whose first life did `begin`. */
function nextLife(begin: (first: ReturnType<typeof live>) => void) {
  const first = live()
  begin(first)
  first.commands.stop()
  return live(first.kept)
}
function inUse() {
  const kiosk = live()
  kiosk.state.isFree = false
  return kiosk
}
const outcome = (word: string, detail: string | null = null) => ({ outcome: word, detail })
const done = outcome('done')
const heardOf = (act: string) => `deskCommand c1 desk000000000000 ${act} Maria a spill`

it('knows in the audit who commands by their id, too, also after a restart, and needs none', () => {
  const next = nextLife((first) => {
    first.state.isFree = false
    first.command(asking('takeOutOfService', { member: 'id-of-maria' }))
    expect(first.log).toEqual([`${heardOf('takeOutOfService')} id-of-maria`])
  })
  next.commands.proceed()
  expect(next.log).toEqual(['out of service', 'deskCommandEnded c1 done'])
  const without = asking('lock')
  expect(command.parse(without)).toEqual(without)
  next.command(without, 'c2')
  expect(next.log).toContain('locked')
})

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
  const body = asking(act, more)

  it('is carried out after the audit knows who wants it and why, and answered, and not again after a restart', () => {
    const next = nextLife(({ command, log, answers }) => {
      command(body)
      expect(log).toEqual([heardOf(act), happens, 'deskCommandEnded c1 done'])
      expect(answers()).toEqual([done])
    })
    next.commands.proceed()
    expect([next.log, next.answers()]).toEqual([[], []])
  })

  it('is too late where Foyer ended before it, and started again after its time', () => {
    const next = nextLife(({ bus }) => bus.hears('c1', body))
    next.clock.increment(hourMs + 1)
    next.commands.proceed()
    expect(next.log).toEqual([heardOf(act), 'deskCommandEnded c1 tooLate'])
    expect(next.answers()).toEqual([outcome('tooLate')])
  })

  it('is carried out when the bus says that it is in time, whatever the clock here says', () => {
    const { command, clock, log } = live()
    clock.increment(hourMs + 1)
    command(body)
    expect(log).toContain(happens)
  })

  it('is carried out after a restart where the first life had no time for it', () => {
    const next = nextLife(({ bus, log }) => {
      bus.hears('c1', body)
      // Nothing is done while the bus still hands it on.
      expect(log).toEqual([])
    })
    next.commands.proceed()
    expect(next.log).toContain(happens)
    expect(next.answers()).toEqual([done])
  })
})

describe.each([
  ['takeOutOfService', 'out of service'],
  ['reloadSettings', 'settings read'],
  ['restart', 'restarted'],
] as const)('%s, while somebody stands at the kiosk', (act, what) => {
  it('waits until they are gone', () => {
    const { command, free, log } = inUse()
    command(asking(act))
    expect(log).not.toContain(what)
    free()
    expect(log).toContain(what)
  })

  it.each([
    ['they stay longer than it holds', 1, 0],
    ['they stay as long, where the clock here is hours behind', 6, 5],
  ])('is too late when %s', (_, until, saidAt) => {
    const { bus, clock, free, log, answers } = inUse()
    bus.hears('c1', asking(act, { until: at(until * hourMs) }), at(saidAt * hourMs))
    clock.increment(hourMs + 1)
    expect(answers()).toEqual([outcome('tooLate')])
    free()
    expect(log).not.toContain(what)
  })

  it('waits no longer once the commands are stopped', () => {
    const { command, free, commands, log } = inUse()
    command(asking(act))
    commands.stop()
    free()
    expect(log).not.toContain(what)
  })
})

it('says what became of a restart only when Foyer has started again, and does not restart it then', () => {
  const next = nextLife((first) => {
    first.command(asking('restart'))
    first.commands.proceed()
    expect(first.log.filter((line) => line === 'restarted')).toHaveLength(1)
    expect(first.answers()).toEqual([])
  })
  next.commands.proceed()
  expect(next.log).toEqual(['deskCommandEnded c1 done'])
  expect(next.answers()).toEqual([done])
})

type State = ReturnType<typeof live>['state']
it.each<[string, BusCommand, Partial<State>, string | null]>([
  [
    'what is wrong in the settings',
    asking('reloadSettings'),
    { settings: 'idle.afterMs: a number' },
    'idle.afterMs: a number',
  ],
  ['nothing to lock', asking('lock'), { isLockable: false }, null],
  ['help that is over', asking('coming', { helpId: 'help-2' }), {}, null],
  ['no help to come to', asking('coming'), {}, null],
  ['somebody in front of the kiosk', asking('beginWithCode', code), { isFree: false }, null],
  ['a kiosk that serves nobody', asking('beginWithCode', code), { isLockable: false }, null],
  ['no code', asking('beginWithCode'), {}, null],
])('refuses, and does not wait, where there is %s', (_, body, change, detail) => {
  const { command, state, free, answers, log } = live()
  Object.assign(state, change)
  command(body)
  free()
  const refused = detail === null ? { outcome: 'refused' } : outcome('refused', detail)
  expect(answers()).toMatchObject([refused])
  expect(log.join()).not.toContain('began')
})

it('refuses a restart where nothing would start Foyer again', () => {
  const { command, answers } = live(undefined, { restarts: false })
  command(asking('restart'))
  expect(answers()).toEqual([outcome('refused', 'nothing would start it again')])
})

it('carries out what waits in the order in which it came', () => {
  const { command, free, log } = inUse()
  command(asking('reloadSettings'), 'c1')
  command(asking('takeOutOfService'), 'c2')
  free()
  const happened = log.filter((line) => !line.startsWith('deskCommand'))
  expect(happened).toEqual(['settings read', 'out of service'])
})
