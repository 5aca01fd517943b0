import fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  deskWithAna,
  lockAfterMs,
  minute,
  valueOf,
} from '../../../../test/harness/desk/staffed-desk.ts'
import { stepOf } from '../../../../test/harness/property-steps.ts'
import { emergencyRole, memberRole, type MemberRole } from '../../../shared/desk/members.ts'
import { deskRights, type DeskAct, type DeskPlace } from '../../../shared/desk/rights.ts'
import { emergencyMs } from './member-session.ts'

const people = [
  { name: 'Bo Lind', secret: 'grey stones sing', roles: ['reception'] },
  { name: 'Cy Orr', secret: 'moss and slate', roles: ['billing', 'clinical'] },
  { name: 'Di Ng', secret: 'eleven kettles', roles: ['administrator'] },
] as const
const places = Object.keys(deskRights) as DeskPlace[]
const acts: readonly DeskAct[] = ['see', 'change']

const who = fc.nat({ max: people.length - 1 })
const role = fc.constantFrom(...emergencyRole.options)
const roles = fc.uniqueArray(fc.constantFrom(...memberRole.options), { minLength: 1 })
const minutes = (...of: number[]) => ({ minutes: fc.constantFrom(...of) })
const step = fc.oneof(
  stepOf(6, 'signIn', { who, isRight: fc.boolean() }),
  // Something comes while the secret is compared.
  stepOf(2, 'signInAnd', { who, then: fc.constantFrom('lock' as const, 'other' as const) }),
  stepOf(1, 'lock'),
  stepOf(3, 'touch'),
  stepOf(6, 'pass', minutes(0.5, 1, 3, 5, 20)),
  // Somebody is at it all the while.
  stepOf(4, 'work', minutes(4, 16, 29, 30)),
  stepOf(2, 'sleep', minutes(1, 4, 40)),
  stepOf(5, 'emergency', { role }),
  stepOf(2, 'roles', { who, roles }),
  stepOf(1, 'reset', { who }),
  stepOf(3, 'choose'),
  stepOf(1, 'deactivate', { who }),
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

interface Person {
  readonly id: string
  roles: readonly MemberRole[]
  /** Present secret; null if they may not sign in. */
  secret: string | null
  isTemporary: boolean
  wrong: number
  notBefore: number
}

/** Simplest model of the right behaviour. While the machine sleeps no wait runs off, but the desk locks. */
class Model {
  ran = 0
  slept = 0
  live: { person: Person; touched: number; role?: MemberRole; taken: number } | undefined
  /** Reason for the end of each session. */
  readonly ends: string[] = []

  get now() {
    return this.ran + this.slept
  }

  end(why: string) {
    if (this.live) this.ends.push(why)
    this.live = undefined
  }

  settle() {
    if (!this.live) return
    if (this.now - this.live.touched >= lockAfterMs) this.end('untouched')
    else if (this.now - this.live.taken >= emergencyMs) delete this.live.role
  }

  /** Counts a try; true if it signs in. */
  tries(person: Person, isRight: boolean): boolean {
    if (person.secret === null || this.ran < person.notBefore) return false
    person.wrong = isRight ? 0 : person.wrong + 1
    const waitMs = person.wrong < 3 ? 0 : Math.min(60, 2 ** (person.wrong - 4)) * minute
    person.notBefore = this.ran + waitMs
    return isRight
  }

  may(place: DeskPlace, act: DeskAct): boolean {
    if (!this.live || this.live.person.isTemporary) return false
    const { person, role: taken } = this.live
    const held = [...person.roles, ...(taken ? [taken] : [])]
    return deskRights[place][act].some((each) => held.includes(each))
  }
}

/** The desk and its model, side by side. */
async function pairOfDesks() {
  const desk = await deskWithAna()
  const { session, members, clock, ana } = desk
  const model = new Model()
  const all: Person[] = []
  for (const { name, roles: held, secret } of people) {
    const id = await desk.join(name, held, secret)
    all.push({ id, roles: held, secret, isTemporary: false, wrong: 0, notBefore: 0 })
  }
  const wallTime = clock.wallTime
  clock.wallTime = () => wallTime() + model.slept
  /** Owner of the data that a window holds for the signed-in member. */
  let held: string | undefined
  session.onLock(() => (held = undefined))

  function compare() {
    model.settle()
    expect(session.current()?.id).toBe(model.live?.person.id)
    expect(desk.audited('memberSignedOut').map(({ why }) => why)).toEqual(model.ends)
    for (const place of places)
      for (const act of acts)
        expect(session.may(place, act), `${act} ${place}`).toBe(model.may(place, act))
    const id = session.current()?.id
    if (held !== undefined) expect(held).toBe(id)
    held = id
  }
  function closed() {
    expect(session.current()).toBeUndefined()
    expect(held).toBeUndefined()
    for (const place of places) expect(session.may(place, 'see')).toBe(false)
  }

  async function signIn(person: Person, isRight: boolean) {
    model.end('switched')
    const signing = session.signIn(person.id, isRight ? (person.secret ?? '') : 'not this one')
    closed()
    const isIn = model.tries(person, isRight)
    expect((await signing).ok).toBe(isIn)
    if (isIn) model.live = { person, touched: model.now, taken: Number.NEGATIVE_INFINITY }
  }

  async function signInAnd(person: Person, then: string) {
    model.end('switched')
    const first = session.signIn(person.id, person.secret ?? '')
    const isRight = model.tries(person, true)
    if (then === 'lock') session.lock()
    else await signIn(all.find((other) => other !== person) ?? person, true)
    if (then === 'lock') closed()
    expect(await first).toMatchObject({ ok: false, ...(isRight && { error: { kind: 'locked' } }) })
  }

  /** The session locks whoever it was that another changed. */
  const lockedOut = (person: Person) => {
    if (model.live?.person === person) model.end('changed')
  }

  async function take(next: Step) {
    const person = all['who' in next ? next.who : 0]
    if (!person) throw new Error('nobody')
    switch (next.kind) {
      case 'signIn':
        return signIn(person, next.isRight)
      case 'signInAnd':
        return signInAnd(person, next.then)
      case 'lock':
        session.lock()
        model.end('asked')
        closed()
        return
      case 'touch':
        session.activity()
        if (model.live) model.live.touched = model.now
        return
      case 'pass':
        model.ran += next.minutes * minute
        clock.increment(next.minutes * minute)
        return
      case 'work':
        for (let passed = 0; passed < next.minutes; passed += 1) {
          model.settle()
          session.activity()
          if (model.live) model.live.touched = model.now
          model.ran += minute
          clock.increment(minute)
        }
        return
      case 'sleep':
        model.slept += next.minutes * minute
        return
      case 'emergency': {
        const there = model.live
        const isGiven =
          there && !there.person.isTemporary && !there.person.roles.includes(next.role)
        expect(session.emergency('somebody fell over there', next.role).ok).toBe(Boolean(isGiven))
        if (isGiven) Object.assign(there, { role: next.role, taken: model.now })
        return
      }
      case 'roles':
        valueOf(await members.change(ana, person.id, { roles: [...next.roles] }))
        person.roles = next.roles
        return
      case 'reset': {
        if (person.secret === null) return
        const wasOwn = !person.isTemporary
        const { temporary } = valueOf(await members.reset(ana, person.id))
        Object.assign(person, { secret: temporary, isTemporary: true, wrong: 0, notBefore: 0 })
        if (wasOwn) lockedOut(person)
        return
      }
      case 'choose': {
        const there = model.live?.person
        const secret = `a lamp by river ${model.now}`
        const changed = await session.changeSecret(there?.secret ?? '', secret)
        const isDone = there !== undefined && there.secret !== secret && model.tries(there, true)
        expect(changed.ok).toBe(isDone)
        if (isDone) Object.assign(there, { secret, isTemporary: false })
        return
      }
      case 'deactivate':
        valueOf(await members.change(ana, person.id, { isActive: false }))
        person.secret = null
        lockedOut(person)
        return
    }
  }
  return { take, compare }
}

it('never gives a right without a session that has it, and holds nothing after a lock', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 40 }), async (steps) => {
      const { take, compare } = await pairOfDesks()
      for (const next of steps) {
        await take(next)
        compare()
      }
    }),
    { interruptAfterTimeLimit: 20_000, markInterruptAsFailure: false },
  )
})
