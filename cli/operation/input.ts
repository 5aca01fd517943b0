import type { z } from 'zod'
import type { Operation } from '../../src/contract/operation.ts'
import { getAt, type JsonPath } from '../../src/contract/wire/json-path.ts'
import { err, ok, type Result } from '../../src/shared/result.ts'
import { usage, type Problem } from '../problem.ts'
import { didYouMean } from '../suggest.ts'
import { innerVariants, parts, type Part, type Values } from './fields.ts'
import { flagFor, flagsOf, type Flag } from './flags.ts'
import { expected, readValue, wordsOf } from './value.ts'

interface InputParts {
  readonly body?: Values | undefined
  readonly path?: Values
  readonly unchecked?: boolean
}

export type RequestInput = { readonly [P in Part]?: Values }

/** Merges flags, body and path defaults (flags win), and checks them by the contract. Faults never hold values. */
export function makeInput(
  operation: Operation,
  texts: ReadonlyMap<Flag, readonly string[]>,
  { body, path = {}, unchecked = false }: InputParts,
): Result<RequestInput, Problem> {
  const flags = flagsOf(operation)
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

/** Lists the contract's objections to a part of a request, by the flags that set it, without a value. */
function faultsOf(error: z.ZodError, part: Part, values: Values, flags: readonly Flag[]): string[] {
  return error.issues
    .flatMap((issue) => narrowed(issue, []))
    .flatMap(({ issue, path }) => {
      if (issue.code === 'unrecognized_keys')
        return issue.keys.map((key) => unknownField([...path, key], part, flags))
      const names = path.map(String)
      const flag = flagFor(flags, part, names)
      const typed = getAt(values, path as JsonPath)
      const missing = typed === undefined
      if (!flag)
        return (
          missingGroup(names, part, flags) ?? `${[part, ...names].join('.')}: not as described.`
        )
      const words = wordsOf(flag.field)
      const hint = words.length > 0 && typeof typed === 'string' ? didYouMean(typed, words) : ''
      return missing
        ? missingOne(flag, flags, values)
        : `--${flag.name}: expected ${wanted(flag, issue)}${hint}.`
    })
}

function narrowed(
  issue: z.core.$ZodIssue,
  before: readonly PropertyKey[],
): { issue: z.core.$ZodIssue; path: PropertyKey[] }[] {
  const path = [...before, ...issue.path]
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return [{ issue, path }]
  const nested = issue.errors.filter((each) =>
    each.some(({ path, code }) => path.length > 0 || code === 'unrecognized_keys'),
  )
  const closest = nested.sort((a, b) => weight(a) - weight(b))[0]
  return closest ? closest.flatMap((inner) => narrowed(inner, path)) : [{ issue, path }]
}

/** Weighs faults: a missing field is smaller than one without a place; another word means another member altogether. */
function weight(issues: readonly z.core.$ZodIssue[]): number {
  const weights: Readonly<Record<string, number>> = { unrecognized_keys: 3, invalid_value: 9 }
  return issues.reduce((sum, { code }) => sum + (weights[code] ?? 2), 0)
}

function wanted({ field }: Flag, issue: z.core.$ZodIssue): string {
  const hint = field.description === undefined ? '' : ` (${field.description.replace(/\.$/, '')})`
  if (issue.code === 'too_small' && issue.origin === 'string') return 'text that is not empty'
  if (issue.code === 'too_small' && issue.origin === 'array') return 'a list that is not empty'
  return expected(field) + hint
}

function missingOne(flag: Flag, flags: readonly Flag[], values: Values): string {
  const either = flags.filter(
    ({ field }) => field.part === flag.field.part && field.required === 'sometimes',
  )
  const chosen = either.some(({ field }) => getAt(values, field.path) !== undefined)
  if (flag.field.required === 'sometimes' && either.length > 1 && !chosen)
    return `One of ${either.map(({ name }) => `--${name}`).join(', ')} is needed.`
  return `--${flag.name} is missing: expected ${expected(flag.field)}.`
}

function missingGroup(
  names: readonly string[],
  part: Part,
  flags: readonly Flag[],
): string | undefined {
  const within = flags.filter(
    ({ field }) =>
      field.part === part &&
      field.required === 'always' &&
      names.every((name, index) => field.path[index] === name),
  )
  if (within.length === 0) return undefined
  const needed = within.map(({ name }) => `--${name}`).join(', ')
  return `${needed} ${within.length === 1 ? 'is' : 'are'} missing.`
}

function unknownField(path: readonly PropertyKey[], part: Part, flags: readonly Flag[]): string {
  const known = flags
    .filter(({ field }) => field.part === part && field.path.length > 0)
    .map(({ field }) => field.path.join('.'))
  const name = path.map(String).join('.')
  if (known.includes(name)) {
    const flag = flagFor(flags, part, path.map(String))
    return `--${flag?.name ?? name} does not go together with the others.`
  }
  return `${part}.${name}: no such field${didYouMean(name, known)}.`
}
