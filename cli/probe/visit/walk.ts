import { setImmediate } from 'node:timers/promises'
import { contract } from '../../../src/contract/index.ts'
import { describeShape } from '../../../src/contract/readers/reading.ts'
import type { Id } from '../../../src/contract/values.ts'
import type { CheckInService, PacketProgress } from '../../../src/main/intake/check-in-service.ts'
import { unreadable, type ServiceError } from '../../../src/main/intake/http/errors.ts'
import type { CalendarDate } from '../../../src/shared/calendar-date.ts'
import { err, type Result } from '../../../src/shared/result.ts'
import { changedKeys } from './propose.ts'
import { failureOf, notTried, withoutData, type StepVerdict } from './verdict.ts'
import type { WatchedClient } from './watched-client.ts'

export interface Judged {
  /** Reason why a visit must not go on, though the answer can be read. */
  readonly fails?: string
  readonly tolerated?: readonly string[]
  readonly isByProfile?: boolean
}

export interface StepRules<T> {
  readonly judge?: ((value: T) => Judged | Promise<Judged>) | undefined
  /** Tells of a failed call with which a visit goes on; undefined: it does not. */
  readonly forgive?: (error: ServiceError) => readonly string[] | undefined
  /** Tells whether nothing more is to be looked for in the answer. */
  readonly isEnough?: (value: T) => boolean
  /** False for a step without which a visit goes on, or for which errors it does not. */
  readonly needed?: boolean | ((error: ServiceError) => boolean)
  /** True for a call that must not be sent twice. */
  readonly writes?: boolean
}

export type Walk = ReturnType<typeof beginWalk>

const mayBeAdapted = ({ kind, operation }: ServiceError) =>
  kind === 'unreadableAnswer' ||
  (kind === 'notFound' && operation === contract.partner.identityProof.getPatient.id)

/** Begins a walk. On a test patient `onStep` hears of each step as it ends, and the service's own reasons are told. */
export function beginWalk(watched: WatchedClient, onStep?: (verdict: StepVerdict) => void) {
  const { recorder } = watched
  const first = watched.proposed()
  const steps = new Map<string, StepVerdict>()
  let last: string | undefined
  let mislead: () => void
  const misled = new Promise<void>((resolve) => (mislead = resolve))
  const end = (verdict: StepVerdict) => {
    const isTold = JSON.stringify(steps.get(verdict.step)) === JSON.stringify(verdict)
    steps.set(verdict.step, verdict)
    last = verdict.step
    if (!isTold) onStep?.(verdict)
  }
  const saidIn = (result: Result<unknown, ServiceError>): string | undefined => {
    const shape = withoutData(describeShape(recorder.body()))
    if (result.ok) return `read ${shape}`
    // The recorder holds the answer to another call then.
    if (result.error.isolated) return undefined
    const reason = onStep && recorder.message()
    return `the service says: ${reason === undefined ? shape : withoutData(reason)}`
  }

  return {
    steps: () => [...steps.values()],
    last: () => last,
    /** Resolves at the first step after which a visit must not go on. */
    misled,
    skip: (step: string, why: string, needed?: boolean) => end(notTried(step, why, needed)),
    /** Runs a step, by a profile that is looked for where it does not work. */
    async step<T>(
      step: string,
      run: () => Promise<Result<T, ServiceError>>,
      { judge, forgive, isEnough, needed = true, writes = false }: StepRules<T> = {},
    ): Promise<Result<T, ServiceError>> {
      const before = watched.proposed()
      watched.proposing(writes)
      watched.tolerances()
      const plain = await run()
      const tolerances = watched.tolerances()
      let result = plain
      const isLeft = plain.ok ? isEnough?.(plain.value) === false : mayBeAdapted(plain.error)
      if (isLeft && !writes) {
        watched.proposing(true)
        const again = await run()
        watched.proposing(false)
        if (again.ok && isEnough?.(again.value) !== false) result = again
      }
      const isAdapted = writes ? watched.proposed() !== before : !plain.ok && result.ok
      const isNeeded = typeof needed === 'boolean' ? needed : !result.ok && needed(result.error)
      const about = { step, needed: isNeeded, said: saidIn(result) }
      const forgiven = result.ok ? [] : forgive?.(result.error)
      if (!result.ok && !forgiven) {
        end({ ...about, verdict: 'fails', ...failureOf(result.error) })
        return result
      }
      const judged = result.ok ? ((await judge?.(result.value)) ?? {}) : {}
      if (judged.fails !== undefined) {
        end({ ...about, verdict: 'fails', why: [judged.fails] })
        if (isNeeded) mislead()
        // A visit that is played has stopped before it hears of this.
        await setImmediate()
        return result
      }
      if (isAdapted || judged.isByProfile) {
        const why = plain.ok ? [] : failureOf(plain.error).why.slice(0, 1)
        const keys = changedKeys(watched.proposed(), first)
        const mends = `${keys.join(', ')} of a wire profile mends it`
        end({ ...about, verdict: 'withProfile', why, mends })
        return result
      }
      const why = [...tolerances, ...(forgiven ?? []), ...(judged.tolerated ?? [])].map(withoutData)
      end({ ...about, verdict: why.length > 0 ? 'tolerated' : 'works', why })
      return result
    },
  }
}

