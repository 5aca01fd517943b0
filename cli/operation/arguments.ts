import type { Operation } from '../../src/contract/operation.ts'
import { parse, valuesOf } from '../command.ts'
import { operationCommand } from '../help/help.ts'
import { flagsOf, type Common, type Flag } from './flags.ts'

/** Typed arguments: the common flags, and each of the operation's flags with its texts in order. */
export interface Typed {
  readonly common: Common
  readonly given: ReadonlyMap<Flag, readonly string[]>
}

/**
 * Reads the arguments of a call; undefined once it has told the help, `width` columns wide. Throws a `Refusal` without
 * values, which may be a patient's.
 */
export function readArguments(
  operation: Operation,
  args: readonly string[],
  width = 100,
  out: (text: string) => void = () => undefined,
): Typed | undefined {
  const command = operationCommand(operation, width, out)
  if (!parse(command, args)) return undefined
  const values = valuesOf(command)
  const given = flagsOf(operation).flatMap((flag) => {
    const texts = [flag.name, ...flag.aliases].flatMap((name) => values[name] ?? []).map(String)
    return texts.length === 0 ? [] : [[flag, texts] as const]
  })
  return { common: values, given: new Map(given) }
}
