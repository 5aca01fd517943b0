import type { AssumptionId } from '../../src/contract/assumptions.ts'
import type { ServiceError } from '../../src/main/intake/http/errors.ts'
import { areaOf } from '../operation/find.ts'
import { drawTable } from '../output/table.ts'
import { exitCodes, explain, type ExitCode } from '../problem.ts'
import { compare, isContradiction, type Comparison, type Difference } from './compare.ts'
import type { Reading } from './sample.ts'
import { outcomeOf, type VisitTrial } from './visit/verdict.ts'

export type ProbeResult = ReturnType<typeof summarize>
type Verdict = ReturnType<typeof verdicts>[number]
type AreaSummary = ProbeResult['areas'][number]

const skipped = {
  'no-such-id': 'no list has a record to read',
  'no-list': 'only a write makes what it reads',
  'no-place': 'nothing says at which location: --location does',
} as const

/** Puts what was read and how it compares together. */
export function summarize(readings: readonly Reading[]) {
  const compared = readings.map((reading) => ({ reading, ...comparisonOf(reading) }))
  const areas = [...new Set(readings.map(({ operation }) => areaOf(operation)))]
  return {
    differences: compared.flatMap(({ differences }) => differences),
    assumptions: verdicts(compared),
    notRead: readings
      .filter(({ samples }) => samples.length === 0)
      .map((reading) => ({ operation: reading.operation.id, reason: reasonOf(reading) })),
    areas: areas.map((area) => {
      const within = compared.filter(({ reading }) => areaOf(reading.operation) === area)
      const differences = within.flatMap((each) => each.differences)
      const extra = differences.filter(({ kind }) => kind === 'extra').length
      const stated = differences.filter(isContradiction).length
      return {
        area,
        operations: within.length,
        read: within.filter(({ reading }) => reading.samples.length > 0).length,
        answers: within.reduce((sum, { reading }) => sum + reading.samples.length, 0),
        stated,
        assumed: differences.length - extra - stated,
        extra,
      }
    }),
  }
}

/** Picks the exit code: first if a visit would work, then contradictions; if nothing was read, the obstacle's code. */
export function exitCodeFor(
  visit: VisitTrial | undefined,
  result: ProbeResult,
  readings: readonly Reading[],
): ExitCode {
  const errors = [
    ...(visit?.stopped ? [visit.stopped] : []),
    ...readings.flatMap((each) => each.errors),
  ]
  const codes = errors.map((error) => explain(error).code)
  const barred = codes.find((code) => code === exitCodes.unreachable) ?? codes.at(-1)
  const nothing = readings.every(({ samples }) => samples.length === 0)
  if (visit?.stopped && nothing) return explain(visit.stopped).code
  const outcome = visit && outcomeOf(visit)
  if (outcome === 'fails' || outcome === 'nothingWaits') return exitCodes.visitFails
  if (outcome === 'withProfile') return exitCodes.needsProfile
  if (outcome === 'unknown') return (nothing && barred) || exitCodes.visitFails
  if (result.differences.some(isContradiction)) return exitCodes.differs
  return nothing && !outcome ? (barred ?? exitCodes.ok) : exitCodes.ok
}

function comparisonOf({ operation, samples, errors, bare }: Reading): Comparison {
  const { differences, asDescribed } = compare(
    operation,
    samples.map(({ answer }) => answer),
  )
  const envelope = bare ? [answerDifference(operation.id, 'an envelope', 'no envelope')] : []
  return { differences: [...envelope, ...differences, ...errors.flatMap(unreadable)], asDescribed }
}

function unreadable(error: ServiceError): Difference[] {
  if (error.kind !== 'unreadableAnswer') return []
  return [answerDifference(error.operation, 'an answer that can be read', error.reason)]
}

function answerDifference(operation: string, expected: string, found: string): Difference {
  return { operation, path: '$', kind: 'answer', expected, found, source: 'stated' }
}

function reasonOf({ skipped: why, errors }: Reading): string {
  const error = errors.at(-1)
  return why ? skipped[why] : error ? explain(error).message : 'it was not called'
}

