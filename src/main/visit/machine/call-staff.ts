import type { RequestReason } from '../../../shared/request-reason.ts'
import type { LogFields } from '../log-port.ts'
import type { VisitContext } from './visit-types.ts'

/** Says that the patient is sent to a person, in the log and to whoever listens from elsewhere. */
export function callStaff(
  { ports, helpNumber: number, locale: language }: VisitContext,
  reason: RequestReason,
  told: LogFields = {},
): void {
  ports.log.event('staffNeeded', { reason, ...told })
  ports.needStaff?.({ number, language, reason })
}
