import { drawTable } from '../output/table.ts'
import { isContradiction, type Difference } from './compare.ts'
import type { ProbeResult } from './result.ts'

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
      assumptions.map((each) => [
        each.assumption,
        each.verdict,
        ...[each.asDescribed, each.absent, each.differing].map(String),
      ]),
      width,
    )}`,
    `Summary\n${table(
      ['area', 'reads', 'read', 'answers', 'not as stated', 'not as assumed', 'extra'],
      areas.map(({ area, ...counts }) => [
        area,
        ...[counts.operations, counts.read, counts.answers, counts.stated, counts.assumed].map(
          String,
        ),
        String(counts.extra),
      ]),
      width,
    )}`,
    `${verdictOf(stated.length, assumed.length, extra.length)}\n`,
  ]
    .filter((each) => each !== '')
    .join('\n')
}

/** Groups the operations by reason: a reason that bars a whole interface takes one row. */
function byReason(notRead: ProbeResult['notRead']): string[][] {
  const reasons = [...new Set(notRead.map(({ reason }) => reason))]
  return reasons.map((reason) => {
    const [first = '', ...others] = notRead
      .filter((each) => each.reason === reason)
      .map(({ operation }) => operation)
    return [others.length > 0 ? `${first} and ${others.length} more` : first, reason]
  })
}

/** Shortens a long path in its middle: its ends say the most. */
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
