import type { ServiceError } from '../../src/main/intake/http/errors.ts'
import { describeShape } from '../../src/contract/readers/reading.ts'
import type { Result } from '../../src/shared/result.ts'
import { notTried, stepVerdict, withoutData, type StepVerdict } from '../probe/visit/verdict.ts'
import type { WatchedClient } from '../probe/visit/watched-client.ts'
import type { ErrorRecordingDispatcher } from '../service/error-recorder.ts'

/** Judgement of a step beyond a readable answer. */
export interface Judged {
  /** Reason why a visit would not go on, though the answer can be read. */
  readonly fails?: string
  /** Deviations from the contract that are accepted. */
  readonly tolerated?: readonly string[]
  /** True if a visit would go on only with the proposed profile. */
  readonly isByProfile?: boolean
}

/** A step that came to its end. */
export interface WalkedStep {
  readonly verdict: StepVerdict
  /** Read fields, by names and types, or the service's own reason; never a value. */
  readonly read: string
}

/** Goes from step to step, and reports each. */
export interface Walk {
  /** Runs a step; undefined where it did not work. */
  step<T>(
    name: string,
    run: () => Promise<Result<T, ServiceError>>,
    judge?: (value: T) => Judged | Promise<Judged>,
  ): Promise<T | undefined>
  /** Runs a step that writes, once the person allows `what`; `isCleanUp`: it takes back created records. */
  write<T>(
    name: string,
    what: string,
    run: () => Promise<Result<T, ServiceError>>,
    judge?: (value: T) => Judged | Promise<Judged>,
    isCleanUp?: boolean,
  ): Promise<T | undefined>
  skip(name: string, why: string): void
  readonly steps: readonly StepVerdict[]
}

/** Begins a walk. The person hears of each step as it ends, and is asked before each write. */
export function beginWalk(
  watched: WatchedClient,
  recorder: Pick<ErrorRecordingDispatcher, 'body' | 'message'>,
  person: {
    readonly onStep: (step: WalkedStep) => void
    readonly allows: (what: string, isCleanUp?: boolean) => Promise<boolean>
  },
): Walk {
  const steps: StepVerdict[] = []
  const end = (verdict: StepVerdict, read: string) => {
    steps.push(verdict)
    person.onStep({ verdict, read })
  }
  const walk: Walk = {
    steps,
    skip: (name, why) => end(notTried(name, why), ''),
    async step(name, run, judge = () => ({})) {
      watched.tolerances()
      const before = watched.proposed()
      const result = await run()
      const body = recorder.body()
      const read = result.ok ? `read ${withoutData(describeShape(body))}` : reasonOf(recorder)
      const isElsewhere = watched.proposed() !== before
      const judged: Judged = result.ok ? await judge(result.value) : {}
      const { fails, tolerated = [] } = judged
      const byProfile = isElsewhere || judged.isByProfile === true
      const tolerances = [...watched.tolerances(), ...tolerated]
      if (fails === undefined) {
        end(stepVerdict(name, result, { tolerances, byProfile, needed: true }), read)
        return result.ok ? result.value : undefined
      }
      end({ step: name, verdict: 'fails', why: [fails], needed: true }, read)
      return undefined
    },
    async write(name, what, run, judge, isCleanUp) {
      if (await person.allows(what, isCleanUp)) return walk.step(name, run, judge)
      walk.skip(name, 'you did not want it')
      return undefined
    },
  }
  return walk
}

function reasonOf({ message }: Pick<ErrorRecordingDispatcher, 'message'>): string {
  const reason = message()
  return reason === undefined ? '' : `the service says: ${withoutData(reason)}`
}
