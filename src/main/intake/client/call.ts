import type { Operation } from '../../../contract/operation.ts'
import { err, type Result } from '../../../shared/result.ts'
import { contract } from '../../../contract/index.ts'
import { pointsToAddress, type ReadAnswer } from '../http/answer.ts'
import type { CallOptions, IntakeClientOptions } from './call-types.ts'
import { deliver, type Endpoint, type Wiring } from '../http/transport.ts'
import type { ServiceError } from '../http/errors.ts'
import { compileRequest } from '../http/request.ts'
import type { TokenSource } from '../auth/tokens.ts'

/** One interface of the service, ready to be called. */
export interface WiredInterface {
  readonly endpoint: Endpoint
  readonly tokens: TokenSource
  readonly wiring: Wiring
}

/** The operations that must never be sent twice, for each request counts as a try. */
const countsTries: readonly string[] = [contract.partner.identityProof.verify.id]

/** Prepares what all calls of an operation share, however their answers are read. */
export function compileCaller(
  operation: Operation,
  { endpoint, tokens, wiring }: WiredInterface,
  { audit, log, profile }: IntakeClientOptions,
) {
  const prepare = compileRequest(operation, profile)
  const { id, method } = operation
  const repeatable = method === 'GET'
  const once = countsTries.includes(id)
  const mayPoint = pointsToAddress.includes(id)
  return async <T>(
    input: unknown,
    read: ReadAnswer<T>,
    { signal, withinMs }: CallOptions = {},
  ): Promise<Result<T, ServiceError>> => {
    const request = prepare(input)
    const startedAt = wiring.clock.now()
    const plan = { endpoint, request, read, repeatable, once, mayPoint, tokens, signal, withinMs }
    const { result: outcome, attempts, stage } = await deliver(wiring, plan)
    const result = outcome.ok
      ? outcome
      : err({ operation: id, attempts, ...(stage && { stage }), ...outcome.error })
    const named = result.ok ? 'ok' : result.error.kind
    // Without a token nothing was asked of the service; the use of the credentials is audited where they are read.
    if (attempts > 0)
      await audit?.({ operation: id, records: recordsOf(request.records, result), outcome: named })
    log?.({
      operation: id,
      outcome: named,
      attempts,
      tookMs: Math.round(wiring.clock.now() - startedAt),
      ...(!result.ok && { error: result.error }),
    })
    return result
  }
}

/** Characters that the audit keeps of an id that the service made up. */
const longestId = 100

function recordsOf(
  records: Readonly<Record<string, string>>,
  result: Result<unknown, ServiceError>,
): Readonly<Record<string, string>> {
  const found = result.ok ? (result.value as { patientId?: unknown } | null)?.patientId : undefined
  return typeof found === 'string' || typeof found === 'number'
    ? { ...records, patientId: String(found).slice(0, longestId) }
    : records
}
