import type { Input, Operation } from '../../contract/operation.ts'
import type { Reader } from '../../contract/readers/reading.ts'
import { err, type Result } from '../../shared/result.ts'
import { checkAccess } from './access.ts'
import type { IntakeClient } from './client/client.ts'
import type { ServiceError } from './http/errors.ts'
import type { CheckInPlace } from './place.ts'

/** Faults of one operation in a row after which it is asked whether the rest of the service works. */
const mostFaults = 2
const internalError = 500
const notImplemented = 501

/**
 * Makes a read that tells an operation's fault from the service's: an error is `isolated` if another call succeeds
 * meanwhile. Refusals (401, 403) and 501 count at once, 500 on its second time in a row.
 */
export function createJudgedRead(
  client: Pick<IntakeClient, 'read'>,
  here: Pick<CheckInPlace, 'accountId' | 'locationId'>,
) {
  const faults = new Map<string, number>()

  function mayBeIsolated(error: ServiceError): boolean {
    if (error.stage === 'token') return false
    if (error.kind === 'unauthorized' || error.kind === 'forbidden') return true
    if (error.kind !== 'serverFault') return false
    return error.status === notImplemented || (faults.get(error.operation) ?? 0) >= mostFaults
  }

  return async <O extends Operation, T>(
    operation: O,
    reader: Reader<T>,
    input: Input<O>,
    signal: AbortSignal,
  ): Promise<Result<T, ServiceError>> => {
    const result = await client.read(operation, reader, input, { signal })
    const isInternal =
      !result.ok && result.error.kind === 'serverFault' && result.error.status === internalError
    if (isInternal) faults.set(operation.id, (faults.get(operation.id) ?? 0) + 1)
    else faults.delete(operation.id)
    if (result.ok || !mayBeIsolated(result.error)) return result
    const access = await checkAccess(client, here, { signal })
    if (!access.ok) return result
    faults.delete(operation.id)
    return err({ ...result.error, isolated: true })
  }
}
