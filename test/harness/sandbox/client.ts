import type { Dispatcher } from 'undici'
import type { Sandbox } from '../../../sandbox/sandbox.ts'
import type { IntakeClientOptions } from '../../../src/main/service/client/call-types.ts'
import { createIntakeClient, type IntakeClient } from '../../../src/main/service/client/client.ts'
import { clientOptionsOf, connectTo } from '../service/connect-to.ts'
import type { ServiceError } from '../../../src/main/service/http/errors.ts'
import type { Result } from '../../../src/shared/result.ts'
import { openStillSandbox, useSandbox } from './caller.ts'

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

/** A sandbox whose clock stands still, without sockets unless another is given, and the real client of it; both end with the test. */
export function openClient(
  options?: Partial<IntakeClientOptions>,
  sandbox: Sandbox & { dispatcher?: Dispatcher } = openStillSandbox(),
) {
  return openedAt(sandbox, connectTo(sandbox, options).client)
}

/** One sandbox for the tests of a file, as it was at its start before each of them, and the real client of it. */
export function useClient() {
  const sandbox = openStillSandbox()
  const { call } = useSandbox(sandbox)
  return { ...openedAt(sandbox, createIntakeClient(clientOptionsOf(sandbox))), call }
}

function openedAt(sandbox: Sandbox, { partner, developer }: IntakeClient) {
  const account = { accountId: sandbox.accountId }
  const here = { ...account, locationId: sandbox.locationIds[0] }
  return { sandbox, control: sandbox.control, partner, developer, account, here }
}

export type Opened = ReturnType<typeof openClient>

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
