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
