import { isHttpsOrLoopback, isLoopback, isThisMachine } from '../../../shared/loopback.ts'
import { err, ok, type Result } from '../../../shared/result.ts'
import { hasValidLabels, matchesEntry } from '../../../shared/origin-entry.ts'
import { isPublicName, registrableDomain } from './public-suffix.ts'
import type { OpenFormError } from '../../../shared/windows.ts'

export interface FormOriginRule {
  readonly origins: readonly string[]
  readonly isPractice: boolean
}

export interface FormOriginRefusal {
  /** Cut at 300 characters; the scheme alone where there is no host. Never a path, a query or credentials. */
  readonly origin: string
  /** `thisMachine`: from a service elsewhere; `malformed`: without TLS, with credentials, or unreadable. */
  readonly why: 'notConfirmed' | 'thisMachine' | 'malformed'
  /** A name below a public suffix: IP addresses and local names may be clinic devices, for administrators alone. */
  readonly canBeConfirmed: boolean
}

/** Checks a form's `address` against the confirmed origins; returns it parsed, so that no caller parses it differently. */
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
