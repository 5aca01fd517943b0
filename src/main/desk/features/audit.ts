import { setImmediate } from 'node:timers/promises'
import type { Id } from '../../../contract/values.ts'
import {
  auditDetail,
  type AuditExportSearch,
  type AuditGroup,
  type auditOperations,
  type AuditSearch,
  type AuditVerdict,
  type RecordLook,
} from '../../../shared/desk/audit.ts'
import { err, ok, type Result } from '../../../shared/result.ts'
import type { AuditKind } from '../../vault/audit/audit-kinds.ts'
import type { AuditFault, AuditRecord, SearchAudit, Verified } from '../../vault/audit/audit.ts'
import { exportCsv } from '../csv-export.ts'
import {
  onRecord,
  prepare,
  type DeskWork,
  type Handlers,
  type AnswerNowOrLater,
} from '../feature.ts'
import type { Members } from '../members/members.ts'
import { deskCommands, deskQueries } from '../../../shared/desk/operations.ts'
import { sameLookMs } from '../desk-audit.ts'

const pageSize = 100
const gatheredAtATime = 2_000
/** Main serves others in between. */
const exportedAtATime = 1_000
const columns = ['seq', 'at', 'group', 'kind', 'member', 'about', 'patient', ...auditDetail.options]

export interface DeskAuditReading {
  readonly search: SearchAudit
  /** About a second for 50,000 entries. */
  readonly verify: () => Result<Verified, AuditFault>
}

/** Serves the audit of this machine, as an administrator reads it. */
export function serveAudit(
  work: Pick<DeskWork, 'references' | 'signal' | 'wallTime' | 'exportFolder'>,
  reading: DeskAuditReading,
  members: Pick<Members, 'list'>,
): Handlers<typeof auditOperations> {
  const { references } = work
  /** Undefined if the page names one that no entry named to it. */
  const aboutWhom = <T>({ patient }: AuditExportSearch, run: (id?: Id) => AnswerNowOrLater<T>) =>
    patient === undefined ? prepare({}, run) : onRecord(work, 'auditedPatient', patient, run)

  function readPage(query: Omit<Parameters<SearchAudit>[0], 'limit'>, most: number) {
    const found = reading.search({ ...query, limit: most + 1 })
    const shown = found.slice(0, most)
    return { shown, next: found.length > most ? (shown.at(-1)?.seq ?? null) : null }
  }

  function search(asked: AuditSearch, patient?: Id) {
    const query = { ...queryOf(asked, patient), before: asked.before }
    const { shown, next } = readPage(query, pageSize)
    const names = namesOf(members)
    return {
      next,
      entries: shown.map((record) => {
        const about = record.fields['record.patientId']
        return {
          ...entryOf(record, names),
          patient: about === undefined ? null : references.of('auditedPatient', String(about)),
        }
      }),
    }
  }

  function looksAt(id: Id, before: number | undefined) {
    const query = { patient: String(id), kinds: { are: lookKinds }, before }
    const { shown, next } = readPage(query, gatheredAtATime)
    return { rows: looksOf(shown, namesOf(members)), next }
  }

  return {
    auditEntries: (asked) => aboutWhom(asked, (id) => ok(search(asked, id))),
    recordLooks: ({ chart, before }) =>
      onRecord(work, 'chart', chart, (id) => ok(looksAt(id, before))),
    /** Newest first, a patient by the service's id. Stops when the session ends. */
    exportAudit: (asked) =>
      aboutWhom(asked, (id) =>
        exportCsv(work, 'audit', columns, async () => {
          const query = queryOf(asked, id)
          const names = namesOf(members)
          const rows: ReturnType<typeof cellsOf>[] = []
          for (let before: number | undefined; ;) {
            const found = reading.search({ ...query, before, limit: exportedAtATime })
            for (const record of found) rows.push(cellsOf(record, names))
            if (found.length < exportedAtATime) return ok(rows)
            before = found.at(-1)?.seq
            await setImmediate()
            if (work.signal.aborted) return err({ kind: 'locked' })
          }
        }),
      ),
    verifyAudit: () => prepare({}, () => ok(verdictOf(reading.verify()))),
  }
}

function verdictOf(verified: Result<Verified, AuditFault>): AuditVerdict {
  if (!verified.ok) {
    const { error } = verified
    return { holds: false, fault: error.kind, seq: 'seq' in error ? error.seq : null }
  }
  const { entries, first, last } = verified.value
  return { holds: true, entries, first, last }
}

/** Makes a query of a search; `patient`: the service's id of the patient to look for. */
function queryOf({ member, group, from, to }: AuditExportSearch, patient: Id | undefined) {
  return {
    member,
    from,
    to,
    ...(patient !== undefined && { patient: String(patient) }),
    ...(group !== undefined && {
      kinds: group === 'others' ? { areNot: [...groups.keys()] } : { are: kindsOfGroup[group] },
    }),
  }
}

const namesOf = (members: Pick<Members, 'list'>): ReadonlyMap<string, string> =>
  new Map(members.list().map(({ id, name }) => [id, name]))

