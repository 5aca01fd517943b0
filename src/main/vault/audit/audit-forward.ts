import { readFile } from 'node:fs/promises'
import { type ConnectionOptions, connect } from 'node:tls'
import { z } from 'zod'
import { jitteredBackoffMs } from '../../../shared/backoff.ts'
import { type Result, err, ok } from '../../../shared/result.ts'
import type { Timers, WallClock } from '../../base/clock.ts'
import { after, pause } from '../../base/timers.ts'
import type { Settings } from '../../settings/schema.ts'
import type { SecuritySettings } from '../store/rows.ts'
import { inAscii, lineOf } from './audit-line.ts'
import { type AuditChain, type AuditRow, hashOf } from './audit.ts'

interface SyslogSender {
  readonly hostname: string
  readonly kiosk: string
  readonly version: string
  /** `AuditChain.id` of the entries. */
  readonly chain: string
}

/** Facility 13 ("log audit"), severity 6 (informational) and 5 (notice): RFC 5424, 6.2.1. */
const priorities = { ENTRY: 13 * 8 + 6, ANCHOR: 13 * 8 + 5 } as const

/** Enterprise number in the structured data's name: Foyer has none; RFC 5612 reserves this one for examples. */
const enterprise = 32473

/** A value of the structured data: a quote, a backslash and a closing bracket are escaped (RFC 5424, 6.3.3). */
function parameter(name: string, value: string | number): string {
  return `${name}="${String(value).replace(/["\\\]]/g, '\\$&')}"`
}

/** Writes an entry by RFC 5424 behind its length in octets (RFC 5425, 4.3). `at`: ms since 1970; `text`: ASCII. */
function frame(
  { hostname, kiosk, version, chain }: SyslogSender,
  id: keyof typeof priorities,
  { at, seq, hash }: { readonly at: number; readonly seq: number; readonly hash: string },
  text: string,
): Buffer {
  const origin = `[origin ${parameter('software', 'Foyer')} ${parameter('swVersion', version)}]`
  const values = Object.entries({ kiosk, chain, seq, sha256: hash })
  const entry = `[foyer@${enterprise} ${values.map(([name, value]) => parameter(name, value)).join(' ')}]`
  // A name of the header (RFC 5424, 6.2): printable ASCII without a space, `-` where nothing is left.
  const host = hostname.replace(/[^\x21-\x7e]/g, '').slice(0, 255) || '-'
  const header = `<${priorities[id]}>1 ${new Date(at).toISOString()} ${host} foyer - ${id}`
  const octets = Buffer.from(`${header} ${origin}${entry} ${text}`)
  return Buffer.concat([Buffer.from(`${octets.length} `), octets])
}

function frameOfAnchor(sender: SyslogSender, head: Parameters<typeof frame>[2]): Buffer {
  const { chain, kiosk } = sender
  const anchor = { chain, kiosk, ...head, at: new Date(head.at).toISOString() }
  return frame(sender, 'ANCHOR', head, inAscii(JSON.stringify(anchor)))
}

export type SyslogTarget = Settings['audit']['forward'] & { readonly host: string }

/** ms that one delivery may take: a collector that does not read costs no more than this and one batch of memory. */
const deliveryMs = 30_000
/** ms between the last octet and our end: a collector that hangs up without having read says so within them. */
const settleMs = 1_000

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException).code ?? 'unknown'

async function readIdentity(target: SyslogTarget): Promise<Result<ConnectionOptions, string>> {
  const options: ConnectionOptions = {}
  const files = { ca: target.caFile, cert: target.certFile, key: target.keyFile }
  for (const name of ['ca', 'cert', 'key'] as const) {
    const path = files[name]
    if (path === null) continue
    try {
      options[name] = await readFile(path)
    } catch (error) {
      return err(`${name}File ${codeOf(error)}`)
    }
  }
  return ok(options)
}

