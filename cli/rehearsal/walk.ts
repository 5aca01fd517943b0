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
export type Walk = ReturnType<typeof beginWalk>

type Run<T> = () => Promise<Result<T, ServiceError>>
type Judge<T> = (value: T) => Judged | Promise<Judged>

/** Begins a walk. The person hears of each step as it ends, and is asked before each write. */
export function beginWalk(
  watched: WatchedClient,
  recorder: Pick<ErrorRecordingDispatcher, 'body' | 'message'>,
  person: {
    readonly onStep: (step: WalkedStep) => void
    readonly allows: (what: string, isCleanUp?: boolean) => Promise<boolean>
  },
) {
  const steps: StepVerdict[] = []
  const end = (verdict: StepVerdict, read: string) => {
    steps.push(verdict)
    person.onStep({ verdict, read })
  }
  const skip = (name: string, why: string) => end(notTried(name, why), '')
  /** Runs a step; undefined where it did not work. */
  async function step<T>(name: string, run: Run<T>, judge: Judge<T> = () => ({})) {
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
  }
  return {
    steps: steps as readonly StepVerdict[],
    skip,
    step,
    /** Runs a step that writes, once the person allows `what`; `isCleanUp`: it takes back created records. */
    async write<T>(name: string, what: string, run: Run<T>, judge?: Judge<T>, isCleanUp?: boolean) {
      if (await person.allows(what, isCleanUp)) return step(name, run, judge)
      skip(name, 'you did not want it')
      return undefined
    },
  }
}

function reasonOf({ message }: Pick<ErrorRecordingDispatcher, 'message'>): string {
  const reason = message()
  return reason === undefined ? '' : `the service says: ${withoutData(reason)}`
}
