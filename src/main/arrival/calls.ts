import type { Input, Operation } from '../../contract/operation.ts'
import type { Reader } from '../../contract/readers/reading.ts'
import type { Result } from '../../shared/result.ts'
import type { Arguments, CallOptions } from '../service/client/call-types.ts'
import type { IntakeClient } from '../service/client/client.ts'
import type { ServiceError } from '../service/http/errors.ts'

/** One call of the service, of whose answer `reader` reads what it looks for. */
export type Call = <O extends Operation, T>(
  operation: O,
  reader: Reader<T>,
  input: Input<O>,
  signal: AbortSignal,
) => Promise<Result<T, ServiceError>>

/** The calls of a client. */
export function callsOf(client: Pick<IntakeClient, 'read'>): Call {
  return (operation, reader, input, signal) => {
    const given = [input, { signal }] as unknown as Arguments<typeof operation, CallOptions>
    return client.read(operation, reader, ...given)
  }
}
