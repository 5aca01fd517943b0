import { contract } from '../../../src/contract/index.ts'
import {
  isOperation,
  type Answer,
  type Input,
  type Operation,
  type OperationTree,
} from '../../../src/contract/operation.ts'
import { wholeAnswer } from '../../../src/contract/readers/reading.ts'
import type { CallOptions } from '../../../src/main/intake/client/call-types.ts'
import type { IntakeClient } from '../../../src/main/intake/client/client.ts'
import type { Read } from '../../../src/main/intake/resources/site.ts'

/** The input is optional if nothing in it is required. */
type CallOf<O extends Operation> =
  // eslint-disable-next-line @typescript-eslint/no-generated-empty-object-type -- whether the empty object is one
  Record<never, never> extends Input<O>
    ? (input?: Input<O>, options?: CallOptions) => Read<Answer<O>>
    : (input: Input<O>, options?: CallOptions) => Read<Answer<O>>

type Calls<T> = { readonly [K in keyof T]: T[K] extends Operation ? CallOf<T[K]> : Calls<T[K]> }

/** Adds a function for each operation to a client, which reads the whole answer. */
export function withCalls<C extends Pick<IntakeClient, 'read'>>(client: C) {
  const build = (node: OperationTree): object =>
    Object.fromEntries(
      Object.entries(node).map(([name, child]) => {
        if (!isOperation(child)) return [name, build(child)]
        const reader = wholeAnswer(child)
        return [
          name,
          (input = {}, options?: CallOptions) => client.read(child, reader, input, options),
        ]
      }),
    )
  const { partner, developer } = contract
  return {
    ...client,
    ...(build({ partner, developer }) as Calls<Pick<typeof contract, 'partner' | 'developer'>>),
  }
}
