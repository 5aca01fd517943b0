import { spawn } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..', '..', '..')

/** `npm run hub` or `npm run bus` as a process of its own, without a terminal. */
export interface HubCommand {
  /** What it has written so far: its answer, and what is for a person. */
  readonly said: { readonly out: string; readonly note: string }
  /** Its exit code; null: a signal ended it. */
  readonly ended: Promise<number | null>
  end(signal: NodeJS.Signals): void
}

/** Runs `npm run hub`, or another command, with these arguments. The caller ends it. */
export function spawnHubCommand(
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
  name: 'hub' | 'bus' = 'hub',
): HubCommand {
  const child = spawn(process.execPath, [join(root, 'cli', `${name}.ts`), ...args], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const said = { out: '', note: '' }
  child.stdout.on('data', (data: Buffer) => (said.out += data.toString()))
  child.stderr.on('data', (data: Buffer) => (said.note += data.toString()))
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  return { said, ended, end: (signal) => void child.kill(signal) }
}
