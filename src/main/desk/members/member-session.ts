import type { EmergencyRole, SignedInMember } from '../../../shared/desk/members.ts'
import { reasonLength } from '../../../shared/desk/limits.ts'
import type { DeskRefusal } from '../../../shared/desk/messages.ts'
import { hasRight, type DeskAct, type DeskPlace } from '../../../shared/desk/rights.ts'
import { err, ok, type Result } from '../../../shared/result.ts'
import type { WallClock } from '../../base/clock.ts'
import { createListeners } from '../../base/listeners.ts'
import type { Audit } from '../../vault/audit/audit.ts'
import type { Members } from './members.ts'
import { momentOf, passedMs, type Moment } from './passed-time.ts'

export const emergencyMs = 30 * 60_000

type LockReason = 'asked' | 'withPatient' | 'untouched' | 'switched' | 'changed'

interface Live {
  readonly id: string
  hasOwnSecret: boolean
  touched: Moment
  emergency: {
    readonly role: EmergencyRole
    readonly since: Moment
    readonly endsAt: number
  } | null
}

/** Also after one that throws. */
function runAll(steps: readonly (() => void)[]) {
  const errors: unknown[] = []
  for (const step of steps)
    try {
      step()
    } catch (error) {
      errors.push(error)
    }
  if (errors.length > 0) throw new AggregateError(errors, 'not all was done')
}

/** Creates the session of one member at most, locked. Throws what the vault throws, and is locked then. */
export function createMemberSession(parts: {
  readonly members: Members
  readonly audit: Pick<Audit, 'append'>
  readonly clock: WallClock
  readonly lockAfterMs: () => number
}) {
  const { members, audit, clock, lockAfterMs } = parts
  const listeners = createListeners()
  const lockListeners = createListeners()
  let live: Live | null = null
  let timer: unknown = null
  /** Work that began before a lock is not finished after it. */
  let locks = 0

  const tell = () => runAll(listeners.all())

  function lockFor(why: LockReason) {
    locks += 1
    const ended = live
    live = null
    if (!ended) return
    clock.clearTimeout(timer)
    const signedOut = () => audit.append('memberSignedOut', { member: ended.id, why })
    runAll([...lockListeners.all(), signedOut, ...listeners.all()])
  }

  /** Ends any whose time is over. */
  function present(): Live | null {
    if (live && passedMs(clock, live.touched) >= lockAfterMs()) lockFor('untouched')
    if (live?.emergency && passedMs(clock, live.emergency.since) >= emergencyMs) {
      live.emergency = null
      audit.append('emergencyEnded', { member: live.id })
      tell()
    }
    return live
  }

  /** Wakes when time may have ended something. */
  function watch() {
    if (!live) return
    const { touched, emergency } = live
    const left = [
      lockAfterMs() - passedMs(clock, touched),
      ...(emergency ? [emergencyMs - passedMs(clock, emergency.since)] : []),
    ]
    clock.clearTimeout(timer)
    const look = () => {
      if (present()) watch()
    }
    timer = clock.setTimeout(look, Math.max(0, Math.min(...left)))
  }

  function current(): SignedInMember | undefined {
    const { id = '', emergency } = present() ?? {}
    const member = members.find(id)
    if (!member?.isActive) return undefined
    return {
      id,
      name: member.name,
      roles: member.roles,
      mustChangeSecret: member.secret !== 'own',
      ...(!members.hasSingleKeys(id) && { singleKeysOff: true as const }),
      ...(emergency && { emergency: { role: emergency.role, endsAt: emergency.endsAt } }),
    }
  }

  members.subscribe(() => {
    if (!live) return
    const member = members.find(live.id)
    const isReset = live.hasOwnSecret && member?.secret !== 'own'
    if (!member?.isActive || isReset) return lockFor('changed')
    live.hasOwnSecret = member.secret === 'own'
    tell()
  })

  /** Locks out the present member first: their open data is forgotten even if the secret is wrong. */
  async function signIn(id: string, secret: string): Promise<Result<null, DeskRefusal>> {
    lockFor('switched')
    // Nobody is there, and a second one begins: the first comes to nothing.
    const began = locks
    const checked = await members.check(id, secret)
    if (!checked.ok) return checked
    const member = members.find(id)
    if (began !== locks || member !== checked.value) return err({ kind: 'locked' })
    audit.append('memberSignedIn', { member: id, name: member.name })
    live = { id, hasOwnSecret: member.secret === 'own', touched: momentOf(clock), emergency: null }
    watch()
    tell()
    return ok(null)
  }

  /** A temporary secret gives no right before that. */
  async function changeSecret(old: string, next: string): Promise<Result<null, DeskRefusal>> {
    const there = present()
    if (!there) return err({ kind: 'locked' })
    const began = locks
    const isWanted = () => present() === there && began === locks
    return members.changeSecret(there.id, { old, next, isWanted })
  }

  /** For 30 minutes or until the lock, in place of an earlier one. Audits and lists it first. */
  function emergency(typed: string, role: EmergencyRole): Result<null, DeskRefusal> {
    const there = present()
    const member = current()
    if (!there || !member) return err({ kind: 'locked' })
    if (member.mustChangeSecret) return err({ kind: 'noRight' })
    // The page offers nobody a role that they have.
    if (member.roles.includes(role)) return err({ kind: 'malformed' })
    const reason = typed.trim().replace(/\s+/g, ' ')
    if (reason.length < reasonLength.least || reason.length > reasonLength.most)
      return err({ kind: 'reasonNeeded' })
    const since = momentOf(clock)
    const endsAt = members.emergencies.take(there.id, role, reason, emergencyMs)
    there.emergency = { role, since, endsAt }
    watch()
    tell()
    return ok(null)
  }

  return {
    /** Undefined while the desk is locked. */
    current,
    signIn,
    changeSecret,
    async chooseSingleKeys(areOn: boolean) {
      const member = current()
      if (member) await members.chooseSingleKeys(member.id, areOn)
    },
    /** A sign-in that is under way comes to nothing. */
    lock: (why: 'asked' | 'withPatient' = 'asked') => lockFor(why),
    /** The desk stays open for `lockAfterMs` from now. */
    activity() {
      const there = present()
      if (there) there.touched = momentOf(clock)
    },
    emergency,
    may(place: DeskPlace, act: DeskAct) {
      const member = current()
      if (!member || member.mustChangeSecret) return false
      const taken = member.emergency ? [member.emergency.role] : []
      return hasRight([...member.roles, ...taken], { place, act })
    },
    /** After who is signed in, or what they may, changed; the value ends that. */
    subscribe: (listener: () => void) => listeners.add(listener),
    /** At each lock, after all rights ended and before other notices: for data to forget. */
    onLock: (listener: () => void) => lockListeners.add(listener),
  }
}
export type MemberSession = ReturnType<typeof createMemberSession>
