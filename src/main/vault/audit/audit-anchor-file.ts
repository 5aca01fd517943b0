import { constants } from 'node:fs'
import { open, type FileHandle } from 'node:fs/promises'
import type { Timers, WallClock } from '../../base/clock.ts'
import { within } from '../../base/timers.ts'
import {
  anchorLine,
  compareAnchors,
  describeAnchors,
  type AnchorRecord,
  type AnchorVerdict,
} from './audit-anchors.ts'
import type { Audit } from './audit.ts'
import type { AuditChain } from './audit-reading.ts'
import type { SecuritySettings } from '../store/security-settings.ts'

/** Octets at the end of the file that a start compares: years of hourly records. */
const comparedOctets = 8 * 1_024 * 1_024
/** ms that a caller waits for a share; what takes longer goes on alone, and no second one is begun beside it. */
const patienceMs = 2_000

const fileKey = 'audit.anchorFile'
/** A file of which nothing can be changed but its end is enough. */
const appending = constants.O_RDWR | constants.O_APPEND

/** What the anchor file needs. */
export interface AnchorFileParts {
  readonly file: string
  readonly chain: AuditChain
  readonly audit: Pick<Audit, 'append' | 'recent'>
  readonly settings: SecuritySettings
  readonly kiosk: string
  readonly clock: Timers & Pick<WallClock, 'wallTime'>
  /** Hears, once for each, that the vault is not the one that was anchored. */
  readonly onLost: (verdict: AnchorVerdict) => void
  /** Hears when the file begins to fail (a code), and (undefined) when it works again. */
  readonly onChange: (fault: string | undefined) => void
}

/** The file outside this machine that knows where the chain ended. */
export interface AnchorFile {
  /** Compares the file with the chain, if that was not done yet, and then appends where the chain ends. Never rejects. */
  note(why: AnchorRecord['why']): Promise<void>
  /** What the comparison found wrong, in words. */
  fault(): string | undefined
}

/**
 * Keeps the file. It is made only where this vault never wrote to it before: one that is gone is a failure, and so is
 * a share that is not there.
 */
export function openAnchorFile(parts: AnchorFileParts): AnchorFile {
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
      // What a stop in the middle of a record left is no record.
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

  /** Waits for the record that is being written, but not for ever. */
  const settled = (record: Promise<void>) => within(clock, patienceMs, record)

  return {
    fault: () => (verdict && isLost(verdict) ? describeAnchors(verdict) : undefined),
    async note(why) {
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
