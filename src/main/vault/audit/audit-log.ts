import type { Log, LogEvent, LogFields } from '../../visit/log-port.ts'
import type { AuditEntry } from '../../service/client/call-types.ts'
import { isOrigin } from '../../log/log-line.ts'
import type { KioskLog, RefusedLine } from '../../log/log.ts'
import type { Refused } from '../../../shared/windows.ts'
import { createSuppressor } from '../../base/suppressor.ts'
import type { Audit } from './audit.ts'
import type { AuditFields } from './audit-chain.ts'
import { refusedTarget } from './refused-target.ts'

/** Most different things that are refused in a visit and audited: a hostile page could fill the disk. */
const mostRefusals = 100

/**
 * Most origins of a visit that the log names whole, as IT lists them: a page makes up names of hosts, and could write
 * into them. The audit, which is kept for years and copied elsewhere, names none.
 */
const mostWhole = 20

const isAudited = {
  visitStarted: true,
  visitEnded: true,
  staffNeeded: true,
  helpRequested: true,
  staffAssisted: true,
  staffAssistEnded: true,
  pictureGiven: true,
  phoneCodeShown: true,
  deskCodeTaken: true,
  unusualCodes: true,
  intakeBegun: true,
  intakeAbandoned: true,
  appointmentTold: true,
  arrivalConfirmed: true,
  kioskOutOfService: true,
  kioskBackInService: true,
  commandRefused: true,
  // The call itself is in the audit already; the others concern no one's data.
  callFailed: false,
  formFailed: false,
  bug: false,
} as const satisfies Readonly<Record<LogEvent, boolean>>
type AuditedEvent = {
  [Name in LogEvent]: (typeof isAudited)[Name] extends true ? Name : never
}[LogEvent]

/** That each of these is an `AuditKind` is for the compiler to say, where one is appended. */
const belongsInAudit = (name: LogEvent): name is AuditedEvent => isAudited[name]

/** What the service was asked, about whom, and by which member of staff, if by one; to be written before the answer is handed out. */
export function auditCall(
  audit: Pick<Audit, 'append'>,
  { operation, records, outcome }: AuditEntry,
  member?: string,
): void {
  const named = Object.entries(records).map(([name, id]) => [`record.${name}`, id])
  audit.append('call', {
    ...{ operation, outcome },
    ...(member !== undefined && { member }),
    ...(Object.fromEntries(named) as AuditFields),
  })
}

/** ms in which one entry tells of all calls for help in a visit: they, too, could fill the disk, and push other patients' out of staff's sight. */
export const helpSuppressMs = 30_000

/** ms in which one entry tells that unusually many codes are asked for, whatever visits begin meanwhile. */
export const unusualSuppressMs = 60 * 60_000

/** What the log is made of, beside what it writes to. */
export interface AuditLogParts {
  readonly markOf: (text: string) => string
  readonly now?: () => number
}

/**
 * The same log, whose events that an auditor asks about are in the audit first; a refusal once a visit, and there
 * without the names that a form page could write data into. The log names a bounded number of origins whole. `markOf`: see `Vault.markOf`. `now`: ms that only grow.
 */
export function withAuditLog(
  log: KioskLog,
  audit: Audit,
  { markOf, now = () => performance.now() }: AuditLogParts,
): KioskLog {
  const commands = createSuppressor({ most: mostRefusals, now })
  const ofForms = createSuppressor({ most: mostRefusals, now })
  const whole = new Set<string>()
  const help = createSuppressor({ quietMs: helpSuppressMs, now })
  const unusual = createSuppressor({ quietMs: unusualSuppressMs, now })
  const isRepeated: Partial<Record<LogEvent, (fields: LogFields) => boolean>> = {
    commandRefused: ({ reason, command }) => !commands.isNew([reason, command].join(' ')),
    helpRequested: () => !help.isNew(),
    unusualCodes: () => !unusual.isNew(),
  }
  const event: Log['event'] = (name, fields) => {
    if (name === 'visitStarted') for (const each of [commands, ofForms, help]) each.forget()
    if (name === 'visitStarted') whole.clear()
    if (belongsInAudit(name) && !isRepeated[name]?.(fields)) audit.append(name, { ...fields })
    log.event(name, fields)
  }
  function noteRefused(refusal: Refused) {
    if (refusal.kind === 'browser') return
    const { what } = refusal
    const target = refusedTarget(refusal, markOf)
    if (ofForms.isNew(`${what} ${target}`)) audit.append('formPageRefused', { what, target })
  }
  function refused(line: RefusedLine) {
    if (isOrigin(line.target) && whole.size < mostWhole) whole.add(line.target)
    const target = whole.has(line.target) ? line.target : refusedTarget(line, markOf)
    log.refused({ ...line, target })
  }
  return { ...log, event, noteRefused, refused }
}
