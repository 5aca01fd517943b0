import { mkdtempSync, rmSync } from 'node:fs'
import type { ServerOptions } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll } from 'vitest'
import { runApi } from '../../../cli/run-api.ts'
import type { RunnableCommand } from '../../../cli/command.ts'
import type { Terminal } from '../../../cli/terminal.ts'
import { startSandbox, type SandboxOptions, type Sandbox } from '../../../sandbox/sandbox.ts'
import { addressesAt } from '../service/addresses-at.ts'
import { startServer } from '../service/test-service.ts'
import type { ProbeResult } from '../../../cli/probe/result.ts'
import { probe } from '../../../cli/run-probe.ts'

/** A terminal that keeps what is written to it. Its environment names no service, and no configuration file exists. */
export function fakeTerminal(options: Partial<Terminal> = {}) {
  const written = { out: '', note: '' }
  const terminal: Terminal = {
    out: (text) => void (written.out += text),
    note: (text) => void (written.note += text),
    columns: 120,
    live: false,
    environment: { FOYER_CONFIG: '/nonexistent/foyer.config.json' },
    readInput: () => Promise.resolve(''),
    ...options,
  }
  return { terminal, written }
}

/** Runs `foyer api` at such a terminal; the value is its exit code, and what it wrote. */
export async function callApi(args: readonly string[], options: Partial<Terminal> = {}) {
  const { terminal, written } = fakeTerminal(options)
  const code = await runApi(args, terminal)
  return { code, ...written, json: () => JSON.parse(written.out) as Record<string, unknown> }
}

/** A sandbox over HTTP and a folder of its own for the tests of a file. */
export async function useRunningSandbox(options?: SandboxOptions) {
  const sandbox = await startSandbox(options)
  const folder = mkdtempSync(join(tmpdir(), 'foyer-cli-'))
  afterAll(async () => {
    await sandbox.close()
    rmSync(folder, { recursive: true })
  })
  return { sandbox, folder }
}

type ProxiedRequest = { readonly method: string; readonly path: string }

/** Changes the JSON of an answer; tokens pass as they are. */
export type Alter = (answer: unknown, request: ProxiedRequest) => unknown

/** Alters a sandbox's answers but for the token requests, and has no control address. `tls`: an identity, and where to listen. */
export async function startAlteringProxy(
  upstream: string,
  alter: Alter,
  tls?: ServerOptions & { readonly address: string },
) {
  const requests: ProxiedRequest[] = []
  const { port, close } = await startServer(
    ({ method, url: path, headers, body }, response) => {
      if (path.startsWith('/sandbox/')) return void response.writeHead(404).end()
      const seen = { method, path }
      requests.push(seen)
      const passed = ['authorization', 'content-type', 'x-identity-proof-token'].flatMap((name) => {
        const value = headers[name]
        return typeof value === 'string' ? [[name, value] as const] : []
      })
      const sent = method === 'GET' ? null : Buffer.from(body)
      fetch(upstream + path, { method, headers: Object.fromEntries(passed), body: sent }).then(
        async (answer) => {
          const json: unknown = await answer.json()
          const altered = /^\/oauth2?\/token/.test(path) || !answer.ok ? json : alter(json, seen)
          response.writeHead(answer.status, { 'content-type': 'application/json' })
          response.end(JSON.stringify(altered))
        },
        () => response.destroy(),
      )
    },
    tls && { tls, address: tls.address },
  )
  const origin = tls ? `https://${tls.address}` : 'http://127.0.0.1'
  return { url: `${origin}:${port}`, requests, close }
}

export const probeFiles = (folder: string) => ({
  audit: join(folder, 'access.jsonl'),
  proposal: join(folder, 'proposal.json'),
})

/** The credentials of a sandbox as a command is given them; a kiosk's vault would stand in `folder`. */
export const environmentOf = (
  { credentials: { partner, developer } }: Pick<Sandbox, 'credentials'>,
  folder: string,
): NodeJS.ProcessEnv => ({
  FOYER_CONFIG: '/nonexistent/foyer.config.json',
  FOYER_DATA_DIR: folder,
  FOYER_PARTNER_CLIENT_ID: partner.clientId,
  FOYER_PARTNER_CLIENT_SECRET: partner.clientSecret,
  FOYER_DEVELOPER_CLIENT_ID: developer.clientId,
  FOYER_DEVELOPER_CLIENT_SECRET: developer.clientSecret,
})

/** Settings of a service whose addresses all stand at one place. */
export const serviceAt = (url: string, more: object = {}) => ({ ...addressesAt(url), ...more })

interface AtService {
  readonly alter?: Alter
  readonly environment?: NodeJS.ProcessEnv
  readonly ask?: Terminal['ask']
}

/** Runs commands at a sandbox that they take for a real service, through a proxy that alters its answers. */
export const atService =
  (sandbox: Sandbox, folder: string) =>
  async (
    { run }: Pick<RunnableCommand, 'run'>,
    args: readonly string[],
    { alter = same, environment, ask }: AtService = {},
  ) => {
    const proxy = await startAlteringProxy(sandbox.apiUrl, alter)
    const { terminal, written } = fakeTerminal({
      environment: { ...environmentOf(sandbox, folder), ...environment },
      ...(ask && { ask }),
    })
    const there = ['--service', proxy.url, '--account', String(sandbox.accountId)]
    try {
      const code = await run([...args, ...there], terminal)
      return { code, ...written, requests: proxy.requests }
    } finally {
      await proxy.close()
    }
  }

/** Probes the sandbox as a real service, with its own audit and proposal. */
export const probing =
  (sandbox: Sandbox, folder: string) =>
  async (alter: Alter, ...args: string[]) => {
    const { audit, proposal } = probeFiles(folder)
    const here = ['--audit', audit, '--propose', proposal, '--location', '301', ...args]
    const probed = await atService(sandbox, folder)(probe, here, { alter })
    return { ...probed, result: () => JSON.parse(probed.out) as ProbeResult }
  }

export const same: Alter = (answer) => answer

/** Applies a change to every object of an answer, the innermost first. */
export function everywhere(
  value: unknown,
  change: (entry: Record<string, unknown>) => object,
): unknown {
  if (Array.isArray(value)) return value.map((each) => everywhere(each, change))
  if (typeof value !== 'object' || value === null) return value
  const inner = Object.entries(value).map(
    ([name, each]) => [name, everywhere(each, change)] as const,
  )
  return change(Object.fromEntries(inner))
}

export const rename =
  (from: string, to: string): Alter =>
  (answer) =>
    everywhere(answer, ({ [from]: value, ...rest }) =>
      value === undefined ? rest : { ...rest, [to]: value },
    )
export const retype =
  (field: string, value: unknown): Alter =>
  (answer) =>
    everywhere(answer, (entry) => (field in entry ? { ...entry, [field]: value } : entry))
export const remove =
  (field: string): Alter =>
  (answer) =>
    everywhere(answer, ({ [field]: _, ...rest }) => rest)
