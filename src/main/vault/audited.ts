import type { Log, LogEvent } from '../check-in/log-port.ts'
import type { AuditEntry } from '../service/client.ts'
import type { KioskLog } from '../log.ts'
import type { Refused } from '../shell/port.ts'
import type { Audit } from './audit.ts'
import type { AuditFields } from './audit-chain.ts'

/** Most different things of one form page's that are audited in a visit: a hostile page could fill the disk. */
const mostRefusals = 100

const isAudited: Readonly<Record<LogEvent, boolean>> = {
  visitStarted: true,
  visitEnded: true,
  staffNeeded: true,
  helpRequested: true,
  kioskOutOfService: true,
  kioskBackInService: true,
  commandRefused: true,
  // The call itself is in the audit already; the others concern no one's data.
  callFailed: false,
  formFailed: false,
  bug: false,
}

/** What the service was asked, and about whom; to be written before the answer is handed out. */
export function auditCall(audit: Audit, { operation, records, outcome }: AuditEntry): void {
  const named = Object.entries(records).map(([name, id]) => [`record.${name}`, id])
  audit.append('call', { operation, outcome, ...(Object.fromEntries(named) as AuditFields) })
}

/** The same log, whose events that an auditor asks about are in the audit first. */
export function auditedLog(log: KioskLog, audit: Audit): KioskLog {
  const refusals = new Set<string>()
  const event: Log['event'] = (name, fields) => {
    if (name === 'visitStarted') refusals.clear()
    if (isAudited[name]) audit.append(name, { ...fields })
    log.event(name, fields)
  }
  function refused(refusal: Refused) {
    const { what, target } = refusal
    const key = `${what} ${target}`
    if (!refusals.has(key) && refusals.size < mostRefusals) {
      refusals.add(key)
      audit.append('formPageRefused', { what, target })
    }
    log.refused(refusal)
  }
  return { ...log, event, refused }
}
