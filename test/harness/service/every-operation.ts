import { z } from 'zod'
import { contract } from '../../../src/contract/index.ts'
import { listOperations, type Operation } from '../../../src/contract/operation.ts'
import type { Result } from '../../../src/shared/result.ts'
import type { IntakeClient } from '../../../src/main/intake/client/client.ts'
import type { ServiceError } from '../../../src/main/intake/http/errors.ts'

/** Calls one operation of a client, whichever it is. */
type AnyCall = (client: IntakeClient) => Promise<Result<unknown, ServiceError>>

/** Every operation that a client has, by its id, with a call of it that the contract allows. */
export const everyOperation: readonly (readonly [string, Operation, AnyCall])[] = listOperations({
  partner: contract.partner,
  developer: contract.developer,
}).map((operation) => [operation.id, operation, callOf(operation)])

function callOf(operation: Operation): AnyCall {
  const input = inputOf(operation)
  return (client) =>
    (callAt(client, operation.id) as (given: unknown) => ReturnType<AnyCall>)(input)
}

/** The function of an operation in a client. */
export function callAt(client: IntakeClient, id: string): unknown {
  return id
    .split('.')
    .reduce<unknown>((node, name) => (node as Record<string, unknown>)[name], client)
}

/** An input that the contract allows: what must be there, and the example of a body. */
export function inputOf({ params, query, headers, body }: Operation) {
  return {
    ...(params && { params: fill(params) }),
    ...(query && { query: fill(query) }),
    ...(headers && { headers: fill(headers) }),
    ...(body && { body: (z.globalRegistry.get(body)!.examples as unknown[])[0] }),
  }
}

/** Fields that must be there, each with the first value that it takes. */
function fill(part: z.ZodObject): Record<string, unknown> {
  const fields = Object.entries<z.ZodType>(part.shape)
  return Object.fromEntries(
    fields
      .filter(([, field]) => !field.safeParse(undefined).success)
      .map(([name, field]) => [
        name,
        [7, 'canary-value'].find((value) => field.safeParse(value).success),
      ]),
  )
}
