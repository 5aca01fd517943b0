// `npm run vault`: tells about the vault of this machine's kiosk, gives it another key, or forgets it.
import { createInterface } from 'node:readline/promises'
import { runVault } from './run-vault.ts'

async function ask(question: string): Promise<string> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  try {
    return await terminal.question(question)
  } finally {
    terminal.close()
  }
}

process.exitCode = await runVault(process.argv.slice(2), process.env, {
  out: (text) => process.stdout.write(text),
  note: (text) => process.stderr.write(`foyer: ${text}\n`),
  ...(process.stdin.isTTY && { ask }),
})
