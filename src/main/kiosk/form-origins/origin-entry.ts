import { isHttpsOrLoopback, isLoopback, isThisMachine } from '../../../shared/loopback.ts'
import { hasValidLabels, isWildcard } from '../../../shared/origin-entry.ts'
import { err, ok, type Result } from '../../../shared/result.ts'
import { registrableDomain } from './public-suffix.ts'

const example =
  'an https origin such as https://forms.example.com, or https://*.example.com for every name below it'

/** Reads an entry of `formView.origins` into its compared form. The error gives the expected form. */
export function readFormOrigin(text: string): Result<string, string> {
  // As in a host source of CSP, `*.` stands for every name below it at any depth, but not the name itself.
  const [, star = '', rest = ''] = /^https:\/\/(\*\.)?([^*]+)$/i.exec(text) ?? []
  const url = URL.parse(`https://${rest}`)
  if (!url || url.href.replace(/\/$/, '') !== url.origin || !hasValidLabels(url.hostname))
    return err(example)
  if (isThisMachine(url.hostname)) return err(`${example}; not this machine`)
  if (star !== '' && registrableDomain(url.hostname) === null)
    return err(`${example}; everybody can have a name below ${url.hostname}`)
  return ok(url.origin.replace('//', `//${star}`))
}

/** Reads an entry of `formView.allowedOrigins`: also any origin of this machine; cuts off a path. */
export function readAllowedOrigin(text: string): Result<string, string> {
  const url = URL.parse(text)
  const hasNoSecret = url !== null && url.username === '' && url.password === ''
  if (hasNoSecret && isLoopback(url.hostname) && isHttpsOrLoopback(url)) return ok(url.origin)
  const read = readFormOrigin(hasNoSecret && !isWildcard(text) ? url.origin : text)
  return read.ok ? read : err(`${JSON.stringify(text)} is none: ${read.error}`)
}
