import { join } from 'node:path'
import type { ProbeResult } from '../../../cli/probe/result.ts'
import { runProbe } from '../../../cli/run-probe.ts'
import type { Sandbox } from '../../../sandbox/sandbox.ts'
import { startAlteringProxy, type Alter } from './altering-proxy.ts'
import { fakeTerminal } from './fake-terminal.ts'

/** The files that a probe writes into a folder. */
export const probeFiles = (folder: string) => ({
  audit: join(folder, 'access.jsonl'),
  proposal: join(folder, 'proposal.json'),
})

/** The credentials of a sandbox as a command is given them; a kiosk's vault would stand in `folder`. */
export function environmentOf(
  { credentials: { partner, developer } }: Pick<Sandbox, 'credentials'>,
  folder: string,
): NodeJS.ProcessEnv {
  return {
    FOYER_CONFIG: '/nonexistent/foyer.config.json',
    FOYER_DATA_DIR: folder,
    FOYER_PARTNER_CLIENT_ID: partner.clientId,
    FOYER_PARTNER_CLIENT_SECRET: partner.clientSecret,
    FOYER_DEVELOPER_CLIENT_ID: developer.clientId,
    FOYER_DEVELOPER_CLIENT_SECRET: developer.clientSecret,
  }
}

/** Probes the sandbox through a proxy that alters its answers. */
export const probing =
  (sandbox: Sandbox, folder: string) =>
  async (alter: Alter, ...args: string[]) => {
    const { audit, proposal } = probeFiles(folder)
    const proxy = await startAlteringProxy(sandbox.apiUrl, alter)
    const environment = environmentOf(sandbox, folder)
    const { terminal, written } = fakeTerminal({ environment })
    const here = [
      '--account',
      String(sandbox.accountId),
      '--location',
      String(sandbox.locationIds[0]),
    ]
    try {
      const code = await runProbe(
        ['--service', proxy.url, '--audit', audit, '--propose', proposal, ...here, ...args],
        terminal,
      )
      return {
        code,
        ...written,
        requests: proxy.requests,
        result: () => JSON.parse(written.out) as ProbeResult,
      }
    } finally {
      await proxy.close()
    }
  }

/** An altered answer. */
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

/** An altered answer. */
export const rename =
  (from: string, to: string): Alter =>
  (answer) =>
    everywhere(answer, ({ [from]: value, ...rest }) =>
      value === undefined ? rest : { ...rest, [to]: value },
    )
/** An altered answer. */
export const retype =
  (field: string, value: unknown): Alter =>
  (answer) =>
    everywhere(answer, (entry) => (field in entry ? { ...entry, [field]: value } : entry))
/** An altered answer. */
export const remove =
  (field: string): Alter =>
  (answer) =>
    everywhere(answer, ({ [field]: _, ...rest }) => rest)
