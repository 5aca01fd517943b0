import type { ServiceError } from '../../../src/main/intake/http/errors.ts'
import { assumptionsOf } from '../../../src/contract/source.ts'
import type { Result } from '../../../src/shared/result.ts'
import { explain } from '../../problem.ts'
import { operations } from '../../operation/find.ts'
import { fieldsReadOf } from './propose.ts'

/** Result of one step of a visit. */
export interface StepVerdict {
  readonly step: string
  /**
   * `tolerated`: works although the answer deviates from the contract; `withProfile`: works only by the proposed wire
   * profile.
   */
  readonly verdict: 'works' | 'tolerated' | 'withProfile' | 'fails' | 'notTried'
  /** Reasons: of a tolerance, a failure, or a skipped step; names and types, never a value. */
  readonly why: readonly string[]
  /** False for a step without which a visit goes on. */
  readonly needed: boolean
}

/** Returns the verdict of a step that was not tried. */
export function notTried(step: string, why: string, needed = true): StepVerdict {
  return { step, verdict: 'notTried', why: [why], needed }
}

/** Returns the verdict of a finished step, by the plain profile or by the proposed one. */
export function stepVerdict(
  step: string,
  result: Result<unknown, ServiceError>,
  about: {
    readonly tolerances: readonly string[]
    readonly byProfile: boolean
    readonly needed: boolean
  },
): StepVerdict {
  const { tolerances, byProfile, needed } = about
  if (!result.ok) return { step, verdict: 'fails', why: [...reasonsOf(result.error)], needed }
  if (byProfile) return { step, verdict: 'withProfile', why: [], needed }
  const verdict = tolerances.length > 0 ? 'tolerated' : 'works'
  return { step, verdict, why: tolerances.map(withoutData), needed }
}

function* reasonsOf(error: ServiceError): Generator<string> {
  yield withoutData(error.kind === 'unreadableAnswer' ? error.reason : explain(error).message)
  if (error.stage === 'token') return
  const operation = operations.find(({ id }) => id === error.operation)
  const rests = operation ? assumptionsOf(operation) : []
  const named = rests.filter((each) => each !== 'server-address' && each !== 'error-body')
  if (error.kind !== 'unreadableAnswer') {
    yield error.operation
    return
  }
  yield `${error.operation}${named.length > 0 ? ` rests on ${named.join(', ')}` : ''}`
  const fields = operation ? fieldsReadOf(operation) : []
  if (fields.length > 0)
    yield `not found by comparison: name the place of ${fields.join(', ')} yourself, in read.fields of a wire profile`
}

/** Removes names with many digits and the names below them: they may be data. */
export function withoutData(text: string): string {
  return text.replaceAll(/[\w.@$-]*\d{4}[\w.-]*/g, '*').replaceAll(/\*: \{[^{}]*\}/g, '*: object')
}

/** Outcome of a visit, as far as it was tried. */
export type VisitOutcome = 'works' | 'withProfile' | 'fails' | 'unknown'

/** Puts the verdicts of the steps together. */
export function outcomeOf(steps: readonly StepVerdict[]): VisitOutcome {
  const needed = steps.filter((step) => step.needed)
  const has = (verdict: StepVerdict['verdict']) => needed.some((step) => step.verdict === verdict)
  if (has('fails')) return 'fails'
  if (has('withProfile')) return 'withProfile'
  return needed.every(({ verdict }) => verdict === 'notTried') ? 'unknown' : 'works'
}

const words: Readonly<Record<StepVerdict['verdict'], string>> = {
  works: 'works',
  tolerated: 'works by tolerance',
  withProfile: 'works with the proposed profile',
  fails: 'does not work',
  notTried: 'not tried',
}

const conclusions: Readonly<Record<VisitOutcome, string>> = {
  works: 'A visit would work, as far as it was tried.',
  withProfile: 'A visit would work with the proposed profile, and not without.',
  fails: 'A visit would not work.',
  unknown: 'Nothing of a visit could be tried.',
}

/** Draws the verdicts for a person: a line for each step, and the conclusion. */
export function drawVerdicts(steps: readonly StepVerdict[]): string {
  const widest = Math.max(...steps.map(({ step }) => step.length))
  const lines = steps.map((step) => drawVerdict(step, widest))
  return `Would a visit work?\n${lines.join('')}${drawConclusion(steps)}`
}

/** Returns the line of one step, its name in a column of `width`. */
export function drawVerdict({ step, verdict, why, needed }: StepVerdict, width: number): string {
  const about = why.length > 0 ? ` (${why.join('; ')})` : ''
  const aside = verdict === 'fails' && !needed ? '; a visit goes on without' : ''
  return `  ${step.padEnd(width)}  ${words[verdict]}${about}${aside}\n`
}

/** Sums up the steps in a line. */
export function drawConclusion(steps: readonly StepVerdict[]): string {
  return `${conclusions[outcomeOf(steps)]}\n`
}
