import type { Operation } from '../src/contract/operation.ts'
import { createClient } from '../src/main/service/client/client.ts'
import type { CallOptions, IntakeClientOptions } from '../src/main/service/client/call-types.ts'
import type { ServiceError } from '../src/main/service/http/errors.ts'
import { eachPage, usualPageSize, type Page } from '../src/main/service/client/pages.ts'
import { ok, type Result } from '../src/shared/result.ts'
import type { RequestInput } from './operation/input.ts'
import { commandLimits } from './service/limits.ts'

/** An operation as a function of an input that was checked; `close` ends its connections. */
export interface Caller {
  readonly call: (
    input: RequestInput,
    options?: CallOptions,
  ) => Promise<Result<unknown, ServiceError>>
  readonly close: () => Promise<void>
}

/** Makes a caller of one operation. */
export function callerOf(operation: Operation, options: IntakeClientOptions): Caller {
  const client = createClient({ operation }, { limits: commandLimits, ...options })
  return { call: client.operation, close: () => client.close() }
}

/** Calls a list until its last page and gives all of it in the shape of one page. */
export async function callAll(
  operation: Operation,
  { call }: Caller,
  input: RequestInput,
  onPage: (records: number, pages: number) => void,
): Promise<Result<unknown, ServiceError>> {
  const items: unknown[] = []
  let pages = 0
  const query = { limit: usualPageSize, ...input.query }
  const read = async (cursor: string | undefined) => {
    const page = await call({
      ...input,
      query: { ...query, ...(cursor !== undefined && { cursor }) },
    })
    return page as Result<Page<unknown>, ServiceError>
  }
  const { cursor: from } = query as { cursor?: string }
  for await (const page of eachPage(operation, read, { from })) {
    if (!page.ok) return page
    for (const item of page.value.items) items.push(item)
    onPage(items.length, ++pages)
  }
  return ok({ items, nextCursor: null })
}