/** Sends octets to a collector over TLS, trusting `caFile` (else Node's list) alone, whatever the environment. */
async function deliver(
  target: SyslogTarget,
  octets: Buffer,
  { clock, signal }: { readonly clock: Timers; readonly signal: AbortSignal },
): Promise<Result<null, string>> {
  // Syslog has no acknowledgement; the end of the connection serves instead: we send `close_notify` at the end, and
  // the collector, which must answer it (RFC 5425, 4.4), has read everything before it. Any other end of the
  // connection is a failure, and all of it is sent again.
  const identity = await readIdentity(target)
  if (!identity.ok) return identity
  return new Promise((resolve) => {
    if (signal.aborted) return resolve(err('stopped'))
    let isSaid = false
    let cancelSettling = () => {}
    const { host, port } = target
    const socket = connect({
      ...identity.value,
      host,
      port,
      minVersion: 'TLSv1.2',
      rejectUnauthorized: true,
    })
    const stop = () => settle(err('stopped'))
    const cancel = after(clock, deliveryMs, () => settle(err('timedOut')))
    function settle(outcome: Result<null, string>) {
      cancel()
      cancelSettling()
      signal.removeEventListener('abort', stop)
      socket.destroy()
      resolve(outcome)
    }
    signal.addEventListener('abort', stop)
    socket.on('error', (error) => settle(err(codeOf(error))))
    // Syslog goes one way.
    socket.on('data', () => settle(err('unexpectedData')))
    socket.once('end', () => settle(isSaid ? ok(null) : err('closedEarly')))
    socket.once('close', () => settle(err('closedEarly')))
    socket.once('secureConnect', () =>
      socket.write(octets, () => {
        cancelSettling = after(clock, settleMs, () => {
          isSaid = true
          socket.end()
        })
      }),
    )
  })
}

/** ms between two looks for entries that are not forwarded yet. */
const lookMs = 5_000
/** Added wait after deliveries that failed. */
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

const nameOf = ({ host, port }: SyslogTarget) => `${host}:${port}`

/** Reads the last entry that the collector has; 0 for a new one. */
export function forwardedThrough(settings: SecuritySettings, target: SyslogTarget): number {
  const text = settings.read(cursorKey)
  const kept = text === undefined ? undefined : cursor.parse(JSON.parse(text))
  return kept?.to === nameOf(target) ? kept.through : 0
}

function pack(sender: SyslogSender, rows: readonly AuditRow[]) {
  const frames: Buffer[] = []
  let octets = 0
  for (const row of rows) {
    if (octets >= most.octets) break
    // Its text is the line that `foyer audit export` writes.
    const hash = hashOf(row).toString('hex')
    const framed = frame(sender, 'ENTRY', { ...row, hash }, lineOf(row))
    octets += framed.length
    frames.push(framed)
  }
  return { frames, last: rows[frames.length - 1] }
}

/** Forwards every entry in order, at least once: the vault notes each after its arrival. Writers never wait. */
export function startForwarding(parts: {
  readonly chain: AuditChain
  readonly settings: SecuritySettings
  readonly target: SyslogTarget
  readonly sender: Omit<SyslogSender, 'chain'>
  readonly clock: WallClock
  /** Called when deliveries begin to fail, and (undefined) when they work again. */
  readonly onChange: (fault: string | undefined) => void
  readonly random?: () => number
}) {
  const { chain, settings, target, clock, random = Math.random } = parts
  const sender = { ...parts.sender, chain: chain.id() }
  const ending = new AbortController()
  const cutting = new AbortController()
  let through = forwardedThrough(settings, target)
  let anchorIsDue = true
  let failures = 0

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

  // The vault reports its own faults; nothing can be forwarded from it any more.
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
      // The next start sends the rest.
    } finally {
      cancel()
    }
  }
  return {
    /** Sends where the chain ends now, once everything before it has arrived. */
    anchor: () => void (anchorIsDue = true),
    /** Tries, for two seconds at most, to send the rest and an anchor; nothing happens afterwards. */
    stop: () => (stopped ??= stop()),
  }
}
