import { constants } from 'node:fs'
import { type FileHandle, open } from 'node:fs/promises'
import { z } from 'zod'
import type { Timers, WallClock } from '../../base/clock.ts'
import { parseJson } from '../../base/parse-json.ts'
import { within } from '../../base/timers.ts'
import type { SecuritySettings } from '../store/rows.ts'
import { inAscii } from './audit-line.ts'
import type { Audit, AuditChain } from './audit.ts'

const record = z.object({
  /** `AuditChain.id`. */
  chain: z.string().regex(/^[0-9a-f]{16}$/),
  kiosk: z.string(),
  /** Time of writing, ISO 8601, by the machine's clock. */
  at: z.iso.datetime(),
  /** The last entry then, and its SHA-256 in hex. */
  seq: z.int().nonnegative(),
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  /** `forgotten`: this chain ends here, and another one may begin. */
  why: z.enum(['started', 'hourly', 'stopped', 'forgotten']),
})
const sealedRecord = record.extend({ mac: z.string() })

type AnchorRecord = z.infer<typeof record>

type AnchorVerdict =
  /** `anchors` of this chain were looked at; `unread` lines are none that this vault wrote. */
  | { readonly kind: 'fits'; readonly anchors: number; readonly unread: number }
  | { readonly kind: 'none'; readonly unread: number }
  /** The chain does not hold what stood in it when `anchor` was written: an older copy was put in its place. */
  | { readonly kind: 'rolledBack'; readonly anchor: AnchorRecord; readonly last: number }
  /** Another chain of this kiosk ended at `anchor` without having been forgotten: its vault is gone. */
  | { readonly kind: 'replaced'; readonly anchor: AnchorRecord }
  /** The file to which this vault wrote before holds nothing of it any more. */
  | { readonly kind: 'gone' }

const textOf = ({ chain, kiosk, at, seq, hash, why }: AnchorRecord) =>
  JSON.stringify([chain, kiosk, at, seq, hash, why])

/** Writes where the chain ends now, as one line with its end. */
export function anchorLine(
  chain: AuditChain,
  { kiosk, at, why }: Pick<AnchorRecord, 'kiosk' | 'at' | 'why'>,
): string {
  const anchor: AnchorRecord = { chain: chain.id(), kiosk, at, ...chain.head(), why }
  return `${inAscii(JSON.stringify({ ...anchor, mac: chain.mac(textOf(anchor)) }))}\n`
}

/** Compares the chain with a file's records; returns the newest misfit. `kiosk`: this one's name; others' are skipped. */
export function compareAnchors(chain: AuditChain, text: string, kiosk?: string): AnchorVerdict {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const found = lines.flatMap((line) => sealedRecord.safeParse(parseJson(line)).data ?? [])
  const isOwn = (each: AnchorRecord) => each.chain === chain.id()
  const own = found.filter((each) => isOwn(each) && chain.mac(textOf(each)) === each.mac)
  const unread = lines.length - found.length + found.filter(isOwn).length - own.length
  const { seq: last } = chain.head()
  // Entries that retention removed can be compared no more.
  const isLost = (each: AnchorRecord) =>
    each.seq > last || (chain.hashOf(each.seq) ?? each.hash) !== each.hash
  const lost = own.findLast((each) => (each.seq > 0 && isLost(each)) || each.why === 'forgotten')
  if (lost) return { kind: 'rolledBack', anchor: lost, last }
  const replaced = predecessorOf(chain, found, kiosk ?? own.at(-1)?.kiosk)
  if (replaced) return { kind: 'replaced', anchor: replaced }
  return own.length > 0 ? { kind: 'fits', anchors: own.length, unread } : { kind: 'none', unread }
}

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

/** Describes a verdict for an administrator. */
export function describeAnchors(verdict: AnchorVerdict): string {
  switch (verdict.kind) {
    case 'fits':
      return `it fits ${verdict.anchors} anchors${strangers(verdict.unread)}`
    case 'none':
      return `no anchor speaks of it${strangers(verdict.unread)}`
    case 'rolledBack':
      return `rolled back: entry ${verdict.anchor.seq}, anchored at ${verdict.anchor.at}, is not in it (it ends at ${verdict.last})`
    case 'replaced':
      return `rolled back: the chain that was anchored at ${verdict.anchor.at} with entry ${verdict.anchor.seq} is gone, and another stands in its place`
    case 'gone':
      return 'the anchors that this vault wrote are gone from their file'
  }
}

const strangers = (lines: number) =>
  lines > 0 ? `; ${lines} lines are none that this vault wrote` : ''

