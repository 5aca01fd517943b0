import type { Input, Operation } from '../../../contract/operation.ts'
import type { Reader } from '../../../contract/readers/reading.ts'
import { err, type Result } from '../../../shared/result.ts'
import type { Timers } from '../../base/clock.ts'
import { pause } from '../../base/timers.ts'
import type { Arguments, CallOptions } from '../../service/client/call-types.ts'
import type { IntakeClient } from '../../service/client/client.ts'
import type { ServiceError } from '../../service/http/errors.ts'

/** ms between two looks whether a visit still has the service to itself. */
const lookAgainMs = 2_000

/** One read of the service, made when nobody else needs it. */
export type PacedRead = <O extends Operation, T>(
  operation: O,
  reader: Reader<T>,
  input: Input<O>,
) => Promise<Result<T, ServiceError>>

/** Makes reads that wait while `isBusy`: a patient never waits for what is read ahead. `signal` ends them. */
export function createPacedRead(parts: {
  readonly client: Pick<IntakeClient, 'read'>
  readonly isBusy: () => boolean
  readonly clock: Timers
  readonly signal: AbortSignal
}): PacedRead {
  const { client, isBusy, clock, signal } = parts
  return async (operation, reader, input) => {
    while (isBusy() && !signal.aborted) await pause(clock, lookAgainMs, signal)
    if (signal.aborted)
      return err({ kind: 'unreachable', reason: 'aborted', operation: operation.id, attempts: 0 })
    const given = [input, { signal }] as unknown as Arguments<typeof operation, CallOptions>
    return client.read(operation, reader, ...given)
  }
}
