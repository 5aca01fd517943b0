import type { AuditRow } from './audit-chain.ts'
import { hashOf } from './audit-chain.ts'
import { inAscii, lineOf } from './audit-line.ts'

/** What every message of this kiosk says of its sender. */
export interface SyslogSender {
  /** Name of the machine. */
  readonly hostname: string
  /** `kiosk.name` of the settings. */
  readonly kiosk: string
  /** Foyer's. */
  readonly version: string
  /** Which chain the entries belong to; see `AuditChain.id`. */
  readonly chain: string
}

/** One message, before it is put into words. */
interface Message {
  /** ms since 1970. */
  readonly at: number
  readonly id: 'ENTRY' | 'ANCHOR'
  readonly seq: number
  /** SHA-256 of the entry, in hex. */
  readonly hash: string
  /** JSON in ASCII. */
  readonly text: string
}

/** Facility 13 ("log audit"), severity 6 (informational) and 5 (notice): RFC 5424, 6.2.1. */
const priorities = { ENTRY: 13 * 8 + 6, ANCHOR: 13 * 8 + 5 } as const

/**
 * The enterprise number of the structured data's name. Foyer has none of its own; 32473 is the one that RFC 5612 keeps
 * for examples, and so nobody else's.
 */
const enterprise = 32473

/** A name of the header (RFC 5424, 6.2): printable ASCII without a space, `-` where nothing is left. */
function headerName(text: string, most: number): string {
  return text.replace(/[^\x21-\x7e]/g, '').slice(0, most) || '-'
}

/** A value of the structured data: a quote, a backslash and a closing bracket are escaped (RFC 5424, 6.3.3). */
function parameter(name: string, value: string | number): string {
  return `${name}="${String(value).replace(/["\\\]]/g, '\\$&')}"`
}

/** One syslog message in the format of RFC 5424. */
function formatMessage(sender: SyslogSender, message: Message): string {
  const { hostname, kiosk, version, chain } = sender
  const { at, id, seq, hash, text } = message
  const origin = `[origin ${parameter('software', 'Foyer')} ${parameter('swVersion', version)}]`
  const values = [
    parameter('kiosk', kiosk),
    parameter('chain', chain),
    parameter('seq', seq),
    parameter('sha256', hash),
  ]
  return [
    `<${priorities[id]}>1`,
    new Date(at).toISOString(),
    headerName(hostname, 255),
    'foyer',
    '-',
    id,
    `${origin}[foyer@${enterprise} ${values.join(' ')}]`,
    text,
  ].join(' ')
}

/** A message as it goes over TLS: its length in octets, a space, and itself (RFC 5425, 4.3). */
function frame(message: string): Buffer {
  const octets = Buffer.from(message, 'utf8')
  return Buffer.concat([Buffer.from(`${octets.length} `), octets])
}

/** The frame of an entry of the audit; its text is the line that `npm run audit -- export` writes. */
export function frameOfEntry(sender: SyslogSender, row: AuditRow): Buffer {
  const { seq, at } = row
  const hash = hashOf(row).toString('hex')
  return frame(formatMessage(sender, { id: 'ENTRY', at, seq, hash, text: lineOf(row) }))
}

/** The frame of an anchor: where the chain ends now. */
export function frameOfAnchor(
  sender: SyslogSender,
  { at, seq, hash }: { readonly at: number; readonly seq: number; readonly hash: string },
): Buffer {
  const { chain, kiosk } = sender
  const anchor = { chain, kiosk, at: new Date(at).toISOString(), seq, hash }
  const text = inAscii(JSON.stringify(anchor))
  return frame(formatMessage(sender, { id: 'ANCHOR', at, seq, hash, text }))
}
