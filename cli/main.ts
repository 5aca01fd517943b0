// Runs one of the commands of `npm run`: `node cli/main.ts <command> …`. `npm run hub` stands in hub.ts.
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { askPerson, processTerminal } from './terminal.ts'
import type { Output } from './command.ts'

const [command = '', ...args] = process.argv.slice(2)

const output: Output = {
  out: (said) => void process.stdout.write(said),
  note: (said) => void process.stderr.write(`foyer: ${said}\n`),
}
const ask = async (question: string) => (await askPerson(question)) ?? ''

/** Each loads its own code alone. */
const commands: Readonly<Record<string, () => Promise<number>>> = {
  api: async () => (await import('./run-api.ts')).runApi(args, processTerminal()),
  audit: async () => (await import('./run-audit.ts')).runAudit(args, process.env, output),
  bus: async () =>
    (await import('./run-bus.ts')).runBus(args, process.env, {
      ...output,
      ask: () => text(process.stdin),
    }),
  'install-kiosk': () => {
    const program = join(import.meta.dirname, '..', 'resources', 'kiosk', 'install-kiosk')
    return Promise.resolve(spawnSync(program, args, { stdio: 'inherit' }).status ?? 1)
  },
  probe: async () => (await import('./run-probe.ts')).runProbe(args, processTerminal()),
  'probe-page': async () =>
    (await import('./run-probe-page.ts')).runProbePage(args, processTerminal()),
  sandbox: async () => (await import('./run-sandbox.ts')).runSandbox(args, output),
  vault: async () =>
    (await import('./run-vault.ts')).runVault(args, process.env, {
      ...output,
      ...(process.stdin.isTTY && { ask }),
    }),
}

const run = commands[command]
if (run) process.exitCode = await run()
else {
  output.note(`say one of ${Object.keys(commands).join(', ')}.`)
  process.exitCode = 2
}
