import type { z } from 'zod'
import { describeShape, type Mismatch, type Reader } from '../src/contract/readers/reading.ts'
import { answerFields } from '../src/contract/source.ts'
import { strictOf } from '../src/contract/strict.ts'
import { getAt } from '../src/contract/wire/json-path.ts'
import type { Operation } from '../src/contract/operation.ts'
import { createClient } from '../src/main/service/client/client.ts'
import type { CallOptions, IntakeClientOptions } from '../src/main/service/client/call-types.ts'
import type { ServiceError } from '../src/main/service/http/errors.ts'
import { eachPage, usualPageSize, type Page } from '../src/main/service/client/pages.ts'
import { err, ok, type Result } from '../src/shared/result.ts'
import type { RequestInput } from './operation/input.ts'
import { pathOf } from './probe/visit/tolerance.ts'

/** An operation as a function of an input that was checked; `close` ends its connections. */
export interface Caller {
  readonly call: (
    input: RequestInput,
    options?: CallOptions,
  ) => Promise<Result<unknown, ServiceError>>
  readonly close: () => Promise<void>
}

/**
 * Makes a caller of one operation; its answer is read as the client does, or exactly by the contract (`strict`).
 * Without a body: undefined.
 */
export function callerOf(
  operation: Operation,
  options: IntakeClientOptions,
  { strict = false }: { readonly strict?: boolean } = {},
): Caller {
  const client = createClient({}, options)
  const schema = strict ? strictOf(operation.answer) : operation.answer
  const reader: Reader<unknown> = ({ body }) => {
    if (body === undefined && !strict) return ok(undefined)
    const parsed = schema.safeParse(body)
    return parsed.success ? ok(parsed.data) : err(mismatchAt(operation, body, parsed.error))
  }
  const call = (input: RequestInput, callOptions?: CallOptions) =>
    client.read(operation, reader, input, callOptions)
  return { call, close: () => client.close() }
}

/** Describes the expected and the received value, by names and types. */
function mismatchAt(operation: Operation, body: unknown, { issues }: z.ZodError): Mismatch {
  const [issue] = issues
  const path = pathOf(issue?.path ?? [])
  const types = answerFields(operation).find((field) => field.path === path)?.types ?? []
  const value = getAt(body, (issue?.path ?? []) as (string | number)[])
  const found = describeShape(value)
  const where = path === '$' ? '' : ` at ${path}`
  const others = issues.length > 1 ? `, and ${issues.length - 1} more` : ''
  return {
    expected: `${types.join(' or ') || 'what the contract says'}${where}`,
    found: `${types.includes(found === 'text' ? 'string' : found) ? 'another value' : found}${others}`,
  }
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
