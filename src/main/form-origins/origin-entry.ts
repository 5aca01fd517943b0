import { isHttpsOrLoopback, isLoopback, isThisMachine } from '../../shared/loopback.ts'
import { hasValidLabels, isWildcard } from '../../shared/origin-entry.ts'
import { err, ok, type Result } from '../../shared/result.ts'
import { registrableDomain } from './public-suffix.ts'

const example =
  'an https origin such as https://forms.example.com, or https://*.example.com for every name below it'

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

/**
 * Reads one entry of `formView.allowedOrigins`, like one of `formView.origins`, or an origin of this machine (loopback,
 * with or without TLS), for practice. Cuts off a path. The error names the entry and the expected form.
 */
export function readAllowedOrigin(text: string): Result<string, string> {
  const url = URL.parse(text)
  const hasNoSecret = url !== null && url.username === '' && url.password === ''
  if (hasNoSecret && isLoopback(url.hostname) && isHttpsOrLoopback(url)) return ok(url.origin)
  const read = readFormOrigin(hasNoSecret && !isWildcard(text) ? url.origin : text)
  return read.ok ? read : err(`${JSON.stringify(text.slice(0, 100))} is none: ${read.error}`)
}
