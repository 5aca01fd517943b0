import { z } from 'zod'
import { jitteredBackoffMs } from '../../../shared/backoff.ts'
import type { WallClock } from '../../base/clock.ts'
import { after, pause } from '../../base/timers.ts'
import type { AuditRow } from './audit-chain.ts'
import { deliver, type DeliveryFault, type SyslogTarget } from './audit-delivery.ts'
import type { AuditChain } from './audit-reading.ts'
import { frameOfAnchor, frameOfEntry, type SyslogSender } from './audit-syslog.ts'
import type { SecuritySettings } from '../store/security-settings.ts'

/** ms between two looks for entries that are not forwarded yet. */
const lookMs = 5_000
/** What comes on top after deliveries that failed. */
const retries = { firstMs: 200, longestMs: 5_000 } as const
/** ms for the last deliveries when Foyer ends. */
const lastMs = 2_000
/** Most entries of one delivery, and the octets behind which no more are added to it. */
const most = { entries: 200, octets: 256 * 1_024 } as const

const cursorKey = 'audit.forwarded'
const cursor = z.strictObject({
  /** `host:port` of the collector: another one gets everything from the first entry on. */
  to: z.string(),
  /** All entries up to this number have arrived there. */
  through: z.int(),
})

/** What the forwarding of the audit needs. */
export interface ForwardingParts {
  readonly chain: AuditChain
  /** Where it is kept how far the collector is. */
  readonly settings: SecuritySettings
  readonly target: SyslogTarget
  readonly sender: Omit<SyslogSender, 'chain'>
  readonly clock: WallClock
  /** Hears when deliveries begin to fail, and (undefined) when they work again. */
  readonly onChange: (fault: DeliveryFault | undefined) => void
  /** From 0 to 1. */
  readonly random?: () => number
}

/** A running forwarding. */
export interface Forwarding {
  /** Sends where the chain ends now, once everything before it has arrived. */
  anchor(): void
  /** Tries, for two seconds at most, to send what is left and an anchor; nothing happens afterwards. */
  stop(): Promise<void>
}

const nameOf = ({ host, port }: SyslogTarget) => `${host}:${port}`

/** How far the collector is, as the vault knows it: 0 for one that is new. */
export function forwardedThrough(settings: SecuritySettings, target: SyslogTarget): number {
  const text = settings.read(cursorKey)
  const kept = text === undefined ? undefined : cursor.parse(JSON.parse(text))
  return kept?.to === nameOf(target) ? kept.through : 0
}

/** Those of the rows that one delivery takes, as one piece. */
function pack(sender: SyslogSender, rows: readonly AuditRow[]) {
  const frames: Buffer[] = []
  let octets = 0
  for (const row of rows) {
    if (octets >= most.octets) break
    const framed = frameOfEntry(sender, row)
    octets += framed.length
    frames.push(framed)
  }
  return { frames, last: rows[frames.length - 1] }
}

/**
 * Copies every entry of the audit to a collector, in order, each at least once: what has arrived is noted in the vault
 * after it has, so that a stop in between sends it again. It looks by itself; nobody who writes an entry waits for it.
 */
export function startForwarding(parts: ForwardingParts): Forwarding {
  const { chain, settings, target, clock, random = Math.random } = parts
  const sender = { ...parts.sender, chain: chain.id() }
  const ending = new AbortController()
  /** Cuts a delivery off. */
  const cutting = new AbortController()
  let through = forwardedThrough(settings, target)
  let anchorIsDue = true
  let failures = 0

  /** Delivers the next piece; false when there was none, or it did not arrive. */
  async function deliverNext(): Promise<boolean> {
    const rows = chain.after(through, most.entries)
    const { frames, last } = pack(sender, rows)
    const head = chain.head()
    const reached = last?.seq ?? through
    const withAnchor = anchorIsDue && head.seq > 0 && reached >= head.seq
    if (withAnchor) frames.push(frameOfAnchor(sender, { at: clock.wallTime(), ...head }))
    if (frames.length === 0) return false
    if (withAnchor) anchorIsDue = false
    const outcome = await deliver(target, Buffer.concat(frames), { clock, signal: cutting.signal })
    if (!outcome.ok) {
      anchorIsDue ||= withAnchor
      if (!cutting.signal.aborted) failures += 1
      if (!cutting.signal.aborted && failures === 1) parts.onChange(outcome.error)
      return false
    }
    if (failures > 0) parts.onChange(undefined)
    failures = 0
    if (last) {
      through = last.seq
      settings.write(cursorKey, JSON.stringify({ to: nameOf(target), through }))
    }
    return true
  }

  async function run() {
    while (!ending.signal.aborted) {
      if (await deliverNext()) continue
      const backoff = failures === 0 ? 0 : jitteredBackoffMs(retries, failures, random)
      await pause(clock, lookMs + backoff, ending.signal)
    }
  }

  // A vault that fails is told of by whoever watches it; nothing can be forwarded from it any more.
  const running = run().catch(() => undefined)
  let stopped: Promise<void> | undefined
  async function stop() {
    ending.abort()
    const cancel = after(clock, lastMs, () => cutting.abort())
    try {
      await running
      anchorIsDue = true
      while (!cutting.signal.aborted && (await deliverNext()));
    } catch {
      // What is left is sent at the next start.
    } finally {
      cancel()
    }
  }
  return {
    anchor: () => void (anchorIsDue = true),
    stop: () => (stopped ??= stop()),
  }
}
