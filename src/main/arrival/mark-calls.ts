import { contract } from '../../contract/index.ts'
import {
  changedStateReader,
  visitReader,
  type AppointmentState,
} from '../../contract/readers/arrival-readers.ts'
import type { Id } from '../../contract/values.ts'
import { mapOk, type Result } from '../../shared/result.ts'
import type { ServiceError } from '../service/http/errors.ts'
import type { CheckInPlace } from '../service/place.ts'
import type { Call } from './calls.ts'

type Answer<T> = Promise<Result<T, ServiceError>>

/** The service as the mark of an arrival uses it. */
export interface MarkCalls {
  /** How an appointment stands. */
  look(appointmentId: Id, signal: AbortSignal): Answer<AppointmentState>
  /** Marks it as arrived; how it stands then, null where the answer does not say it. Never repeated blindly. */
  mark(appointmentId: Id, signal: AbortSignal): Answer<AppointmentState | null>
}

const { appointments } = contract.partner

/** The calls over a connection, at its location. */
export function createMarkCalls(
  call: Call,
  { accountId, locationId }: Pick<CheckInPlace, 'accountId' | 'locationId'>,
): MarkCalls {
  const of = (appointmentId: Id) => ({ params: { accountId, locationId, appointmentId } })
  return {
    async look(id, signal) {
      const read = await call(appointments.get, visitReader(id), of(id), signal)
      return mapOk(read, ({ state }) => state)
    },
    mark: (id, signal) => {
      const input = { ...of(id), body: { status: 'CHECKED_IN' as const } }
      return call(appointments.update, changedStateReader(id), input, signal)
    },
  }
}
