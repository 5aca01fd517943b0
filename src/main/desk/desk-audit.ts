import type { Id } from '../../contract/values.ts'
import type { DeskRefusal } from '../../shared/desk/messages.ts'
import { createSuppressor } from '../base/suppressor.ts'
import type { Audit } from '../vault/audit/audit.ts'

/** Of one session: a hostile page could fill the disk. */
const mostRefusals = 100
/** ms: an open list is read again and again. Each call of the service has its own entry. */
export const sameLookMs = 10 * 60_000

export const notDone = [
  ...(['taken', 'past', 'similar', 'inDoubt'] as const),
  ...(['nothing', 'noFolder', 'notWritten'] as const),
  ...(['unknown', 'inFlight', 'notPossible', 'notDrawn'] as const),
] as const
export type ChangeFailure = DeskRefusal['kind'] | (typeof notDone)[number]

interface About {
  readonly records: Readonly<Record<string, Id>>
  readonly searchedBy?: string | undefined
  readonly reason?: string | undefined
}

/** Audits the acts at the desk; each function throws when the vault's audit cannot be written. */
export function createDeskAudit(audit: Pick<Audit, 'append'>, now: () => number) {
  const refusals = createSuppressor({ most: mostRefusals, now })
  const looks = createSuppressor({ quietMs: sameLookMs, now })
  const named = (records: About['records']) =>
    Object.fromEntries(Object.entries(records).map(([name, id]) => [`record.${name}`, String(id)]))
  return {
    /** Call it before the read. Each search has an entry, with its kind. */
    queried(member: string, query: string, { records, searchedBy }: About) {
      const fields = { member, query, ...named(records), ...(searchedBy && { searchedBy }) }
      if (searchedBy !== undefined || looks.isNew(JSON.stringify(fields)))
        audit.append('deskQueried', fields)
    },
    /** Call it before it is done. `reason`: the member's. */
    changes(member: string, command: string, { records, reason }: About) {
      const fields = { member, command, ...named(records), ...(reason !== undefined && { reason }) }
      audit.append('deskChanged', fields)
    },
    changeFailed: (member: string, command: string, why: ChangeFailure) =>
      audit.append('deskChangeFailed', { member, command, why }),
    /** `operation`: one that Foyer knows, or `unknown`. */
    refused(member: string | undefined, operation: string, why: DeskRefusal['kind']) {
      if (!refusals.isNew(`${operation} ${why}`)) return
      audit.append('deskRefused', { operation, why, ...(member !== undefined && { member }) })
    },
    begin() {
      refusals.forget()
      looks.forget()
    },
  }
}
export type DeskAudit = ReturnType<typeof createDeskAudit>
