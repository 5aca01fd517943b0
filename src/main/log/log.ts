import pino, { type DestinationStream } from 'pino'
import type { PageFault, Refused } from '../../shared/windows.ts'
import type { CallReport } from '../intake/client/call-types.ts'
import { type Log, type LogEvent, type LogFields, logEvents } from '../kiosk/visit/log-port.ts'

type Kind = 'text' | 'number' | 'origin'

/** Fields that a log line may hold beside time, level and kiosk name, with their types. All others are text. */
const listed = {
  // An `origin` is whole, as `URL.origin` writes it (scheme, host, port): content networks name hosts like secrets.
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

/** Patterns of what might be a patient's or a secret, in any field. Of an address its origin may stay. */
const suspicious: readonly (readonly [RegExp, string])[] = [
  [/\b([a-z][a-z\d+.-]*:\/\/[^\s/?#]*)[/?#]\S*/gi, `$1/${cut}`],
  [/[^\s"'<>(),:;]+@[^\s"'<>(),;]+/g, cut],
  // A token: long, unbroken, letters with digits among them.
  [/(?=[\w.~+/=-]*\d)(?=[\w.~+/=-]*[a-z])[\w.~+/=-]{20,}/gi, cut],
  // A date, and a phone number, however it is grouped.
  [/\b(?:\d{4}[./-]\d{1,2}[./-]\d{1,2}|\d{1,2}[./-]\d{1,2}[./-]\d{4})\b/g, cut],
  [/\+?\d(?:[\s()./-]{0,2}\d){6,}/g, cut],
]

/** Cuts from a text what might be a patient's or a secret, and all beyond 200 characters. */
export function cleanText(text: string): string {
  const clean = suspicious.reduce(
    (before, [pattern, instead]) => before.replace(pattern, instead),
    text.slice(0, 10 * longest),
  )
  return clean.length > longest ? `${clean.slice(0, longest)}…` : clean
}

/** The longest host that a line names whole: longer than any that a service has, too short for much else. */
const longestHost = 100

/** Tells whether a text is an origin of a web site, exactly as `URL.origin` writes it: no path, no query, no credentials. */
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

function pickListedFields(fields: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(listed)
      .filter(([name]) => fields[name] !== undefined)
      .map(([name, kind]) => [name, cleanField(kind, fields[name])]),
  )
}

/** Keeps of a line that was written what a line may hold, cleaned again: for a copy that leaves the machine. */
export function cleanLine(line: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { level, time, kiosk } = line
  const own = { level: cleanField('number', level), kiosk: cleanField('text', kiosk) }
  const at = typeof time === 'string' && !Number.isNaN(Date.parse(time)) ? time : cut
  return { time: at, ...own, ...pickListedFields(line) }
}

/** A refusal to a form page, logged once a form: how often, and in whose visit. */
export interface RefusedLine extends Refused {
  readonly count: number
  readonly helpNumber: string
}

export interface KioskLog extends Log {
  call(report: CallReport): void
  /** For the audit, where there is one; writes no line. */
  noteRefused(refused: Refused): void
  refused(line: RefusedLine): void
  formFault(fault: PageFault, helpNumber: string): void
  noteIntakes(counts: { readonly waiting: number; readonly needPerson: number }): void
  duringVisit<T>(call: () => Promise<T>): Promise<T>
  app(message: string, fields?: Readonly<Record<string, string | number>>): void
}

/** Opens the log. It goes to the standard error unless `destination` says otherwise. */
export function openLog(
  kiosk: string,
  destination: DestinationStream = pino.destination({ fd: 2, sync: true }),
): KioskLog {
  const logger = pino(
    {
      base: { kiosk },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { log: pickListedFields },
    },
    destination,
  )
  return {
    event: (name: LogEvent, fields: LogFields) =>
      logger[logEvents[name].level]({ event: name, ...fields }),
    call: ({ operation, outcome, attempts, tookMs }) =>
      logger.info({ event: 'call', operation, outcome, attempts, tookMs }),
    noteRefused: () => undefined,
    noteIntakes: () => undefined,
    duringVisit: (call) => call(),
    refused({ what, target, kind, from, count, helpNumber }) {
      const line = { what, target, kind, from, count, helpNumber }
      if (kind === 'browser') logger.info({ event: 'browserRefused', ...line })
      else logger.warn({ event: 'formPageRefused', ...line })
    },
    formFault: (fault, helpNumber) =>
      logger.warn({ event: 'formPageFailed', ...fault, helpNumber }),
    app: (message, fields = {}) => logger.info({ event: 'app', message, ...fields }),
  }
}
