import type { Hono } from 'hono'
import { afterAll, beforeEach } from 'vitest'
import type { Env } from '../../../sandbox/http/env.ts'
import {
  createSandbox,
  placeSandbox,
  type Sandbox,
  type SandboxOptions,
  startSandbox,
} from '../../../sandbox/sandbox.ts'
import { askApp, ServiceDispatcher } from '../../service-variants/service-dispatcher.ts'
import { contract } from '../../../src/contract/index.ts'
import type { Input, Operation } from '../../../src/contract/operation.ts'
import { createIntakeClient } from '../../../src/main/intake/client/client.ts'
import { clientOptionsOf } from '../service/connect-to.ts'
import type { ServiceError } from '../../../src/main/intake/http/errors.ts'
import type { Result } from '../../../src/shared/result.ts'

/** The applications of the sandboxes of this process, by their origins. */
const apps = new Map<string, Hono<Env>>()

/** The application that stands at an address; undefined: ask the network. */
const appAt = (url: string): Hono<Env> | undefined => apps.get(new URL(url).origin)

/** A sandbox without sockets: `send` and a client with its dispatcher reach it. */
export function openSandbox(
  options: SandboxOptions = {},
): Sandbox & { readonly dispatcher: ServiceDispatcher } {
  const made = createSandbox(options)
  const number = apps.size
  const urls = { api: `https://intake-${number}.example`, pages: `https://forms-${number}.example` }
  apps.set(urls.api, made.api).set(urls.pages, made.pages)
  const dispatcher = new ServiceDispatcher({
    answer: (request) => askApp(made.api, urls.api, request),
  })
  return { ...placeSandbox(made, urls, () => Promise.resolve()), dispatcher }
}

/** A Tuesday morning at every location. */
export const testStart = Date.UTC(2026, 2, 10, 17, 0)

/** A sandbox without sockets whose clock stands still until it is moved. */
export const openStillSandbox = () => openSandbox({ clock: () => testStart })

/** The same over HTTP. */
export const startStillSandbox = (): Promise<Sandbox> => startSandbox({ clock: () => testStart })

/** Answer: the status, and the body as JSON where it is JSON, else as text. */
export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: unknown
}

/** Sends one request, with nothing added. `body` that is no string is sent as JSON. */
export async function send(
  method: string,
  url: string,
  options: { readonly headers?: Record<string, string>; readonly body?: unknown } = {},
): Promise<Reply> {
  const { body } = options
  const isText = typeof body === 'string'
  const answer = await (appAt(url)?.request ?? fetch)(url, {
    method,
    redirect: 'manual',
    headers: {
      ...(body !== undefined && !isText && { 'content-type': 'application/json' }),
      ...options.headers,
    },
    ...(body !== undefined && { body: isText ? body : JSON.stringify(body) }),
  })
  const text = await answer.text()
  const isJson = String(answer.headers.get('content-type')).includes('json')
  return {
    status: answer.status,
    headers: Object.fromEntries(answer.headers),
    body: isJson ? (JSON.parse(text) as unknown) : text,
  }
}

type Parts = Partial<Record<'params' | 'query' | 'headers' | 'body', unknown>>

function addressOf(operation: Operation, base: string, { params, query }: Parts): string {
  const values = (params ?? {}) as Record<string, string | number>
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name]))
  const url = new URL(path, base)
  for (const [name, value] of Object.entries((query ?? {}) as Record<string, unknown>))
    url.searchParams.set(name, String(value))
  return url.href
}

/** Both tokens, asked for over HTTP. */
export async function getTokens(sandbox: Sandbox): Promise<{ partner: string; developer: string }> {
  const { partner, developer } = sandbox.credentials
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const partnerAnswer = await send('POST', `${sandbox.apiUrl}${contract.auth.partnerToken.path}`, {
    headers: form,
    body: `grant_type=client_credentials&client_id=${partner.clientId}&client_secret=${partner.clientSecret}`,
  })
  const basic = Buffer.from(`${developer.clientId}:${developer.clientSecret}`).toString('base64')
  const developerAnswer = await send(
    'POST',
    `${sandbox.apiUrl}${contract.auth.developerToken.path}`,
    {
      headers: { ...form, authorization: `Basic ${basic}` },
      body: 'grant_type=client_credentials',
    },
  )
  const token = ({ body }: Reply) => (body as { access_token: string }).access_token
  return { partner: token(partnerAnswer), developer: token(developerAnswer) }
}

/** Calls operations with fresh tokens; the answer is not checked, that is the test's business. */
export type Caller = <O extends Operation>(operation: O, input: Input<O>) => Promise<Reply>

/** A caller with tokens of its own, asked for at once. */
export const createCaller =
  (sandbox: Sandbox, tokens = getTokens(sandbox)): Caller =>
  async (operation, input) => {
    const parts = input as Parts
    const { partner, developer } = await tokens
    const token = operation.interface === 'developer' ? developer : partner
    return send(operation.method, addressOf(operation, sandbox.apiUrl, parts), {
      headers: {
        authorization: `Bearer ${token}`,
        ...(parts.headers as Record<string, string> | undefined),
      },
      ...(parts.body !== undefined && { body: parts.body }),
    })
  }

/** One sandbox for the tests of a file, as it was at its start before each of them, and a caller of it. */
export function useSandbox(sandbox: Sandbox = openStillSandbox()) {
  let tokens = getTokens(sandbox)
  beforeEach(async () => {
    sandbox.control.reset()
    await (tokens = getTokens(sandbox))
  })
  afterAll(() => sandbox.close())
  const call: Caller = (...args) => createCaller(sandbox, tokens)(...args)
  return { sandbox, control: sandbox.control, call }
}

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

/** One sandbox for the tests of a file, as it was at its start before each of them, and the real client of it. */
export function useClient() {
  const sandbox = openStillSandbox()
  const { call } = useSandbox(sandbox)
  return { ...openedAt(sandbox), call }
}

function openedAt(sandbox: Sandbox) {
  const client = createIntakeClient(clientOptionsOf(sandbox))
  const { partner, developer } = client
  const account = { accountId: sandbox.accountId }
  const here = { ...account, locationId: sandbox.locationIds[0] }
  return { sandbox, control: sandbox.control, client, partner, developer, account, here }
}

export type Opened = ReturnType<typeof openedAt>

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
    const page = await value(list({ query: { limit, ...(cursor !== undefined && { cursor }) } }))
    if (page.items.length > limit) throw new Error(`a page of ${page.items.length}`)
    all.push(...page.items)
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
  return all
}
