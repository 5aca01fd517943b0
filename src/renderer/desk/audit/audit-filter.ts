import { m } from '../../../i18n/paraglide/messages.js'
import type { AuditEntryRow, AuditExportSearch, RecordLook } from '../../../shared/desk/audit.ts'
import { auditGroups } from '../../../shared/desk/limits.ts'
import type { Reference } from '../../../shared/desk/references.ts'

/** Filter that narrows nothing. Days are YYYY-MM-DD by this machine's calendar; `to` is included. */
export const wholeAudit = {
  member: '',
  group: '',
  from: '',
  to: '',
  patient: undefined as Reference | undefined,
}

function midnight(day: string, after = 0): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day)) return undefined
  const at = new Date(`${day}T00:00`)
  return at.setDate(at.getDate() + after)
}

/** Converts the filter to main's search. */
export function searchOf(filter: typeof wholeAudit): AuditExportSearch {
  const { member, patient } = filter
  const group = auditGroups.find((each) => each === filter.group)
  const [from, to] = [midnight(filter.from), midnight(filter.to, 1)]
  return {
    ...(member !== '' && { member }),
    ...(group !== undefined && { group }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    ...(patient !== undefined && { patient }),
  }
}

interface AuditLine extends Pick<RecordLook, 'calls'>, Pick<AuditEntryRow, 'patient'> {
  readonly entry: AuditEntryRow
}

const valueOf = ({ details }: AuditEntryRow, asked: string) =>
  details.find(({ what }) => what === asked)?.value ?? ''

function countCalls(entries: readonly AuditEntryRow[]): RecordLook['calls'] {
  const counts = new Map<string, number>()
  for (const entry of entries) {
    const outcome = valueOf(entry, 'outcome')
    const operation = `${valueOf(entry, 'operation')} ${outcome === 'ok' ? '' : outcome}`.trim()
    counts.set(operation, (counts.get(operation) ?? 0) + 1)
  }
  return [...counts].map(([operation, count]) => ({ operation, count }))
}

/** Folds calls, of entries from the newest to the oldest, into the act of the same member before them. */
export function foldCalls(entries: readonly AuditEntryRow[]): AuditLine[] {
  const lines: AuditLine[] = []
  let calls: AuditEntryRow[] = []
  const close = (entry: AuditEntryRow) => {
    const [patient = null, ...others] = new Set(
      [entry, ...calls].flatMap(({ patient }) => patient ?? []),
    )
    lines.push({ entry, calls: countCalls(calls), patient: others.length > 0 ? null : patient })
    calls = []
  }
  for (const entry of entries) {
    const [call] = calls
    if (call && call.member !== entry.member) close(call)
    if (entry.kind === 'call') calls.push(entry)
    else close(entry)
  }
  const [call] = calls
  if (call) close(call)
  return lines
}

/** Says in words what was done, and which details these words do not say; no words for a kind of another Foyer. */
export function toldOf(entry: AuditEntryRow): Pick<AuditEntryRow, 'details'> & { words: string } {
  const [command, place] = [valueOf(entry, 'command'), valueOf(entry, 'query')]
  const kind = m.desk_audit_kind(entry)
  const seen = entry.patient === null ? '' : m.desk_looks_saw({ place })
  const subject = m.desk_command({ name: command }) || m.desk_place({ place })
  if (seen === '' && subject === '') return { words: kind, details: entry.details }
  const details = entry.details.filter(({ what }) => what !== 'command' && what !== 'query')
  return { words: seen || `${kind}: ${subject}`, details }
}
