import type { IntakeClientOptions } from '../../../src/main/service/client/call-types.ts'
import { connectTo } from '../service/connect-to.ts'
import type { ServiceError } from '../../../src/main/service/http/errors.ts'
import type { Result } from '../../../src/shared/result.ts'
import { startStillSandbox } from './caller.ts'

/** The value of a call that must have gone well. */
export async function value<T>(call: Promise<Result<T, unknown>>): Promise<T> {
  const result = await call
  if (!result.ok) throw new Error(`the call failed: ${JSON.stringify(result.error)}`)
  return result.value
}

/** The error of a call that must have failed. */
export async function failure(call: Promise<Result<unknown, ServiceError>>): Promise<ServiceError> {
  const result = await call
  if (result.ok) throw new Error(`the call went well: ${JSON.stringify(result.value)}`)
  return result.error
}

/** A sandbox whose clock stands still and the real client of it; both end with the test. */
export async function openClient(options?: Partial<IntakeClientOptions>) {
  const sandbox = await startStillSandbox()
  const { client, here } = connectTo(sandbox, options)
  const { partner, developer } = client
  const account = { accountId: here.accountId }
  return { sandbox, control: sandbox.control, partner, developer, account, here }
}

export type Opened = Awaited<ReturnType<typeof openClient>>

/** The first record of a list that must have one. */
export async function first<T>(
  list: Promise<Result<{ readonly items: readonly T[] }, unknown>>,
): Promise<T> {
  const [item] = (await value(list)).items
  if (item === undefined) throw new Error('the list is empty')
  return item
}

type List<Item> = (input: {
  query: { limit: number; cursor?: string }
}) => Promise<Result<{ items: Item[]; nextCursor?: string | null | undefined }, unknown>>

/** Every item of a list, read in pages of `limit`; each page must hold no more than that. */
export async function inPages<Item>(limit: number, list: List<Item>): Promise<Item[]> {
  const all: Item[] = []
  let cursor: string | undefined
  do {
    const query = { limit, ...(cursor !== undefined && { cursor }) }
    const page = await value(list({ query }))
    if (page.items.length > limit) throw new Error(`a page of ${page.items.length}`)
    all.push(...page.items)
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
  return all
}
