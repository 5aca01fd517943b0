type Kind = 'text' | 'number' | 'origin'

/**
 * Every field that a line of the log may hold, beside its time, its level and the kiosk's name, and as what. An `origin`
 * is one as `URL.origin` writes it (scheme, host, port), and stands there whole: what looks like a secret in a host is
 * how content networks name theirs. Anything else in such a field is a text.
 */
const listed = {
  event: 'text',
  message: 'text',
  helpNumber: 'text',
  reason: 'text',
  operation: 'text',
  error: 'text',
  status: 'number',
  detail: 'text',
  attempts: 'number',
  command: 'text',
  outcome: 'text',
  tookMs: 'number',
  what: 'text',
  target: 'origin',
  origin: 'origin',
  from: 'origin',
  kind: 'text',
  count: 'number',
  shell: 'text',
} as const satisfies Readonly<Record<string, Kind>>

const cut = '[cut]'
const longest = 200

/** What might be a patient's or a secret, whatever field it came in. Of an address its origin may stay. */
const suspicious: readonly (readonly [RegExp, string])[] = [
  [/\b([a-z][a-z\d+.-]*:\/\/[^\s/?#]*)[/?#]\S*/gi, `$1/${cut}`],
  [/[^\s"'<>(),:;]+@[^\s"'<>(),;]+/g, cut],
  // A token: long, unbroken, letters with digits among them.
  [/(?=[\w.~+/=-]*\d)(?=[\w.~+/=-]*[a-z])[\w.~+/=-]{20,}/gi, cut],
  // A date, and a phone number, however it is grouped.
  [/\b(?:\d{4}[./-]\d{1,2}[./-]\d{1,2}|\d{1,2}[./-]\d{1,2}[./-]\d{4})\b/g, cut],
  [/\+?\d(?:[\s()./-]{0,2}\d){6,}/g, cut],
]

/** A text without anything that might be a patient's or a secret, at most 200 characters of it. */
export function cleanText(text: string): string {
  const clean = suspicious.reduce(
    (before, [pattern, instead]) => before.replace(pattern, instead),
    text.slice(0, 10 * longest),
  )
  return clean.length > longest ? `${clean.slice(0, longest)}…` : clean
}

/** The longest host that a line names whole: longer than any that a service has, too short for much else. */
const longestHost = 100

/** Whether a text is an origin of a web site, exactly as `URL.origin` writes it: no path, no query, no credentials. */
export function isOrigin(text: string): boolean {
  const url = URL.parse(text)
  return (
    url?.origin === text && /^https?:$/.test(url.protocol) && url.hostname.length <= longestHost
  )
}

function cleanField(kind: Kind, value: unknown): string | number {
  if (kind === 'number') return typeof value === 'number' ? value : cut
  if (kind === 'origin' && typeof value === 'string' && isOrigin(value)) return value
  return typeof value === 'string' ? cleanText(value) : cut
}

/** The listed fields of a line, each clean; what is not listed is not there. */
export function pickListedFields(
  fields: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(listed)
      .filter(([name]) => fields[name] !== undefined)
      .map(([name, kind]) => [name, cleanField(kind, fields[name])]),
  )
}
