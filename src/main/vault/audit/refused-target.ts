import { isIP } from 'node:net'
import { parse } from 'tldts'
import { isLoopback } from '../../../shared/loopback.ts'
import type { Refused } from '../../../shared/windows.ts'

/** Schemes that a page may be told to have tried; the name of any other is of the page's own making. */
const knownSchemes: ReadonlySet<string> = new Set(
  'about blob chrome data devtools file filesystem ftp http https javascript mailto sms tel view-source ws wss'.split(
    ' ',
  ),
)

/** Kinds whose target the browser names, and no page: a permission, a kind of dialog. */
const namedByBrowser: ReadonlySet<Refused['what']> = new Set(['permission', 'dialog'])

/**
 * What the log and the audit may say of something that a form page tried. The page chooses the name of a host, its
 * port and its scheme, and nobody looks whether they exist before they are refused: they can carry what a patient
 * typed. So only the registrable domain under a suffix of ICANN's is said, or of what kind the address is, and
 * beside it the mark of the whole: who suspects a name asks for its mark (`Vault.markOf`), and compares.
 * `markOf`: letters that are the same for the same text, and tell nothing of it without the key.
 */
export function refusedTarget({ what, target }: Refused, markOf: (text: string) => string): string {
  if (namedByBrowser.has(what) || target === 'other program' || target === 'unreadable') {
    return target
  }
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
  const ownScheme = /^([a-z][a-z\d+.-]*):/i.exec(target)?.[1]?.toLowerCase() ?? ''
  return knownSchemes.has(ownScheme) ? `${ownScheme}:` : 'other scheme'
}

function ofHost(host: string): string {
  if (isLoopback(host)) return 'this machine'
  if (isIP(host.replace(/^\[|\]$/g, ''))) return 'an address'
  const { domain, isIcann } = parse(host, { allowPrivateDomains: false })
  return domain !== null && isIcann === true ? domain : 'a name that is not public'
}
