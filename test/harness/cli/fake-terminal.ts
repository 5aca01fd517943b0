import { runApi } from '../../../cli/run-api.ts'
import type { Terminal } from '../../../cli/terminal.ts'

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

/** Runs `npm run api` at such a terminal; the value is its exit code, and what it wrote. */
export async function callApi(args: readonly string[], options: Partial<Terminal> = {}) {
  const { terminal, written } = fakeTerminal(options)
  const code = await runApi(args, terminal)
  return { code, ...written, json: () => JSON.parse(written.out) as Record<string, unknown> }
}
