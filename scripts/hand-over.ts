import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process'
import type { Writable } from 'node:stream'
import { handOverVariable, takeTexts } from '../src/main/bootstrap/secrets.ts'

/** Where the pipe of the secrets stands: behind standard input, output and error. */
const descriptor = 3

/** How a program is started that gets its secrets apart from its environment. */
export interface HandOverOptions extends Omit<SpawnOptions, 'stdio' | 'env'> {
  readonly stdio: readonly [StandardStream, StandardStream, StandardStream]
  readonly env: NodeJS.ProcessEnv
}
type StandardStream = 'pipe' | 'inherit' | 'ignore'

/**
 * Starts a program that takes its secrets by `takeSecrets`: those in `env` go through a pipe that it alone reads, so
 * that they stand in no environment, which others could read as long as the program runs.
 */
export function spawnWithSecrets(
  program: string,
  args: readonly string[],
  { env, stdio, ...options }: HandOverOptions,
): ChildProcess {
  const open = { ...env }
  const secrets = takeTexts(open)
  const child = spawn(program, args, {
    ...options,
    env: { ...open, [handOverVariable]: String(descriptor) },
    stdio: [...stdio, 'pipe'],
  })
  const pipe = child.stdio[descriptor] as Writable
  // A program that ended before it read them needs none.
  pipe.on('error', () => undefined)
  pipe.end(JSON.stringify(secrets))
  return child
}
