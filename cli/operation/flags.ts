import type { Operation } from '../../src/contract/operation.ts'
import type { ValuesOf } from '../command.ts'
import { isMap, requestFields, type Part, type RequestField } from './fields.ts'
import { takes } from './value.ts'

export interface Flag {
  /** Without its hyphens: `location`, `patient.first-name`. */
  readonly name: string
  readonly aliases: readonly string[]
  readonly field: RequestField
  /** `switch`: may stand without a value; `list`, `map`: may be repeated. */
  readonly takes: 'value' | 'switch' | 'list' | 'map'
}

export const commonFlagTexts = {
  '--json': 'the whole answer as JSON, for programs',
  '--all': 'every page of a list, not only the first',
  '--columns <names>': 'columns of the table: id,name,status',
  '-o, --output <file>': 'write the answer to a file that only you can read',
  '--body <file>': 'the body as JSON; - is standard input. A flag is stronger than the body',
  '--dry-run': 'show the request and send nothing',
  '--strict': 'take the answer only exactly as the contract states it',
  '--unchecked':
    'send what the contract would refuse; at a sandbox, and on service.testAccountIds alone',
  '--audit <file>':
    "audit the access in this file, in the chain that foyer audit verifies; without it the vault of this machine's kiosk is used, and a real service is not called where neither can be",
  '-q, --quiet': 'no notes and no progress',
  '--sandbox': 'a sandbox for this command alone',
  '--service <address>': 'the service, or a sandbox, at this address',
  '--profile <file>':
    "how it speaks on the wire (docs/wire-profile.md), instead of the settings' profile",
} as const

export type Common = ValuesOf<typeof commonFlagTexts>

export const commonFlags: readonly string[] = [...Object.keys(commonFlagTexts), '--help'].flatMap(
  (text) => /--([\w-]+)/.exec(text)?.[1] ?? [],
)

function kebab(name: string): string {
  return name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1-$2')
    .replaceAll('_', '-')
    .toLowerCase()
}

/** Returns the flags of an operation, derived from the contract; no two have a name in common. */
export function flagsOf(operation: Operation): Flag[] {
  const named = requestFields(operation).map((field) => ({ field, names: namesOf(field) }))
  const taken = new Set(commonFlags)
  for (const { names } of named) taken.add(names.long)
  return named.map(({ field, names: { long, short } }) => {
    const first = named.find(({ names }) => names.long === long)?.field === field
    const unique = first && !commonFlags.includes(long) ? long : `${field.part}-${long}`
    const shortened = short !== long && !taken.has(short)
    if (shortened) taken.add(short)
    return {
      name: shortened ? short : unique,
      aliases: shortened ? [unique] : [],
      field,
      takes: kindOf(field),
    }
  })
}

/** Returns the flag that sets a field, or holds it: that of `address` for `address.city` where there is none of its own. */
export function flagFor(flags: readonly Flag[], part: Part, path: readonly string[]) {
  return flags
    .filter(({ field }) => field.part === part && field.path.every((name, at) => path[at] === name))
    .sort((a, b) => b.field.path.length - a.field.path.length)[0]
}

/** Lists the flags of a part of which one is needed, as they are typed. */
export function eitherOf(flags: readonly Flag[], part: Part): string[] {
  const either = flags.filter(({ field }) => field.part === part && field.required === 'sometimes')
  return either.map(({ name }) => `--${name}`)
}

function namesOf({ part, path }: RequestField): { long: string; short: string } {
  if (path.length === 0) return { long: 'set', short: 'set' }
  const long = path.map(kebab).join('.')
  const short = part === 'headers' ? long.replace(/^x-/, '') : long.replace(/(?<=.)-id$/, '')
  return { long, short }
}

function kindOf(field: RequestField): Flag['takes'] {
  if (isMap(field)) return 'map'
  if (takes(field, 'array')) return 'list'
  return takes(field, 'boolean') && !takes(field, 'string') ? 'switch' : 'value'
}
