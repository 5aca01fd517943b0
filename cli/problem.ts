import { exitCodes, type ExitCode } from './exit-codes.ts'

/** Why a command was not carried out, in words that hold nothing of what was typed as a value. */
export interface Problem {
  readonly kind: 'usage' | 'configuration'
  /** One sentence a fault. */
  readonly messages: readonly string[]
}

/** A fault of the command line. */
export function usage(...messages: string[]): Problem {
  return { kind: 'usage', messages }
}

/** A fault of the settings, or credentials that are missing. */
export function configuration(...messages: string[]): Problem {
  return { kind: 'configuration', messages }
}

/** The exit code of a problem. */
export function exitCodeOf({ kind }: Problem): ExitCode {
  return exitCodes[kind]
}
