import type { RecordLook } from '../../../shared/desk/audit.ts'
import { deskCommands, deskQueries } from '../../../shared/desk/operations.ts'
import type { AuditKind } from '../../vault/audit/audit-kinds.ts'
import type { AuditRecord } from '../../vault/audit/audit.ts'
import { sameLookMs } from '../desk-audit.ts'

/** Kinds of entries that tell who looked at a record. */
export const lookKinds: readonly AuditKind[] = [
  'deskQueried',
  'deskChanged',
  'deskCodeUsed',
  'call',
]

type Did = RecordLook['did']
type Look = Omit<RecordLook, 'calls'> & { until: number; readonly calls: Map<string, number> }

/** Finds an operation's own entry: a page's words must not reach a prototype. */
const own = <T extends object>(table: T, name: string) =>
  Object.hasOwn(table, name) ? table[name as keyof T] : undefined

/** Tells what an entry says that somebody did; undefined for a call of the service alone. */
function didOf({ kind, fields }: AuditRecord): Did | undefined {
  const query = own(deskQueries, String(fields['query']))
  const command = String(fields['command'])
  if (kind === 'deskCodeUsed') return { what: 'beganAtKiosk' }
  if (kind === 'deskQueried' && query) return { what: 'saw', place: query.right.place }
  return kind === 'deskChanged' && own(deskCommands, command) ? { what: 'did', command } : undefined
}

/**
 * Gathers the entries about one record, the newest first, into looks: what one member did without ten minutes' pause is
 * one, with its calls of the service counted. Newest first, too.
 */
export function looksOf(
  records: readonly AuditRecord[],
  names: ReadonlyMap<string, string>,
): RecordLook[] {
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
          .reduce<Look | undefined>(
            (last, look) => (last && last.until > look.until ? last : look),
            undefined,
          )
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
