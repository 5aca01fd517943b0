import { exitCodes, type ExitCode } from './exit-codes.ts'
import type { Terminal } from './terminal.ts'

/** Reason why a command was not carried out, in words that repeat no typed value. */
export interface Problem {
  readonly kind: 'usage' | 'configuration'
  /** One sentence a fault. */
  readonly messages: readonly string[]
}

/** Builds a fault of the command line. */
export function usage(...messages: string[]): Problem {
  return { kind: 'usage', messages }
}

/** Builds a fault of the settings, or of missing credentials. */
export function configuration(...messages: string[]): Problem {
  return { kind: 'configuration', messages }
}

/** Command line of which a problem is reported, and what shows the help of its command. */
export interface Said {
  readonly args: readonly string[]
  readonly command: string
  readonly help?: string
}

/**
 * Reports a problem on standard error: one sentence a line with a reference, or with `--json` one line of JSON. Returns
 * the exit code.
 */
export function complain(
  problem: Problem,
  { note }: Pick<Terminal, 'note'>,
  { args, command, help }: Said,
): ExitCode {
  if (args.includes('--json')) note(`${JSON.stringify({ error: problem })}\n`)
  else {
    for (const message of problem.messages) note(`${command}: ${message}\n`)
    if (help !== undefined && problem.kind === 'usage') note(`See npm run ${command} -- ${help}\n`)
  }
  return exitCodes[problem.kind]
}
