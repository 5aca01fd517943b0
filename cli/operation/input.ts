import type { Operation } from '../../src/contract/operation.ts'
import { err, ok, type Result } from '../../src/shared/result.ts'
import { usage, type Problem } from '../problem.ts'
import { innerVariants, parts, type Part, type Values } from './fields.ts'
import { faultsOf } from './faults.ts'
import type { Flag } from './flags.ts'
import { readValue } from './value.ts'

/** Sources of an input besides the flags. */
interface InputParts {
  readonly body?: Values | undefined
  /** Defaults of the path. */
  readonly path?: Values
  /** True if parts that the contract would refuse are accepted. */
  readonly unchecked?: boolean
}

/** The input of a call: each part that the operation has. */
export type RequestInput = { readonly [P in Part]?: Values }

/**
 * Merges flags, body and path defaults (flags win), and checks them by the contract. Faults name flag and expectation,
 * never values. `unchecked` skips the contract.
 */
export function makeInput(
  operation: Operation,
  texts: ReadonlyMap<Flag, readonly string[]>,
  flags: readonly Flag[],
  { body, path = {}, unchecked = false }: InputParts,
): Result<RequestInput, Problem> {
  const shape = Object.keys(operation.params?.shape ?? {})
  const input: Record<Part, Values> = {
    params: Object.fromEntries(shape.flatMap((name) => (name in path ? [[name, path[name]]] : []))),
    query: {},
    headers: {},
    body: structuredClone(body ?? {}),
  }
  const faults: string[] = []
  if (body && !operation.body) faults.push(`--body: ${operation.id} takes no body.`)
  for (const [flag, given] of texts) {
    const value = valueOf(flag, given)
    if (!value.ok) faults.push(`--${flag.name}: expected ${value.error}.`)
    else set(input[flag.field.part], flag.field.path, value.value)
  }
  for (const part of parts) {
    if (unchecked) continue
    const checked = operation[part]?.safeParse(input[part])
    if (checked && !checked.success)
      faults.push(...faultsOf(checked.error, part, input[part], flags))
  }
  if (faults.length > 0) return err(usage(...new Set(faults)))
  return ok(
    Object.fromEntries(parts.flatMap((part) => (operation[part] ? [[part, input[part]]] : []))),
  )
}

/** Reads the value of a flag from its texts, or returns the expected kind. */
function valueOf({ field, takes }: Flag, given: readonly string[]): Result<unknown, string> {
  const inner = { variants: innerVariants(field) }
  if (takes === 'map') {
    const entries = given.map((text) => /^([^=]+)=([^]*)$/.exec(text))
    if (entries.includes(null)) return err('name=value')
    return ok(
      Object.fromEntries(entries.map((match) => [match?.[1], readValue(match?.[2] ?? '', inner)])),
    )
  }
  const last = given.at(-1) ?? ''
  if (takes !== 'list') {
    return given.length > 1 ? err('one value, and it stands twice') : ok(readValue(last, field))
  }
  if (given.length === 1 && last === 'null') return ok(readValue(last, field))
  const whole = readValue(last, field)
  if (given.length === 1 && Array.isArray(whole)) return ok(whole)
  const divided = inner.variants.some(({ type }) => type === 'integer')
    ? given.flatMap((text) => text.split(','))
    : given
  return ok(divided.map((text) => readValue(text.trim(), inner)))
}

function set(values: Values, [name, ...rest]: readonly string[], value: unknown): void {
  if (name === undefined) Object.assign(values, value)
  else if (rest.length === 0) values[name] = value
  else {
    const below = values[name]
    const object = typeof below === 'object' && below !== null ? below : {}
    values[name] = object
    set(object as Values, rest, value)
  }
}