/** Counts by assumption. `unsure`: a field that may be absent was never seen. */
function verdicts(compared: readonly Comparison[]) {
  const found = compared.flatMap(({ differences }) => differences)
  const holding = compared.flatMap(({ asDescribed }) => asDescribed)
  const absent = found.filter(({ kind }) => kind === 'absent')
  const differing = found.filter(({ kind }) => kind !== 'absent' && kind !== 'extra')
  const names = [...holding, ...absent, ...differing].flatMap(({ assumption }) => assumption ?? [])
  return [...new Set(names)].sort().map((name) => {
    const count = (all: readonly { assumption?: AssumptionId }[]) =>
      all.filter(({ assumption }) => assumption === name).length
    const counts = {
      asDescribed: count(holding),
      absent: count(absent),
      differing: count(differing),
    }
    const verdict = counts.differing > 0 ? 'differs' : counts.absent > 0 ? 'unsure' : 'holds'
    return { assumption: name, verdict, ...counts } as const
  })
}

/** Draws the result for a person, in tables: differences, unread operations, assumptions, and the sum. */
export function report(result: ProbeResult, width: number): string {
  const { differences, notRead, assumptions, areas } = result
  const stated = differences.filter(isContradiction)
  const extra = differences.filter(({ kind }) => kind === 'extra')
  const assumed = differences.filter((each) => !stated.includes(each) && !extra.includes(each))
  return [
    section('Not as stated', stated, width),
    section('Not as assumed, or never seen', assumed, width),
    section('Not in the contract', extra, width),
    ...(notRead.length === 0
      ? []
      : [`Not read (${notRead.length})\n${table(['operation', 'why'], byReason(notRead), width)}`]),
    `Assumptions that answers tell of (${assumptions.length})\n${table(
      ['assumption', 'verdict', 'as assumed', 'never seen', 'otherwise'],
      assumptions.map(rowOf),
      width,
    )}`,
    `Summary\n${table(
      ['area', 'reads', 'read', 'answers', 'not as stated', 'not as assumed', 'extra'],
      areas.map(rowOf),
      width,
    )}`,
    `${verdictOf(stated.length, assumed.length, extra.length)}\n`,
  ]
    .filter((each) => each !== '')
    .join('\n')
}

const rowOf = (facts: Verdict | AreaSummary) => Object.values(facts).map(String)

function byReason(notRead: ProbeResult['notRead']): string[][] {
  const reasons = [...new Set(notRead.map(({ reason }) => reason))]
  return reasons.map((reason) => {
    const [first = '', ...others] = notRead
      .filter((each) => each.reason === reason)
      .map(({ operation }) => operation)
    return [others.length > 0 ? `${first} and ${others.length} more` : first, reason]
  })
}

function shortened(path: string, most = 60): string {
  const half = Math.floor((most - 1) / 2)
  return path.length <= most ? path : `${path.slice(0, half)}…${path.slice(-half)}`
}

function section(title: string, differences: readonly Difference[], width: number): string {
  if (differences.length === 0) return ''
  const headings = ['operation', 'field', 'what', 'expected', 'found', 'rests on']
  const rows = differences.map(({ operation, path, kind, expected, found, assumption }) => [
    operation,
    shortened(path),
    kind,
    expected,
    found,
    assumption ?? 'the document',
  ])
  return `${title} (${differences.length})\n${table(headings, rows, width)}`
}

function verdictOf(stated: number, assumed: number, extra: number): string {
  const parts = [
    stated === 0 ? 'All that was read is as the documents state it' : `${stated} not as stated`,
    assumed === 0 ? 'and as Foyer assumes it' : `${assumed} not as assumed or never seen`,
    extra === 0 ? '' : `${extra} that the contract does not name`,
  ]
  return `${parts.filter((part) => part !== '').join(', ')}.`
}

function table(headings: readonly string[], rows: readonly string[][], width: number): string {
  return drawTable(headings, rows, width, 100).text
}
