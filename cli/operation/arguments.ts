import { parseArgs } from 'node:util'
import { err, ok, type Result } from '../../src/shared/result.ts'
import { usage, type Problem } from '../problem.ts'
import { didYouMean } from '../suggest.ts'
import { commonFlags, type Common, type Flag } from './flags.ts'

/** Typed arguments: the common flags, and each of the operation's flags with its texts in order. */
export interface Typed {
  readonly common: Common
  readonly given: ReadonlyMap<Flag, readonly string[]>
}

/**
 * Reads a command's arguments. Reports every fault by its flag, without values, which may be a patient's. `names` stand
 * without a flag (the operation).
 */
export function readArguments(
  args: readonly string[],
  flags: readonly Flag[],
  names: readonly string[],
): Result<Typed, Problem> {
  const byName = new Map(
    flags.flatMap((flag) => [flag.name, ...flag.aliases].map((name) => [name, flag] as const)),
  )
  const { tokens } = parseArgs({
    args: [...args],
    options: {
      ...commonFlags,
      ...Object.fromEntries(
        [...byName].map(([name, { takes }]) => [
          name,
          { type: takes === 'switch' ? 'boolean' : 'string' } as const,
        ]),
      ),
    },
    strict: false,
    tokens: true,
  })
  const known = [...Object.keys(commonFlags), ...byName.keys()].map((name) => `--${name}`)
  const common: Record<string, string | boolean> = {}
  const given = new Map<Flag, string[]>()
  const faults: string[] = []
  let unknown = false
  let stray = 0

  for (const token of tokens) {
    if (token.kind === 'positional' && !names.includes(token.value)) stray += 1
    if (token.kind !== 'option') continue
    const { name, rawName, value, inlineValue } = token
    const off = name.startsWith('no-') ? byName.get(name.slice(3)) : undefined
    const flag = byName.get(name)
    const isSwitch = flag ? flag.takes === 'switch' : typeOf(name) === 'boolean'
    if (off?.takes === 'switch' && value === undefined) add(given, off, 'false')
    else if (!flag && typeOf(name) === undefined) {
      unknown = true
      faults.push(`There is no flag ${rawName}${didYouMean(rawName, known)}.`)
    } else if (!isSwitch && (value === undefined || (!inlineValue && looksLikeFlag(value)))) {
      faults.push(`${rawName} needs a value.`)
    } else if (flag) add(given, flag, value ?? 'true')
    else if (isSwitch && value !== undefined) faults.push(`${rawName} takes no value.`)
    else common[name] = value ?? true
  }
  if (stray > 0 && !unknown)
    faults.push(
      'A value stands alone, without a flag: put one with spaces in quotes, and write --flag=true.',
    )
  return faults.length > 0 ? err(usage(...faults)) : ok({ common, given })
}

function typeOf(name: string): 'boolean' | 'string' | undefined {
  return Object.hasOwn(commonFlags, name) ? commonFlags[name]?.type : undefined
}

function add(given: Map<Flag, string[]>, flag: Flag, text: string): void {
  given.set(flag, [...(given.get(flag) ?? []), text])
}

/** Checks for a flag after a flag: `--location --json`. A number below zero and a lone hyphen are values. */
function looksLikeFlag(value: string): boolean {
  return /^-{1,2}[a-z]/i.test(value)
}
