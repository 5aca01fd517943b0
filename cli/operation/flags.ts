import type { Operation } from '../../src/contract/operation.ts'
import { isMap, requestFields, type Part, type RequestField } from './fields.ts'
import { takes } from './value.ts'

/** A flag of the command line, and the field of the request that it sets. */
export interface Flag {
  /** Without its hyphens: `location`, `patient.first-name`. */
  readonly name: string
  /** Other accepted names: `location-id`. */
  readonly aliases: readonly string[]
  readonly field: RequestField
  /** `switch`: may stand without a value; `list`, `map`: may be repeated. */
  readonly takes: 'value' | 'switch' | 'list' | 'map'
}

/** The flags that every operation has. */
export const commonFlags = {
  json: { type: 'boolean' },
  all: { type: 'boolean' },
  columns: { type: 'string' },
  output: { type: 'string', short: 'o' },
  body: { type: 'string' },
  'dry-run': { type: 'boolean' },
  strict: { type: 'boolean' },
  unchecked: { type: 'boolean' },
  audit: { type: 'string' },
  sandbox: { type: 'boolean' },
  profile: { type: 'string' },
  service: { type: 'string' },
  quiet: { type: 'boolean', short: 'q' },
  help: { type: 'boolean', short: 'h' },
} as const

/** Writes `mobilePhone` and `location_id` in the way of a flag. */
export function kebab(name: string): string {
  return name
    .replaceAll(/([a-z\d])([A-Z])/g, '$1-$2')
    .replaceAll('_', '-')
    .toLowerCase()
}

/** Returns the flags of an operation, derived from the contract; no two have a name in common. */
export function flagsOf(operation: Operation): Flag[] {
  const named = requestFields(operation).map((field) => ({ field, names: namesOf(field) }))
  const taken = new Set<string>(Object.keys(commonFlags))
  for (const { names } of named) taken.add(names.long)
  return named.map(({ field, names: { long, short } }) => {
    const first = named.find(({ names }) => names.long === long)?.field === field
    const unique = first && !(long in commonFlags) ? long : `${field.part}-${long}`
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

/**
 * Returns the flag that sets a field, or holds it: that of `address` for `address.city` where there is none of its own.
 */
export function flagFor(
  flags: readonly Flag[],
  part: Part,
  path: readonly string[],
): Flag | undefined {
  return flags
    .filter(({ field }) => field.part === part && field.path.every((name, at) => path[at] === name))
    .sort((a, b) => b.field.path.length - a.field.path.length)[0]
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
