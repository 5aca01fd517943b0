import type { AssumptionId } from '../../src/contract/assumptions.ts'
import { areaOf } from '../operation/find.ts'
import { drawTable } from '../output/table.ts'
import { exitCodes, explain, type ExitCode } from '../problem.ts'
import { compare, isContradiction, type Difference } from './compare.ts'
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
  const nothing = readings.every(({ samples }) => samples.length === 0)
  if (visit?.stopped && nothing) return explain(visit.stopped).code
  const codes = readings.flatMap(({ errors }) => errors.map((error) => explain(error).code))
  const barred = codes.find((code) => code === exitCodes.unreachable) ?? codes.at(-1)
  const outcome = visit && outcomeOf(visit)
  if (outcome === 'fails' || outcome === 'nothingWaits') return exitCodes.visitFails
  if (outcome === 'withProfile') return exitCodes.needsProfile
  if (outcome === 'unknown') return (nothing && barred) || exitCodes.visitFails
  if (result.differences.some(isContradiction)) return exitCodes.differs
  return nothing && !outcome ? (barred ?? exitCodes.ok) : exitCodes.ok
}

function comparisonOf({ operation, samples, errors, bare }: Reading) {
  const answers = samples.map(({ answer }) => answer)
  const { differences, asDescribed } = compare(operation, answers)
  const differ = (id: string, expected: string, found: string): Difference => {
    return { operation: id, path: '$', kind: 'answer', expected, found, source: 'stated' }
  }
  const envelope = bare ? [differ(operation.id, 'an envelope', 'no envelope')] : []
  const unread = errors.flatMap((error) =>
    error.kind === 'unreadableAnswer'
      ? [differ(error.operation, 'an answer that can be read', error.reason)]
      : [],
  )
  return { differences: [...envelope, ...differences, ...unread], asDescribed }
}

function reasonOf({ skipped: why, errors }: Reading): string {
  const error = errors.at(-1)
  return why ? skipped[why] : error ? explain(error).message : 'it was not called'
}

/** Counts by assumption. `unsure`: a field that may be absent was never seen. */
function verdicts(compared: readonly ReturnType<typeof compare>[]) {
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
  const table = (headings: readonly string[], rows: readonly string[][]) =>
    drawTable(headings, rows, width, 100).text
  const section = (title: string, found: readonly Difference[]) => {
    const headings = ['operation', 'field', 'what', 'expected', 'found', 'rests on']
    const rows = found.map(({ operation, path, kind, expected, found, assumption }) => {
      const source = assumption ?? 'the document'
      return [operation, shortened(path), kind, expected, found, source]
    })
    return found.length === 0 ? '' : `${title} (${found.length})\n${table(headings, rows)}`
  }
  const unread = table(['operation', 'why'], byReason(notRead))
  const ofAssumptions = ['assumption', 'verdict', 'as assumed', 'never seen', 'otherwise']
  const ofAreas = ['area', 'reads', 'read', 'answers', 'not as stated', 'not as assumed', 'extra']
  return [
    section('Not as stated', stated),
    section('Not as assumed, or never seen', assumed),
    section('Not in the contract', extra),
    notRead.length === 0 ? '' : `Not read (${notRead.length})\n${unread}`,
    `Assumptions that answers tell of (${assumptions.length})\n${table(ofAssumptions, assumptions.map(rowOf))}`,
    `Summary\n${table(ofAreas, areas.map(rowOf))}`,
    `${verdictOf(stated.length, assumed.length, extra.length)}\n`,
  ]
    .filter(Boolean)
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

const shortened = (path: string) =>
  path.length <= 60 ? path : `${path.slice(0, 29)}…${path.slice(-29)}`

function verdictOf(stated: number, assumed: number, extra: number): string {
  const parts = [
    stated === 0 ? 'All that was read is as the documents state it' : `${stated} not as stated`,
    assumed === 0 ? 'and as Foyer assumes it' : `${assumed} not as assumed or never seen`,
    extra === 0 ? '' : `${extra} that the contract does not name`,
  ]
  return `${parts.filter((part) => part !== '').join(', ')}.`
}