export const readSteps = {
  access: 'health check',
  state: 'identity proof: state',
  match: 'identity proof: matched patient',
  named: 'patient of that name',
  birth: 'date of birth',
  list: 'packets of a patient',
  packet: 'packet',
  address: 'address of the form',
} as const

export interface ReadJudges {
  readonly matchPatient?: (found: Id) => Judged
  readonly dateOfBirth?: (found: CalendarDate | null) => Judged
  readonly packetProgress?: (found: PacketProgress) => Judged
}

/** Makes each read of a visit a step of the walk. */
export function walkReads(
  checkIn: CheckInService,
  walk: Walk,
  judges: ReadJudges = {},
): CheckInService {
  const { patients } = contract.partner
  return {
    ...checkIn,
    proofStatus: (...asked) =>
      walk.step(readSteps.state, () => checkIn.proofStatus(...asked), { needed: false }),
    matchPatient: (...asked) =>
      walk.step(readSteps.match, () => checkIn.matchPatient(...asked), {
        judge: judges.matchPatient,
        forgive: ({ kind }) => (kind === 'conflictingMatches' ? severalMatch : undefined),
      }),
    matchByName(...asked) {
      const judge = judges.matchPatient
      return walk.step(readSteps.named, () => checkIn.matchByName(...asked), { judge })
    },
    dateOfBirth(...asked) {
      const readDate = async () => {
        const read = await checkIn.dateOfBirth(...asked)
        // A record without a date is for staff; it may stand elsewhere.
        return !read.ok || read.value ? read : err({ operation: patients.get.id, ...noDate })
      }
      return walk.step(readSteps.birth, readDate, { judge: judges.dateOfBirth })
    },
    openPackets: (...asked) => walk.step(readSteps.list, () => checkIn.openPackets(...asked)),
    completionUrl: (...asked) =>
      walk.step(readSteps.address, () => checkIn.completionUrl(...asked)),
    packetProgress: (...asked) =>
      walk.step(readSteps.packet, () => checkIn.packetProgress(...asked), {
        judge: judges.packetProgress ?? judgeProgress,
        isEnough: ({ completed }) => completed !== null,
      }),
  }
}

const severalMatch = ['several match: the kiosk asks for the name']
const noDate = { attempts: 1, ...unreadable('expected a date of birth, found none') }

/** Judges the state of a packet that waits: where nothing tells, a visit ends in neutral words. */
export function judgeProgress({ completed }: PacketProgress): Judged {
  if (completed) return { fails: 'a packet that waits is said to be completed' }
  const unknown = { tolerated: ['nothing known says whether the packet is completed'] }
  return completed === null ? unknown : {}
}
