import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import type { DeskRefusal, SessionAct } from '../../shared/desk/messages.ts'
import { deskCommands, deskQueries } from '../../shared/desk/operations.ts'
import type { SignedInMember } from '../../shared/desk/members.ts'
import { hasRight, type DeskRight } from '../../shared/desk/rights.ts'
import { err, ok, type Result } from '../../shared/result.ts'
import { createDeskAudit } from './desk-audit.ts'
import { createDeskGate } from './gate.ts'
import type { Prepared } from './feature.ts'
import type { SessionWork } from './session-work.ts'

const member: SignedInMember = {
  id: '6d1c2c1e-8a5f-4c58-9b1c-2f2f7f5f3a10',
  name: 'Ana Ruiz',
  roles: ['reception'],
  mustChangeSecret: false,
}
const list = { rows: [], readAt: 1 }
const reason = 'They left again at once'

let happened: string[]
let signedIn: SignedInMember | undefined
let answer: Result<unknown, DeskRefusal>
let isAuditBroken: boolean
let acts: SessionAct[]
let bugs: number
let onRun: () => void
/** Further properties of the prepared operation. */
let more: Partial<Pick<Prepared<never>, 'searchedBy' | 'refusal'>>
beforeEach(() => {
  happened = []
  acts = []
  signedIn = member
  answer = ok(list)
  isAuditBroken = false
  bugs = 0
  onRun = () => undefined
  more = {}
  work = openWork()
})

let work: SessionWork | undefined
function openWork(): SessionWork {
  const prepared = (name: string) => (): Prepared<never> => ({
    records: {},
    ...more,
    async run() {
      happened.push(`runs ${name}`)
      onRun()
      return Promise.resolve(answer as Result<never, DeskRefusal>)
    },
  })
  /** One record was shown: `appointment-1`. */
  const prepares = (names: object) =>
    Object.fromEntries(
      Object.keys(names).map((name) => [
        name,
        (input: { readonly appointment?: string }) =>
          (input.appointment ?? 'appointment-1') === 'appointment-1' ? prepared(name)() : undefined,
      ]),
    )
  const handlers = prepares({
    ...deskQueries,
    ...deskCommands,
  }) as unknown as SessionWork['handlers']
  return { handlers, end: () => Promise.resolve() }
}

const append = (kind: string, fields: Readonly<Record<string, unknown>> = {}) => {
  if (isAuditBroken) throw new Error('the disk is full')
  happened.push([kind, ...Object.values(fields)].join(' '))
}
const newGate = () =>
  createDeskGate({
    session: {
      current: () => signedIn,
      may: (place, act) => signedIn !== undefined && hasRight(signedIn.roles, { place, act }),
    },
    work: () => work,
    act(act) {
      acts.push(act)
      return Promise.resolve(ok(null))
    },
    audit: createDeskAudit({ append }, () => 0),
    log: { event: () => void (bugs += 1) },
  })
const say = (raw: unknown, isKioskPage = true) => newGate()(raw, { isKioskPage })
const query = (name: string, input: unknown = {}) => say({ type: 'query', name, input })
const command = (name: string, input: unknown, why?: string) =>
  say({ type: 'command', name, input, ...(why !== undefined && { reason: why }) })
const refused = (kind: string) => ({ ok: false, error: { kind } })
const there = { appointment: 'appointment-1' }

describe('a query', () => {
  it('is in the audit with who before it runs, and then answered', async () => {
    expect(await query('today')).toEqual({ ok: true, value: list })
    expect(happened).toEqual([`deskQueried ${member.id} today`, 'runs today'])
  })

  it('does not run where the audit cannot be written', async () => {
    isAuditBroken = true
    expect(await query('today')).toEqual(refused('failed'))
    expect(happened).toEqual([])
  })

  it('is answered to nobody else than who asked', async () => {
    onRun = () => (work = openWork())
    expect(await query('today')).toEqual(refused('locked'))
  })

  it('is not answered to who lost the right to it meanwhile', async () => {
    onRun = () => (signedIn = { ...member, roles: ['billing'] })
    expect(await query('today')).toEqual(refused('noRight'))
    expect(happened.at(-1)).toBe(`deskRefused today noRight ${member.id}`)
  })

  it('hands out nothing that is not of its schema', async () => {
    answer = ok({ ...list, rows: [{ patientId: 5001 }] })
    expect(await query('today')).toEqual(refused('failed'))
    expect(bugs).toBe(1)
  })

  it('is in the audit once in a while, and each time where it is a search', async () => {
    const gate = newGate()
    const ask = () => gate({ type: 'query', name: 'today', input: {} }, { isKioskPage: true })
    const looks = () => happened.filter((each) => each.startsWith('deskQueried'))
    await ask()
    await ask()
    expect(looks()).toHaveLength(1)
    more = { searchedBy: 'birthDate' }
    await ask()
    await ask()
    const search = `deskQueried ${member.id} today birthDate`
    expect(looks().slice(1)).toEqual([search, search])
  })

  it('does not run where it is one search too many, and the audit has it', async () => {
    more = { refusal: { kind: 'tooManySearches' } }
    expect(await query('today')).toEqual(refused('tooManySearches'))
    expect(happened).toEqual([`deskRefused today tooManySearches ${member.id}`])
  })

  it('of a record that turns out to be another patient’s is in the audit as refused', async () => {
    answer = err({ kind: 'unknownReference' })
    expect(await query('today')).toEqual(refused('unknownReference'))
    expect(happened.at(-1)).toBe(`deskRefused today unknownReference ${member.id}`)
  })

  it('tells why it failed', async () => {
    answer = err({ kind: 'offline' })
    expect(await query('today')).toEqual(refused('offline'))
    expect(happened).not.toContainEqual(expect.stringContaining('deskRefused'))
  })
})

