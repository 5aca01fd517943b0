import { afterAll, beforeEach } from 'vitest'
import { contract } from '../../../src/contract/index.ts'
import type { Input, Operation } from '../../../src/contract/operation.ts'
import { startSandbox } from '../../../sandbox/sandbox.ts'
import type { Sandbox } from '../../../sandbox/sandbox.ts'
import { appAt, openSandbox } from './in-process.ts'

/** A Tuesday morning at every location. */
export const testStart = Date.UTC(2026, 2, 10, 17, 0)

/** A sandbox without sockets whose clock stands still until it is moved. */
export const openStillSandbox = () => openSandbox({ clock: () => testStart })

/** The same over HTTP. */
export function startStillSandbox(): Promise<Sandbox> {
  return startSandbox({ clock: () => testStart })
}

/** What came back: the status, and the body as JSON where it is JSON, else as text. */
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
  for (const [name, value] of Object.entries((query ?? {}) as Record<string, unknown>)) {
    url.searchParams.set(name, String(value))
  }
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
export function createCaller(sandbox: Sandbox, tokens = getTokens(sandbox)): Caller {
  return async (operation, input) => {
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
