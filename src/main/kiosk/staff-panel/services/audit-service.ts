import { findReason, type RequestReason } from '../../../../shared/request-reason.ts'
import { type HelpRequest, visitOutcome } from '../../../../shared/staff.ts'
import { type Audit, type AuditRecord, describeFault } from '../../../vault/audit/audit.ts'
import type { Vault } from '../../../vault/vault.ts'

const dayMs = 24 * 60 * 60_000
const mostRequests = 2_000
const mostOutcomes = 12

/** A reason that no screen has words for counts as something that went wrong: nobody who waits is left out. */
function reasonOf({ kind, fields }: AuditRecord): RequestReason {
  if (kind === 'helpRequested') return 'asked'
  return findReason(fields['reason']) ?? 'bug'
}

function detailOf({ kind, fields }: AuditRecord): string {
  if (kind !== 'staffNeeded') return ''
  const { operation, status, detail } = fields
  return [operation, status, detail].filter((each) => each !== undefined).join(': ')
}

export type AuditVerdict =
  | { readonly holds: true; readonly entries: number; readonly hash: string }
  | { readonly holds: false; readonly fault: string }

export type StaffAuditService = ReturnType<typeof createStaffAuditService>

/** Reads the vault's audit for staff. `now`: ms since 1970; `outside`: contradictions in copies outside this machine. */
export function createStaffAuditService(
  vault: { readonly audit: Pick<Audit, 'append' | 'recent'> } & Pick<Vault, 'verifyAudit'>,
  now: () => number = Date.now,
  outside: () => string | undefined = () => undefined,
) {
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
    /** ms since 1970; null where not within a day. */
    unusualCodesAt: () =>
      audit.recent(['unusualCodes'], { since: now() - dayMs, limit: 1 })[0]?.at ?? null,
    settle: (key: string) => audit.append('requestSettled', { key }),
    verify(): AuditVerdict {
      const verified = vault.verifyAudit()
      if (!verified.ok) return { holds: false, fault: describeFault(verified.error) }
      const fault = outside()
      if (fault !== undefined) return { holds: false, fault }
      return { holds: true, entries: verified.value.entries, hash: verified.value.hash }
    },
  }
}