describe('a command', () => {
  it('is in the audit with who and why before it runs', async () => {
    answer = ok(null)
    expect(await command('undoArrival', there, reason)).toEqual({ ok: true, value: null })
    expect(happened).toEqual([`deskChanged ${member.id} undoArrival ${reason}`, 'runs undoArrival'])
  })

  it('that fails is in the audit as such', async () => {
    answer = err({ kind: 'refusedByService' })
    await command('markArrived', there)
    expect(happened.at(-1)).toBe(`deskChangeFailed ${member.id} markArrived refusedByService`)
  })
})

describe('the audit says of a command', () => {
  it.each(['taken', 'past', 'similar', 'inDoubt'])('that it ended with "%s"', async (outcome) => {
    answer = ok({ outcome })
    await command('moveAppointment', { chart: 'chart-1', visit: 'visit-1' })
    expect(happened.at(-1)).toBe(`deskChangeFailed ${member.id} moveAppointment ${outcome}`)
  })

  it('that it broke', async () => {
    onRun = () => {
      throw new TypeError('a fault of ours')
    }
    expect(await command('markArrived', there)).toEqual(refused('failed'))
    expect(happened.at(-1)).toBe(`deskChangeFailed ${member.id} markArrived failed`)
    expect(bugs).toBe(1)
  })
})

describe('nothing runs, and the audit has it, for', () => {
  const cases: [string, () => Promise<unknown>, string, string][] = [
    [
      'another page',
      () => say({ type: 'query', name: 'today', input: {} }, false),
      'unknown',
      'notAllowed',
    ],
    ['no message', () => say('today'), 'unknown', 'malformed'],
    ['no operation', () => query('patients'), 'unknown', 'malformed'],
    ['a name of every object', () => query('constructor'), 'unknown', 'malformed'],
    ['a command asked as a query', () => query('markArrived', there), 'unknown', 'malformed'],
    ['a right that is not had', () => query('members'), 'members', 'noRight'],
    ['too much input', () => query('today', { day: 1 }), 'today', 'malformed'],
    ['no reason', () => command('undoArrival', there), 'undoArrival', 'reasonNeeded'],
    ['a short reason', () => command('undoArrival', there, 'because'), 'unknown', 'malformed'],
    [
      'a record never shown',
      () => command('markArrived', { appointment: 'appointment-2' }),
      'markArrived',
      'unknownReference',
    ],
  ]
  it.each(cases)('%s', async (_, ask, operation, why) => {
    expect(await ask()).toEqual(refused(why))
    expect(happened).toEqual([`deskRefused ${operation} ${why} ${member.id}`])
  })

  it('a desk that is locked', async () => {
    signedIn = undefined
    work = undefined
    expect(await query('today')).toEqual(refused('locked'))
    expect(happened).toEqual(['deskRefused today locked'])
  })

  it('the same refusal again, which is not written again', async () => {
    const gate = newGate()
    for (let time = 0; time < 3; time += 1) await gate('nothing', { isKioskPage: true })
    expect(happened).toHaveLength(1)
  })
})

it('hands session acts on, and does not audit them: the members do', async () => {
  expect(await say({ type: 'session', session: { act: 'lock' } })).toEqual({
    ok: true,
    value: null,
  })
  expect({ acts, happened }).toEqual({ acts: [{ act: 'lock' }], happened: [] })
})

const names = [...Object.keys(deskQueries), ...Object.keys(deskCommands), '__proto__', 'toString']
const anyMessage = fc.oneof(
  fc.anything(),
  fc.record(
    {
      type: fc.oneof(fc.constantFrom('query', 'command', 'session'), fc.anything()),
      name: fc.oneof(fc.constantFrom(...names), fc.string(), fc.anything()),
      input: fc.oneof(
        fc.anything({ withNullPrototype: true, withBigInt: true, withDate: true }),
        fc.record({ appointment: fc.oneof(fc.string(), fc.constant('appointment-2')) }),
      ),
      reason: fc.oneof(fc.string(), fc.anything()),
      session: fc.anything(),
    },
    { requiredKeys: [] },
  ),
)
const hasRightTo = (name: string) => {
  const rights: Readonly<Record<string, { readonly right: DeskRight }>> = {
    ...deskQueries,
    ...deskCommands,
  }
  const found = Object.hasOwn(rights, name) ? rights[name] : undefined
  return found !== undefined && hasRight(member.roles, found.right)
}

it.each([
  ['locked', false],
  ['open', true],
])(
  'a hostile page that sends a %s desk whatever it likes does at most what it may',
  async (_, isOpen) => {
    await fc.assert(
      fc.asyncProperty(anyMessage, fc.boolean(), async (message, isOwnPage) => {
        happened = []
        signedIn = isOpen ? member : undefined
        work = isOpen ? openWork() : undefined
        const reply = (await say(message, isOwnPage)) as { ok: boolean }
        expect(typeof reply.ok).toBe('boolean')
        const ran = happened.filter((each) => each.startsWith('runs '))
        if (!isOpen || !isOwnPage) expect(ran).toEqual([])
        for (const each of ran) expect(hasRightTo(each.slice(5))).toBe(true)
      }),
    )
    expect(bugs).toBe(0)
  },
)
