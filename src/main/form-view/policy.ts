import { isHttpsOrLoopback } from '../../shared/loopback.ts'
import { matchesEntry } from '../../shared/origin-entry.ts'
import { err, ok, type Result } from '../../shared/result.ts'

export interface OriginPolicy {
  /** Serialized http(s) origins, as `URL.origin` writes them. */
  readonly origins: ReadonlySet<string>
  /** Entries such as `https://*.example.com`: every https name below that one (`matchesEntry`). */
  readonly wildcards: readonly string[]
}

export const nothingAllowed: OriginPolicy = { origins: new Set(), wildcards: [] }

const asHttp: Readonly<Record<string, string>> = {
  'http:': 'http:',
  'https:': 'https:',
  'ws:': 'http:',
  'wss:': 'https:',
}

/** Most characters of a host name and its port: what is longer names no machine (RFC 1035), only fills a memory. */
const mostHost = 260
const mostScheme = 40

/** Returns the http(s) origin of a request or socket; undefined for other schemes, credentials, or no possible host. */
export function networkOrigin(url: string): string | undefined {
  const parsed = URL.parse(url)
  const scheme = parsed && asHttp[parsed.protocol]
  if (!parsed || !scheme || parsed.username !== '' || parsed.password !== '') return undefined
  if (parsed.host.length > mostHost) return undefined
  return new URL(`${scheme}//${parsed.host}`).origin
}

/** Builds a form's policy: its own origin and the listed ones. Errors name what is neither https nor on this machine. */
export function originPolicy(
  url: string,
  allowedOrigins: readonly string[],
): Result<OriginPolicy, { readonly kind: 'notAllowed'; readonly reason: string }> {
  const origins = new Set<string>()
  const wildcards = allowedOrigins.filter((entry) => /^https:\/\/\*\.[^*]+$/.test(entry))
  for (const candidate of [url, ...allowedOrigins.filter((entry) => !wildcards.includes(entry))]) {
    const parsed = URL.parse(candidate)
    const isOne = parsed && !parsed.hostname.includes('*') && isHttpsOrLoopback(parsed)
    const origin = isOne ? networkOrigin(candidate) : undefined
    if (origin === undefined) {
      return err({ kind: 'notAllowed', reason: `not an address to open: ${describe(candidate)}` })
    }
    origins.add(origin)
  }
  return ok({ origins, wildcards })
}

/** Bytes that each origin of a form may keep in files, databases and caches: far more than it needs. */
export const storageBytes = 64 * 1024 * 1024

/** True if the policy lets a page or a socket go to `url`. */
export function isAllowed(url: string, policy: OriginPolicy): boolean {
  const origin = networkOrigin(url)
  if (origin === undefined) return false
  return (
    policy.origins.has(origin) ||
    policy.wildcards.some((each) => matchesEntry(new URL(origin), each))
  )
}

/** True if the policy allows a tunnel (TLS or a socket) to `host`, an IPv6 host with or without brackets. */
export function isAllowedTunnel(host: string, port: number, policy: OriginPolicy): boolean {
  const name = host.includes(':') && !host.startsWith('[') ? `[${host}]` : host
  return ['https', 'http'].some((scheme) => isAllowed(`${scheme}://${name}:${port}/`, policy))
}

/** Reduces an address to what a log may hold: its origin, or its scheme if it has none. Never path or query. */
export function describe(url: string): string {
  const parsed = URL.parse(url)
  if (!parsed || parsed.host.length > mostHost || parsed.protocol.length > mostScheme)
    return 'unreadable'
  return (
    networkOrigin(url) ??
    (asHttp[parsed.protocol] ? `${parsed.protocol}//${parsed.host}` : parsed.protocol)
  )
}

export interface Header {
  readonly name: string
  readonly value: string
}

/** Features of the Permissions Policy specification and of Chromium's own list. */
const deniedFeatures = `
  accelerometer ambient-light-sensor attribution-reporting autoplay bluetooth browsing-topics camera
  captured-surface-control clipboard-read clipboard-write compute-pressure deferred-fetch
  deferred-fetch-minimal digital-credentials-create digital-credentials-get display-capture
  encrypted-media fullscreen gamepad geolocation gyroscope hid identity-credentials-get
  idle-detection interest-cohort join-ad-interest-group keyboard-map language-detector
  language-model local-fonts magnetometer microphone midi on-device-speech-recognition
  otp-credentials payment picture-in-picture private-state-token-issuance
  private-state-token-redemption publickey-credentials-create publickey-credentials-get rewriter
  run-ad-auction screen-wake-lock serial shared-storage speaker-selection storage-access summarizer
  translator usb web-share window-management writer xr-spatial-tracking
`
  .trim()
  .split(/\s+/)

// The sandbox forbids popups, downloads, dialogs, printing, pointer lock and other programs. A frame may lead the whole
// page on, as a payment's does when it is done: the policy decides where to.
/** Headers that every document of a form view gets beside its own: a sandbox, and no device or browser feature. */
const confiningHeaders: readonly Header[] = [
  {
    name: 'Content-Security-Policy',
    value: 'sandbox allow-forms allow-same-origin allow-scripts allow-top-navigation',
  },
  {
    name: 'Permissions-Policy',
    value: deniedFeatures.map((feature) => `${feature}=()`).join(', '),
  },
]

/** A server's broken line would void ours beside it: lines of one header are read as one list (RFC 9651, 4.2). */
const oursAlone = new Set(['permissions-policy', 'feature-policy'])

/** Adds the confining headers to a document's answer, beside the server's content policy; drops its feature policies. */
export function confinedHeaders(headers: readonly Header[]): Header[] {
  const kept = headers.filter(({ name }) => !oursAlone.has(name.trim().toLowerCase()))
  return [...kept.flatMap(asText), ...confiningHeaders]
}

/** A signed exchange holds another answer, with an address and headers of its own, none of them ours: it is text. */
function asText(header: Header): readonly Header[] {
  const { name, value } = header
  const isExchange =
    name.toLowerCase() === 'content-type' && /application\/signed-exchange/i.test(value)
  if (!isExchange) return [header]
  return [
    { name, value: 'text/plain' },
    { name: 'X-Content-Type-Options', value: 'nosniff' },
  ]
}

/** The answers that browsers follow (Fetch standard, "redirect status"). */
const redirects: ReadonlySet<number> = new Set([301, 302, 303, 307, 308])

/** True if a browser follows an answer to another address; every other one can become a document, whatever its status. */
export function isFollowed(status: number, headers: readonly Header[]): boolean {
  const leads = ({ name, value }: Header) =>
    name.toLowerCase() === 'location' && value.trim() !== ''
  return redirects.has(status) && headers.some(leads)
}

// They read the screen, have a window above all others, buy; or ask the patient if a page may look about in the
// network: the proxy has that answer, and it is no.
export const disabledFeatures = [
  'EyeDropperAPI',
  'DocumentPictureInPictureAPI',
  'DigitalGoods',
  'LocalNetworkAccessChecks',
  'LocalNetworkAccessChecksWebSockets',
]
