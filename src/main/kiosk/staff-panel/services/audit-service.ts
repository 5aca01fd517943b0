import { requestReason, type RequestReason } from '../../../../shared/request-reason.ts'
import { type HelpRequest, visitOutcome } from '../../../../shared/staff.ts'
import { type Audit, type AuditRecord, describeFault } from '../../../vault/audit/audit.ts'
import type { Vault } from '../../../vault/vault.ts'
import type { StaffAuditService } from '../ports.ts'

const dayMs = 24 * 60 * 60_000
/** Most entries of a day that are looked through. */
const mostRequests = 2_000
const mostOutcomes = 12

/** A reason that no screen has words for counts as something that went wrong: nobody who waits is left out. */
function reasonOf({ kind, fields }: AuditRecord): RequestReason {
  if (kind === 'helpRequested') return 'asked'
  const parsed = requestReason.safeParse(fields['reason'])
  return parsed.success ? parsed.data : 'bug'
}

/** The failed call of an entry, in the words of the log. */
function detailOf({ kind, fields }: AuditRecord): string {
  if (kind !== 'staffNeeded') return ''
  const { operation, status, detail } = fields
  return [operation, status, detail].filter((each) => each !== undefined).join(': ')
}

/**
 * Reads the vault's audit for staff. `now`: ms since 1970; `outside`: contradictions found in copies outside this
 * machine.
 */
export function createStaffAuditService(
  vault: { readonly audit: Pick<Audit, 'append' | 'recent'> } & Pick<Vault, 'verifyAudit'>,
  now: () => number = Date.now,
  outside: () => string | undefined = () => undefined,
): StaffAuditService {
  const { audit } = vault
  const openRequests = (): readonly HelpRequest[] => {
    const entries = audit.recent(['helpRequested', 'staffNeeded', 'requestSettled'], {
      since: now() - dayMs,
      limit: mostRequests,
    })
    const settled = new Set<unknown>()
    const byNumber = new Map<string, HelpRequest>()
    for (const entry of entries) {
      const { kind, seq, at, fields } = entry
      const helpNumber = String(fields['helpNumber'] ?? '')
      if (kind === 'requestSettled') settled.add(fields['key'])
      else if (helpNumber !== '' && !byNumber.has(helpNumber))
        byNumber.set(helpNumber, {
          key: String(seq),
          helpNumber,
          reason: reasonOf(entry),
          detail: detailOf(entry),
          at,
        })
    }
    return [...byNumber.values()].filter(({ key }) => !settled.has(key))
  }

  return {
    openRequests,
    recentOutcomes: () =>
      audit.recent(['visitEnded'], { since: 0, limit: mostOutcomes }).flatMap(({ at, fields }) => {
        const outcome = visitOutcome.safeParse(fields['reason'])
        return outcome.success ? [{ at, outcome: outcome.data }] : []
      }),
    unusualCodesAt: () =>
      audit.recent(['unusualCodes'], { since: now() - dayMs, limit: 1 })[0]?.at ?? null,
    settle: (key) => audit.append('requestSettled', { key }),
    verify() {
      const verified = vault.verifyAudit()
      if (!verified.ok) return { holds: false, fault: describeFault(verified.error) }
      const fault = outside()
      if (fault !== undefined) return { holds: false, fault }
      return { holds: true, entries: verified.value.entries, hash: verified.value.hash }
    },
  }
}
