import { isHttpsOrLoopback, isLoopback, isThisMachine } from '../../../shared/loopback.ts'
import { err, ok, type Result } from '../../../shared/result.ts'
import { hasValidLabels, matchesEntry } from '../../../shared/origin-entry.ts'
import { isPublicName, registrableDomain } from './public-suffix.ts'
import type { OpenFormError } from '../../../shared/windows.ts'

/** Rule for the origins that a kiosk's forms may have. */
export interface FormOriginRule {
  /** `formView.origins`, as the settings read them. */
  readonly origins: readonly string[]
  /** The service is one of this machine: then so are its forms. */
  readonly isPractice: boolean
}

/** Reason that no form is opened at an address that the service gave. */
export interface FormOriginRefusal {
  /** Scheme, host and port, cut at 300 characters; the scheme alone where there is no host. Never a path, a query or credentials. */
  readonly origin: string
  /**
   * Reason. `notConfirmed`: it might be the clinic's, but nobody confirmed it. `thisMachine`: a service elsewhere leads
   * to this machine. `malformed`: without TLS, with credentials, or unreadable.
   */
  readonly why: 'notConfirmed' | 'thisMachine' | 'malformed'
  /**
   * True if staff may confirm it: a name below a public suffix. IP addresses and local names may be clinic devices, for
   * administrators only.
   */
  readonly canBeConfirmed: boolean
}

/**
 * Checks a form's `address`: its origin must be listed or staff-confirmed (loopback in practice mode). Returns it
 * parsed, so that no caller parses it differently.
 */
export function checkFormAddress(
  address: string,
  { origins, isPractice }: FormOriginRule,
): Result<string, FormOriginRefusal> {
  const url = URL.parse(address)
  const refuse = (why: FormOriginRefusal['why'], canBeConfirmed = false) =>
    err({ origin: url ? originOf(url) : 'unreadable', why, canBeConfirmed })
  if (!url || url.username !== '' || url.password !== '') return refuse('malformed')
  if (isPractice && isLoopback(url.hostname) && isHttpsOrLoopback(url)) return ok(url.href)
  if (isThisMachine(url.hostname)) return refuse('thisMachine')
  if (url.protocol !== 'https:' || !hasValidLabels(url.hostname)) return refuse('malformed')
  if (origins.some((entry) => matchesEntry(url, entry))) return ok(url.href)
  return refuse('notConfirmed', isPublicName(url.hostname))
}

/** More than any origin whose host a resolver takes: 253 characters of a name, a scheme and a port. */
const maxOriginLength = 300

function originOf({ origin, protocol }: URL): string {
  return (origin === 'null' ? protocol : origin).slice(0, maxOriginLength)
}

/** Writes the log line: the owner and the remedy. */
export function describeRefusal({ origin, why, canBeConfirmed }: FormOriginRefusal): string {
  if (why === 'thisMachine') return 'the service gave an address of this machine: check service.*'
  if (why === 'malformed')
    return 'the service gave an address that no form is opened at: check service.*'
  // It names only the registered domain, since the rest could carry data; staff and the audit see all.
  const whose =
    registrableDomain(URL.parse(origin)?.hostname ?? '') ?? 'an address without a public name'
  const todo = 'an administrator lists the origin in formView.origins'
  return `${whose}: not confirmed; ${canBeConfirmed ? `staff confirm it in their panel, or ${todo}` : todo}`
}

/** Reads an address to open; one that `rule` refuses is reported to `onRefused` and fails as `notConfirmed`. */
export function openableAddress(
  address: string,
  rule: FormOriginRule,
  onRefused: (refusal: FormOriginRefusal) => void,
): Result<string, OpenFormError> {
  const checked = checkFormAddress(address, rule)
  if (checked.ok) return checked
  onRefused(checked.error)
  return err({ kind: 'notConfirmed', reason: describeRefusal(checked.error) })
}
