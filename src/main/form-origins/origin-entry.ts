import { isThisMachine } from '../../shared/loopback.ts'
import { err, ok, type Result } from '../../shared/result.ts'
import { registrableDomain } from './public-suffix.ts'

const anyBelow = '*.'
const example =
  'an https origin such as https://forms.example.com, or https://*.example.com for every name below it'

/**
 * Whether a host has labels of 1 to 63 characters, 253 in all (RFC 1035). With an empty one (a dot at the end, two in
 * a row) it is another origin that may lead to the same place.
 */
export function hasValidLabels(hostname: string): boolean {
  const labels = hostname.split('.')
  return hostname.length <= 253 && labels.every(({ length }) => length > 0 && length <= 63)
}

/**
 * Reads one entry of `formView.origins` into the form in which it is compared: `https://forms.example.com` (that
 * origin alone, a port where it is not 443), or `https://*.example.com` (every name below it at any depth, not the
 * name itself; as in a host source of CSP). The error says what was expected.
 */
export function readFormOrigin(text: string): Result<string, string> {
  const [, star = '', rest = ''] = /^https:\/\/(\*\.)?([^*]+)$/i.exec(text) ?? []
  const url = URL.parse(`https://${rest}`)
  if (!url || url.href.replace(/\/$/, '') !== url.origin || !hasValidLabels(url.hostname))
    return err(example)
  if (isThisMachine(url.hostname)) return err(`${example}; not this machine`)
  if (star !== '' && registrableDomain(url.hostname) === null)
    return err(`${example}; everybody can have a name below ${url.hostname}`)
  return ok(url.origin.replace('//', `//${star}`))
}

/** Whether an address is of an entry that `readFormOrigin` read. */
export function matchesEntry(url: URL, entry: string): boolean {
  if (!entry.includes(anyBelow)) return url.origin === entry
  const above = new URL(entry.replace(anyBelow, ''))
  const isSameSchemeAndPort = url.protocol === above.protocol && url.port === above.port
  return (
    isSameSchemeAndPort &&
    hasValidLabels(url.hostname) &&
    url.hostname.endsWith(`.${above.hostname}`)
  )
}
