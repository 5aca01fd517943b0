import pino, { type DestinationStream } from 'pino'
import type { Log, LogEvent, LogFields } from '../visit/log-port.ts'
import { pickListedFields } from './log-line.ts'
import type { CallReport } from '../service/client/call-types.ts'
import type { PageFault, Refused } from '../../shared/windows.ts'

/** What a form page was refused, told once a form: how often, and in whose visit. */
export interface RefusedLine extends Refused {
  readonly count: number
  readonly helpNumber: string
}

/** Events with which the front desk or an administrator must do something. */
const warnings: ReadonlySet<LogEvent> = new Set([
  'callFailed',
  'formFailed',
  'staffNeeded',
  'helpRequested',
  'unusualCodes',
  'commandRefused',
])
const errors: ReadonlySet<LogEvent> = new Set(['bug', 'kioskOutOfService'])

function levelOf(event: LogEvent): 'info' | 'warn' | 'error' {
  if (errors.has(event)) return 'error'
  return warnings.has(event) ? 'warn' : 'info'
}

/** The kiosk's log: one JSON object a line, every field of it named in a list (`log-line.ts`), none of them a patient's. */
export interface KioskLog extends Log {
  /** One call of the service: operation, outcome, attempts, ms. */
  call(report: CallReport): void
  /** A form page tries something in vain, just now: for the audit, where there is one. Writes no line. */
  noteRefused(refused: Refused): void
  /** What a form page tried in vain, or its browser did by itself. */
  refused(line: RefusedLine): void
  /** Something of a listed origin did not come to a form page, or the page shows nothing. */
  formFault(fault: PageFault, helpNumber: string): void
  /** A step of the application itself. */
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
    event: (name: LogEvent, fields: LogFields) => logger[levelOf(name)]({ event: name, ...fields }),
    call: ({ operation, outcome, attempts, tookMs }) =>
      logger.info({ event: 'call', operation, outcome, attempts, tookMs }),
    noteRefused: () => undefined,
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
