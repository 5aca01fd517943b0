import { isMisread, type ServiceError } from '../../../src/main/intake/http/errors.ts'
import { isPaginated, type Operation } from '../../../src/contract/operation.ts'
import { halfList } from '../../../src/contract/readers/lists.ts'
import { assumptionsOf } from '../../../src/contract/source.ts'
import type { WireProfile } from '../../../src/contract/wire-profile.ts'
import { explain } from '../../problem.ts'
import { operations } from '../../operation/find.ts'
import type { VisitEnd } from './play-visit.ts'
import { fieldsReadOf } from './propose.ts'

export interface StepVerdict {
  readonly step: string
  /** `tolerated`: works though the answer deviates from the contract; `withProfile`: only by the proposed wire profile. */
  readonly verdict: keyof typeof words
  /** Reasons: of a tolerance, a failure, or a skipped step; names and types, never a value. */
  readonly why: readonly string[]
  readonly mends?: string | undefined
  /** The service's last answer by names and types, or its own reason; never a value. */
  readonly said?: string | undefined
  /** False for a step without which a visit goes on. */
  readonly needed: boolean
}

/** Returns the verdict of a step that was not tried. */
export function notTried(step: string, why: string, needed = true): StepVerdict {
  return { step, verdict: 'notTried', why: [why], needed }
}

/** Says why a call failed, on what it rests, and which key of the wire profile may mend it. */
export function failureOf(error: ServiceError): Pick<StepVerdict, 'why' | 'mends'> {
  const isUnreadable = error.kind === 'unreadableAnswer'
  const reason = withoutData(isUnreadable ? error.reason : explain(error).message)
  if (error.stage === 'token') return { why: [reason] }
  const operation = operations.find(({ id }) => id === error.operation)
  const rests = isUnreadable && operation ? assumptionsOf(operation) : []
  const named = rests.filter((each) => each !== 'server-address' && each !== 'error-body')
  const about = `${error.operation}${named.length > 0 ? ` rests on ${named.join(', ')}` : ''}`
  return { why: [reason, about], mends: operation && mendingOf(error, operation) }
}

function mendingOf(error: ServiceError, operation: Operation): string | undefined {
  const mayMend = (key: string) => `${key} of a wire profile may mend it`
  if (isMisread(error)) {
    if (error.kind === 'unreadableAnswer' && error.reason.includes(halfList))
      return 'where a cursor gives the rest, name its place as list.nextCursor in read.fields of a wire profile; else the service must send what Foyer can read to its end'
    const fields = fieldsReadOf(operation)
    if (fields.length === 0) return undefined
    return `not found by comparison: name the place of ${fields.join(', ')} yourself, in read.fields of a wire profile`
  }
  if (error.kind === 'unauthorized') return mayMend('headers or token')
  if (error.kind === 'notFound')
    return mayMend(isPaginated(operation) ? 'lists.emptyStatuses or paths' : 'paths')
  if (error.kind === 'rejected') return mayMend(error.status === 405 ? 'paths.operations' : 'sent')
  return undefined
}

export interface VisitTrial {
  readonly steps: readonly StepVerdict[]
  readonly end?: VisitEnd | undefined
  readonly at?: string | undefined
  readonly proposal?: WireProfile | undefined
  /** Error that kept the service from being asked at all. */
  readonly stopped?: ServiceError
}

/** Removes names with many digits and the names below them: they may be data. */
export function withoutData(text: string): string {
  return text.replaceAll(/[\w.@$-]*\d{4}[\w.-]*/g, '*').replaceAll(/\*: \{[^{}]*\}/g, '*: object')
}

/** Judges a visit by its end on the kiosk's own machine. */
export function outcomeOf({ steps, end, stopped }: VisitTrial): keyof typeof conclusions {
  const has = (verdict: StepVerdict['verdict']) =>
    steps.some((step) => step.needed && step.verdict === verdict)
  if (stopped) return 'fails'
  if (end === 'stopped' || (end === undefined && !has('fails'))) return 'unknown'
  if (end === 'nothingWaits') return end
  return end !== 'through' || has('fails') ? 'fails' : has('withProfile') ? 'withProfile' : 'works'
}

const words = {
  works: 'works',
  tolerated: 'works by tolerance',
  withProfile: 'works with the proposed profile',
  fails: 'does not work',
  notTried: 'not tried',
}

const conclusions = {
  works: 'A visit would work, as far as it was tried.',
  withProfile: 'A visit would work with the proposed profile, and not without.',
  nothingWaits: 'A visit would end with “nothing waits”.',
  fails: 'A visit would not work.',
  unknown: 'Whether a visit would work could not be tried.',
}

/** Draws the verdicts for a person: a line for each step, and the conclusion. */
export function drawVerdicts(tried: VisitTrial): string {
  const { steps } = tried
  const widest = Math.max(...steps.map(({ step }) => step.length))
  const lines = steps.map((step) => drawVerdict(step, widest))
  return `Would a visit work?\n${lines.join('')}${drawConclusion(tried)}`
}

/** Returns the line of one step, its name in a column of `width`. */
export function drawVerdict(verdict: StepVerdict, width: number): string {
  const { step, why, mends, needed } = verdict
  const reasons = [...why, ...(mends === undefined ? [] : [mends])]
  const about = reasons.length > 0 ? ` (${reasons.join('; ')})` : ''
  const aside = verdict.verdict === 'fails' && !needed ? '; a visit goes on without' : ''
  return `  ${step.padEnd(width)}  ${words[verdict.verdict]}${about}${aside}\n`
}

/** Sums up the steps in a line; in another what a visit stops at, what the service said there, and what mends it. */
export function drawConclusion(tried: VisitTrial): string {
  const outcome = outcomeOf(tried)
  const stop = outcome === 'works' ? undefined : stopOf(tried)
  return `${conclusions[outcome]}\n${stop === undefined ? '' : `  ${stop}\n`}`
}

function stopOf({ steps, end, at }: VisitTrial): string | undefined {
  const tried = steps.slice(0, steps.findIndex(({ step }) => step === at) + 1)
  const isBroken = ({ needed, verdict }: StepVerdict) => needed && verdict === 'fails'
  const broken = end === 'nothingWaits' ? undefined : tried.findLast(isBroken)
  const adapted = steps.find(({ verdict }) => verdict === 'withProfile')
  const found = end === 'through' ? adapted : (broken ?? tried.at(-1))
  if (!found) return undefined
  const { step, why, said, mends } = found
  return `${step}: ${[...why.slice(0, 1), said, mends].filter(Boolean).join('; ')}`
}
