import { isIP } from 'node:net'
import { parse } from 'tldts'
import { isLoopback } from '../../../shared/loopback.ts'
import type { Refused } from '../../../shared/windows.ts'
import { createSuppressor } from '../../base/suppressor.ts'
import { type KioskLog, type RefusedLine, isOrigin } from '../../log/log.ts'
import type { ClientCredentials } from '../../intake/auth/token-request.ts'
import type { AuditEntry } from '../../intake/client/call-types.ts'
import {
  type AuditedEvent,
  type Log,
  type LogEvent,
  type LogFields,
  logEvents,
} from '../../kiosk/visit/log-port.ts'
import type { ServiceInterface } from '../../../shared/staff.ts'
import type { Audit, AuditFields } from './audit.ts'

/** Schemes that the log may name; a page can make up any other. */
const knownSchemes: ReadonlySet<string> = new Set(
  'about blob chrome data devtools file filesystem ftp http https javascript mailto sms tel view-source ws wss'.split(
    ' ',
  ),
)

/** Kinds whose target the browser names, and no page: a permission, a kind of dialog. */
const namedByBrowser: ReadonlySet<Refused['what']> = new Set(['permission', 'dialog'])

/** Names what a page tried: a domain under an ICANN suffix, or the address's kind; and its `markOf`. */
export function refusedTarget({ what, target }: Refused, markOf: (text: string) => string): string {
  // The page chooses host, port and scheme, and nobody checks that they exist before the refusal: they can carry text
  // that a patient typed. A reader who suspects a name asks for its mark (`Vault.markOf`), and compares. `markOf`
  // gives the same letters for the same text, and reveals nothing of it without the key.
  if (namedByBrowser.has(what) || target === 'unreadable') return target
  return `${publicPart(target)} (${markOf(target.toLowerCase())})`
}

function publicPart(target: string): string {
  const [, scheme, host] =
    /^(?:([a-z][a-z\d+.-]*):\/\/)?(\[[^\]]*\]|[^:/?#]*)(?::\d*)?$/i.exec(target) ?? []
  if (host !== undefined && host !== '' && !target.endsWith(':')) {
    return scheme && knownSchemes.has(scheme.toLowerCase())
      ? `${scheme.toLowerCase()}://${ofHost(host)}`
      : ofHost(host)
  }
  const ownScheme = target.toLowerCase().replace(/:.*/, '')
  return knownSchemes.has(ownScheme) ? `${ownScheme}:` : 'other scheme'
}

function ofHost(host: string): string {
  if (isLoopback(host)) return 'this machine'
  if (isIP(host.replaceAll(/[[\]]/g, ''))) return 'an address'
  const { domain, isIcann } = parse(host)
  return domain !== null && isIcann === true ? domain : 'a name that is not public'
}

/** Wraps a source of credentials: audits each use before handing out a pair; throws if that cannot be written. */
export function auditCredentialUse(
  audit: Pick<Audit, 'append'>,
  name: ServiceInterface,
  find: () => ClientCredentials | undefined,
): () => ClientCredentials | undefined {
  return () => {
    const pair = find()
    if (pair) audit.append('credentialUsed', { interface: name })
    return pair
  }
}

/** Most different things that are refused in a visit and audited: a hostile page could fill the disk. */
const mostRefusals = 100

/** Most origins that the log names whole per visit, for IT: a page could hide data in hosts. The audit names none. */
const mostWhole = 20

const belongsInAudit = (name: LogEvent): name is AuditedEvent => logEvents[name].audited

/** Writes a call to the audit: its operation, records and member of staff. To be called before the answer is handed out. */
export function auditCall(
  audit: Pick<Audit, 'append'>,
  { operation, records, outcome }: AuditEntry,
  member?: string,
): void {
  const named = Object.entries(records).map(([name, id]) => [`record.${name}`, id])
  audit.append('call', {
    operation,
    outcome,
    ...(member !== undefined && { member }),
    ...(Object.fromEntries(named) as AuditFields),
  })
}

/** ms in which one entry covers a visit's calls for help: more could fill the disk and hide other patients' calls. */
export const helpSuppressMs = 30_000

/** ms in which one entry covers unusually many requested codes, over all visits in between. */
export const unusualSuppressMs = 60 * 60_000

/** Wraps the log: audits its events first, refusals once a visit, without names a form page could write data into. */
export function withAuditLog(
  log: KioskLog,
  audit: Audit,
  {
    markOf,
    now = () => performance.now(),
  }: { readonly markOf: (text: string) => string; readonly now?: () => number },
): KioskLog {
  const commands = createSuppressor({})
  const ofForms = createSuppressor({ most: mostRefusals })
  const whole = new Set<string>()
  const help = createSuppressor({ quietMs: helpSuppressMs, now })
  const unusual = createSuppressor({ quietMs: unusualSuppressMs, now })
  const isRepeated: Partial<Record<LogEvent, (fields: LogFields) => boolean>> = {
    commandRefused: ({ reason, command }) => !commands.isNew(JSON.stringify([reason, command])),
    helpRequested: () => !help.isNew(),
    unusualCodes: () => !unusual.isNew(),
  }
  const event: Log['event'] = (name, fields) => {
    if (name === 'visitStarted') {
      for (const each of [commands, ofForms, help]) each.forget()
      whole.clear()
    }
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