function entryOf({ seq, at, kind, fields }: AuditRecord, names: ReadonlyMap<string, string>) {
  const { by, member } = fields
  const named = (id: string | number | undefined) =>
    id === undefined ? null : (names.get(String(id)) ?? null)
  // Of a command `by` is the name that its kiosk was told; otherwise an entry of who did something to whom names both.
  const isDoneTo = kind !== 'commandSent' && by !== undefined
  return {
    seq,
    at,
    kind,
    group: groups.get(kind) ?? 'others',
    member: named(isDoneTo ? by : member),
    about: isDoneTo && by !== member ? named(member) : null,
    details: auditDetail.options.flatMap((what) => {
      const value = fields[what]
      if (value === undefined) return []
      const query = what === 'query' ? own(deskQueries, String(value)) : undefined
      return [{ what, value: query?.right.place ?? String(value) }]
    }),
  }
}

function cellsOf(record: AuditRecord, names: ReadonlyMap<string, string>) {
  const { seq, at, group, kind, member, about } = entryOf(record, names)
  return [
    ...[seq, new Date(at).toISOString(), group, kind, member ?? '', about ?? ''],
    record.fields['record.patientId'] ?? '',
    ...auditDetail.options.map((what) => record.fields[what] ?? ''),
  ]
}

/** `others` is all the rest. */
const kindsOfGroup: Readonly<Record<Exclude<AuditGroup, 'others'>, readonly AuditKind[]>> = {
  looks: ['deskQueried'],
  changes: [
    'deskChanged',
    'deskChangeFailed',
    'deskCommand',
    'deskCommandEnded',
    'commandSent',
    'deskCodeUsed',
  ],
  calls: ['call', 'credentialUsed'],
  signIns: [
    ...(['memberSignedIn', 'memberSignedOut', 'memberConfirmed', 'memberSecretWrong'] as const),
    ...(['memberSecretChanged', 'staffEntered', 'staffLeft', 'staffPinWrong'] as const),
    ...(['staffNotEntered', 'staffSecretWrong', 'kioskPinUsed'] as const),
  ],
  emergencies: ['emergencyTaken', 'emergencyEnded', 'emergencySeen'],
  refusals: [
    ...(['deskRefused', 'commandRefused', 'formPageRefused', 'formOriginRefused'] as const),
    ...(['pairingRefused', 'deskCodeRefused', 'deskCodeVoided'] as const),
  ],
  administration: [
    ...(['memberSetUp', 'memberCreated', 'memberChanged', 'memberReset'] as const),
    ...(['pairingInvited', 'stationPaired', 'stationUnpaired', 'clinicKeyChanged'] as const),
    ...(['settingChanged', 'credentialKept', 'credentialRemoved', 'keyRotated'] as const),
    ...(['auditVerified', 'checkpoint', 'rolledBack'] as const),
  ],
}

const groups = new Map<string, AuditGroup>(
  Object.entries(kindsOfGroup).flatMap(([group, kinds]) =>
    kinds.map((kind) => [kind, group as AuditGroup] as const),
  ),
)

const lookKinds: readonly AuditKind[] = ['deskQueried', 'deskChanged', 'deskCodeUsed', 'call']

type Did = RecordLook['did']
type Look = Omit<RecordLook, 'calls'> & { until: number; readonly calls: Map<string, number> }

/** A page's words must not reach a prototype. */
const own = <T extends object>(table: T, name: string) =>
  Object.hasOwn(table, name) ? table[name as keyof T] : undefined

/** Undefined for a call of the service alone. */
function didOf({ kind, fields }: AuditRecord): Did | undefined {
  const query = own(deskQueries, String(fields['query']))
  const command = String(fields['command'])
  if (kind === 'deskCodeUsed') return { what: 'beganAtKiosk' }
  if (kind === 'deskQueried' && query) return { what: 'saw', place: query.right.place }
  return kind === 'deskChanged' && own(deskCommands, command) ? { what: 'did', command } : undefined
}

/** Gathers entries about a record, newest first, into looks: a member's acts without ten minutes' pause, and calls. */
export function looksOf(records: readonly AuditRecord[], names: ReadonlyMap<string, string>) {
  const looks: Look[] = []
  for (const record of records.toReversed()) {
    const { at, fields } = record
    const member = fields['member'] === undefined ? null : String(fields['member'])
    const isNear = (look: Look) => look.member === member && at - look.until <= sameLookMs
    const did = didOf(record)
    const known = did
      ? looks.findLast((look) => isNear(look) && JSON.stringify(look.did) === JSON.stringify(did))
      : looks
          .filter(isNear)
          .toSorted((a, b) => a.until - b.until)
          .at(-1)
    const look: Look = known ?? {
      from: at,
      until: at,
      member,
      did: did ?? { what: member === null ? 'visit' : 'inList' },
      calls: new Map<string, number>(),
    }
    if (!known) looks.push(look)
    look.until = at
    const operation = record.kind === 'call' ? String(fields['operation']) : undefined
    if (operation) look.calls.set(operation, (look.calls.get(operation) ?? 0) + 1)
  }
  return looks.toReversed().map(({ calls, ...look }) => ({
    ...look,
    member: look.member === null ? null : (names.get(look.member) ?? '?'),
    calls: [...calls].map(([operation, count]) => ({ operation, count })),
  }))
}
