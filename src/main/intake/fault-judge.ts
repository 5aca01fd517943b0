import type { Input, Operation } from '../../contract/operation.ts'
import type { Reader } from '../../contract/readers/reading.ts'
import { err, type Result } from '../../shared/result.ts'
import { checkAccess } from './access.ts'
import type { IntakeClient } from './client/client.ts'
import { isFromBetween, type ServiceError } from './http/errors.ts'
import type { CheckInPlace } from './place.ts'

/** Faults of one operation in a row after which it is asked whether the rest of the service works. */
const mostFaults = 2
const notImplemented = 501
/** ms for a call for which a patient waits, and for the question whether the rest of the service works. */
const withinMs = 12_000

/** True of a failure that stands for the whole service as well as for one operation of it. */
const isFault = (error: ServiceError): boolean =>
  error.kind === 'serverFault' || error.kind === 'timedOut' || isFromBetween(error)

// Refusals (401, 403), 501 and a read that the service did not answer count at once, other faults twice.
/** Makes a read, bounded in time; an error is `isolated` if another call of the service succeeds meanwhile. */
export function createJudgedRead(
  client: Pick<IntakeClient, 'read'>,
  here: Pick<CheckInPlace, 'accountId' | 'locationId'>,
) {
  const faults = new Map<string, number>()

  function mayBeIsolated(error: ServiceError, { method }: Operation): boolean {
    if (error.stage === 'token') return false
    if (error.kind === 'unauthorized' || error.kind === 'forbidden') return true
    if (error.kind === 'serverFault' && error.status === notImplemented) return true
    // After a write that may have happened the visit first looks what became of it.
    if (method === 'GET' && (error.kind === 'timedOut' || isFromBetween(error))) return true
    return (faults.get(error.operation) ?? 0) >= mostFaults
  }

  return async <O extends Operation, T>(
    operation: O,
    reader: Reader<T>,
    input: Input<O>,
    signal: AbortSignal,
  ): Promise<Result<T, ServiceError>> => {
    const result = await client.read(operation, reader, input, { signal, withinMs })
    if (!result.ok && isFault(result.error))
      faults.set(operation.id, (faults.get(operation.id) ?? 0) + 1)
    else faults.delete(operation.id)
    if (result.ok || !mayBeIsolated(result.error, operation)) return result
    const access = await checkAccess(client, here, { signal, withinMs })
    if (!access.ok) return result
    faults.delete(operation.id)
    return err({ ...result.error, isolated: true })
  }
}
