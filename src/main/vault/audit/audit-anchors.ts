import { z } from 'zod'
import type { AuditChain } from './audit-reading.ts'
import { inAscii } from './audit-line.ts'

const record = z.object({
  /** `AuditChain.id`. */
  chain: z.string().regex(/^[0-9a-f]{16}$/),
  kiosk: z.string(),
  /** When it was written, ISO 8601, as the machine's clock said. */
  at: z.iso.datetime(),
  /** The last entry then, and its SHA-256 in hex. */
  seq: z.int().nonnegative(),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  /** `forgotten`: this chain ends here, and another one may begin. */
  why: z.enum(['started', 'hourly', 'stopped', 'forgotten']),
})
const sealedRecord = record.extend({ mac: z.string() })

/** Where a chain ended at a moment, noted down outside the machine. */
export type AnchorRecord = z.infer<typeof record>

/** Whether what stands outside fits the chain. */
export type AnchorVerdict =
  /** `anchors` of this chain were looked at; `unread` lines are none that this vault wrote. */
  | { readonly kind: 'fits'; readonly anchors: number; readonly unread: number }
  /** Nothing there speaks of this chain or of this kiosk. */
  | { readonly kind: 'none'; readonly unread: number }
  /** The chain does not hold what stood in it when `anchor` was written: an older copy was put in its place. */
  | { readonly kind: 'rolledBack'; readonly anchor: AnchorRecord; readonly last: number }
  /** Another chain of this kiosk ended at `anchor` without having been forgotten: its vault is gone. */
  | { readonly kind: 'replaced'; readonly anchor: AnchorRecord }
  /** The file to which this vault wrote before holds nothing of it any more. */
  | { readonly kind: 'gone' }

const textOf = ({ chain, kiosk, at, seq, hash, why }: AnchorRecord) =>
  JSON.stringify([chain, kiosk, at, seq, hash, why])

/** A record of where the chain ends now, as one line with its end. */
export function anchorLine(
  chain: AuditChain,
  { kiosk, at, why }: Pick<AnchorRecord, 'kiosk' | 'at' | 'why'>,
): string {
  const anchor: AnchorRecord = { chain: chain.id(), kiosk, at, ...chain.head(), why }
  return `${inAscii(JSON.stringify({ ...anchor, mac: chain.mac(textOf(anchor)) }))}\n`
}

function read(line: string): z.infer<typeof sealedRecord> | undefined {
  try {
    return sealedRecord.safeParse(JSON.parse(line)).data
  } catch {
    return undefined
  }
}

/**
 * Compares the chain with the records of a file. One that is of this chain counts when this vault sealed it; records of
 * other kiosks are passed over (`kiosk` is this one's name; else it is that of the chain's own records, and where there
 * are none, no record is another's). Of several that do not fit, the newest is told.
 */
export function compareAnchors(chain: AuditChain, text: string, kiosk?: string): AnchorVerdict {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const found = lines.map(read).filter((each) => each !== undefined)
  const isOwn = (each: AnchorRecord) => each.chain === chain.id()
  const own = found.filter((each) => isOwn(each) && chain.mac(textOf(each)) === each.mac)
  const unread = lines.length - found.length + found.filter(isOwn).length - own.length
  const { seq: last } = chain.head()
  // What retention took can be compared no more.
  const isLost = (each: AnchorRecord) =>
    each.seq > last || (chain.hashOf(each.seq) ?? each.hash) !== each.hash
  const lost = own.findLast((each) => (each.seq > 0 && isLost(each)) || each.why === 'forgotten')
  if (lost) return { kind: 'rolledBack', anchor: lost, last }
  const replaced = predecessorOf(chain, found, kiosk ?? own.at(-1)?.kiosk)
  if (replaced) return { kind: 'replaced', anchor: replaced }
  return own.length > 0 ? { kind: 'fits', anchors: own.length, unread } : { kind: 'none', unread }
}

/** The end of the chain before this one on the same kiosk, unless it was forgotten in order. */
function predecessorOf(
  chain: AuditChain,
  found: readonly AnchorRecord[],
  kiosk: string | undefined,
): AnchorRecord | undefined {
  const first = found.findIndex((each) => each.chain === chain.id())
  const before = (first < 0 ? found : found.slice(0, first)).findLast(
    (each) => kiosk === undefined || each.kiosk === kiosk,
  )
  return before && before.why !== 'forgotten' ? before : undefined
}

/** A verdict in words, for an administrator. */
export function describeAnchors(verdict: AnchorVerdict): string {
  switch (verdict.kind) {
    case 'fits':
      return `it fits ${verdict.anchors} anchors${strangers(verdict.unread)}`
    case 'none':
      return `no anchor speaks of it${strangers(verdict.unread)}`
    case 'rolledBack': {
      const { seq, at } = verdict.anchor
      return `rolled back: entry ${seq}, anchored at ${at}, is not in it (it ends at ${verdict.last})`
    }
    case 'replaced': {
      const { seq, at } = verdict.anchor
      return `rolled back: the chain that was anchored at ${at} with entry ${seq} is gone, and another stands in its place`
    }
    case 'gone':
      return 'the anchors that this vault wrote are gone from their file'
  }
}

const strangers = (lines: number) =>
  lines > 0 ? `; ${lines} lines are none that this vault wrote` : ''