/** Octets at the end of the file that a start compares: years of hourly records. */
const comparedOctets = 8 * 1_024 * 1_024
/** ms that a caller waits for a share; what takes longer goes on alone, and no second one is begun beside it. */
const patienceMs = 2_000

const fileKey = 'audit.anchorFile'
/** File flags: a share that lets only its end be changed is enough. */
const appending = constants.O_RDWR | constants.O_APPEND

/** Opens the anchor file; creates it only if this vault never wrote to it: a vanished file or share is a failure. */
export function openAnchorFile(parts: {
  readonly file: string
  readonly chain: AuditChain
  readonly audit: Pick<Audit, 'append' | 'recent'>
  readonly settings: SecuritySettings
  readonly kiosk: string
  readonly clock: Timers & Pick<WallClock, 'wallTime'>
  /** Called once for each contradiction that shows this is not the anchored vault. */
  readonly onLost: (verdict: AnchorVerdict) => void
  /** Called when the file begins to fail (with a code), and (undefined) when it works again. */
  readonly onChange: (fault: string | undefined) => void
}) {
  const { file, chain, audit, settings, kiosk, clock } = parts
  let verdict: AnchorVerdict | undefined
  let isFailing = false
  let running: Promise<void> | undefined
  let isEnded = false

  function assess(text: string, isKnown: boolean) {
    verdict = compareAnchors(chain, text, kiosk)
    if (verdict.kind === 'none' && isKnown) verdict = { kind: 'gone' }
    if (!isLost(verdict) || isTold(verdict)) return
    audit.append('rolledBack', lossOf(verdict))
    parts.onLost(verdict)
  }

  const isTold = (lost: LostVerdict) => {
    // The file gets a record now: it lacks all of them only once.
    if (lost.kind === 'gone') return false
    const { anchored, hash } = lossOf(lost)
    return audit
      .recent(['rolledBack'], { since: 0, limit: 1_000 })
      .some(({ fields }) => fields['anchored'] === anchored && fields['hash'] === hash)
  }

  async function write(why: AnchorRecord['why']) {
    const isKnown = settings.read(fileKey) === file
    const handle = await open(file, isKnown ? appending : appending | constants.O_CREAT, 0o600)
    try {
      const text = await readTail(handle)
      // The vault may be closed by the time a slow share answers.
      if (isEnded) return
      if (!verdict) assess(text, isKnown)
      const line = anchorLine(chain, { kiosk, at: new Date(clock.wallTime()).toISOString(), why })
      // A stop in the middle of a record leaves text that is no record.
      await handle.appendFile(text === '' || text.endsWith('\n') ? line : `\n${line}`)
      await handle.sync()
      if (!isKnown) settings.write(fileKey, file)
    } finally {
      await handle.close()
    }
  }

  async function noteNow(why: AnchorRecord['why']) {
    try {
      await write(why)
      if (isFailing) parts.onChange(undefined)
      isFailing = false
    } catch (error) {
      const fault = (error as NodeJS.ErrnoException).code ?? 'unknown'
      if (!isFailing) parts.onChange(fault)
      isFailing = true
    }
  }

  const settled = (record: Promise<void>) => within(clock, patienceMs, record)

  return {
    fault: () => (verdict && isLost(verdict) ? describeAnchors(verdict) : undefined),
    /** Compares the file with the chain, if that was not done yet, and then appends where the chain ends. Never rejects. */
    async note(why: AnchorRecord['why']) {
      // At once where none is being written: a record that is asked for next must find this one begun.
      if (running) await settled(running)
      running ??= noteNow(why).finally(() => (running = undefined))
      await settled(running)
      isEnded ||= why === 'stopped' || why === 'forgotten'
    },
  }
}

type LostVerdict = Exclude<AnchorVerdict, { readonly kind: 'fits' | 'none' }>

const isLost = (verdict: AnchorVerdict): verdict is LostVerdict =>
  verdict.kind !== 'fits' && verdict.kind !== 'none'

function lossOf(verdict: LostVerdict): Record<string, string | number> {
  if (verdict.kind === 'gone') return { found: verdict.kind }
  const { seq, hash } = verdict.anchor
  return { found: verdict.kind, anchored: seq, hash }
}

async function readTail(handle: FileHandle): Promise<string> {
  const { size } = await handle.stat()
  const start = Math.max(0, size - comparedOctets)
  const octets = Buffer.alloc(size - start)
  const { bytesRead } = await handle.read(octets, 0, octets.length, start)
  const text = octets.toString('utf8', 0, bytesRead)
  return start === 0 ? text : text.slice(text.indexOf('\n') + 1)
}
