import { findReason, type RequestReason } from '../../../../shared/request-reason.ts'
import { type HelpRequest, visitOutcome } from '../../../../shared/staff.ts'
import { type Audit, type AuditRecord, describeFault } from '../../../vault/audit/audit.ts'
import type { Vault } from '../../../vault/vault.ts'

const dayMs = 24 * 60 * 60_000
/** Most entries of a day that are looked through. */
const mostRequests = 2_000
const mostOutcomes = 12

/** A reason that no screen has words for counts as something that went wrong: nobody who waits is left out. */
function reasonOf({ kind, fields }: AuditRecord): RequestReason {
  if (kind === 'helpRequested') return 'asked'
  return findReason(fields['reason']) ?? 'bug'
}

/** The failed call of an entry, in the words of the log. */
function detailOf({ kind, fields }: AuditRecord): string {
  if (kind !== 'staffNeeded') return ''
  const { operation, status, detail } = fields
  return [operation, status, detail].filter((each) => each !== undefined).join(': ')
}

/** Verdict on the audit. */
export type AuditVerdict =
  | { readonly holds: true; readonly entries: number; readonly hash: string }
  | { readonly holds: false; readonly fault: string }

/** Reads the audit for staff, without any patient's detail. */
export type StaffAuditService = ReturnType<typeof createStaffAuditService>

/**
 * Reads the vault's audit for staff. `now`: ms since 1970; `outside`: contradictions found in copies outside this
 * machine.
 */
export function createStaffAuditService(
  vault: { readonly audit: Pick<Audit, 'append' | 'recent'> } & Pick<Vault, 'verifyAudit'>,
  now: () => number = Date.now,
  outside: () => string | undefined = () => undefined,
) {
  const { audit } = vault
  /** Newest first, those of the last day. */
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
    /** Newest first, the last dozen. */
    recentOutcomes: () =>
      audit.recent(['visitEnded'], { since: 0, limit: mostOutcomes }).flatMap(({ at, fields }) => {
        const outcome = visitOutcome.safeParse(fields['reason'])
        return outcome.success ? [{ at, outcome: outcome.data }] : []
      }),
    /** Reads when unusually many codes were last noticed, ms since 1970; null where not within a day. */
    unusualCodesAt: () =>
      audit.recent(['unusualCodes'], { since: now() - dayMs, limit: 1 })[0]?.at ?? null,
    /** Someone went to them: writes `requestSettled` to the audit, which is all that there is to it. */
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
