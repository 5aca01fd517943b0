import { err, type Result } from '../../shared/result.ts'
import { checkAccess } from './access.ts'
import type { CheckInPlace } from './place.ts'
import type { IntakeClient } from './client/client.ts'
import type { ServiceError } from './http/errors.ts'

/** Faults of one operation in a row after which it is asked whether the rest of the service works. */
const mostFaults = 2
const notMade = 501

/**
 * Tells the fault of one operation from one of the service: marks an error as `isolated` when another call goes well
 * meanwhile. A refusal, and what is not implemented (501), is judged at once, an
 * internal error (500) when it came a second time in a row.
 */
export function createFaultJudge(
  client: Pick<IntakeClient, 'read'>,
  here: Pick<CheckInPlace, 'accountId' | 'locationId'>,
) {
  const faults = new Map<string, number>()

  async function isolated(error: ServiceError, signal: AbortSignal): Promise<boolean> {
    if (error.stage === 'token') return false
    const access = await checkAccess(client, here, { signal })
    return access.ok
  }

  return async function judge<T>(
    call: Promise<Result<T, ServiceError>>,
    signal: AbortSignal,
  ): Promise<Result<T, ServiceError>> {
    const result = await call
    if (result.ok) return result
    const { error } = result
    if (!mayBeIsolated(error, faults)) return result
    if (!(await isolated(error, signal))) return result
    faults.delete(error.operation)
    return err({ ...error, isolated: true })
  }
}

function mayBeIsolated(error: ServiceError, faults: Map<string, number>): boolean {
  if (error.kind === 'unauthorized' || error.kind === 'forbidden') return true
  if (error.kind === 'serverFault' && error.status === notMade) return true
  if (error.kind !== 'serverFault' || error.status !== 500) {
    faults.delete(error.operation)
    return false
  }
  const count = (faults.get(error.operation) ?? 0) + 1
  faults.set(error.operation, count)
  return count >= mostFaults
}
