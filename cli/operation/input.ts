import type { z } from 'zod'
import type { Operation } from '../../src/contract/operation.ts'
import { isFields } from '../../src/contract/readers/fields.ts'
import { getAt, type JsonPath } from '../../src/contract/wire/json-path.ts'
import { err, ok, type Result } from '../../src/shared/result.ts'
import { refuse } from '../problem.ts'
import type { Target } from '../service/target.ts'
import { didYouMean } from '../suggest.ts'
import { innerVariants, parts, type Part, type Values } from './fields.ts'
import { defaultsOf } from './find.ts'
import { eitherOf, flagFor, flagsOf, type Flag } from './flags.ts'
import { expected, readValue, wordsOf } from './value.ts'

export type RequestInput = { readonly [P in Part]?: Values }

/** Merges flags, body and the service's place (flags win), and checks them by the contract. Throws a `Refusal` without values. */
export function makeInput(
  operation: Operation,
  texts: ReadonlyMap<Flag, readonly string[]>,
  body: Values | undefined,
  scope: Target['scope'],
  unchecked = false,
): RequestInput {
  const flags = flagsOf(operation)
  const input: Record<Part, Values> = {
    params: defaultsOf(operation, scope),
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
  for (const part of unchecked ? [] : parts) {
    const error = operation[part]?.safeParse(input[part]).error
    if (error) faults.push(...faultsOf(error, part, input[part], flags))
  }
  if (faults.length > 0) refuse(...new Set(faults))
  const own = parts.filter((part) => operation[part])
  return Object.fromEntries(own.map((part) => [part, input[part]]))
}

function valueOf({ field, takes }: Flag, given: readonly string[]): Result<unknown, string> {
  const inner = { variants: innerVariants(field) }
  if (takes === 'map') {
    const pairs = given.map((text) => /^([^=]+)=([^]*)$/.exec(text) ?? [])
    if (pairs.some(({ length }) => length === 0)) return err('name=value')
    return ok(
      Object.fromEntries(pairs.map(([, name = '', text = '']) => [name, readValue(text, inner)])),
    )
  }
  const last = given.at(-1) ?? ''
  const whole = readValue(last, field)
  if (takes !== 'list') return given.length > 1 ? err('one value, and it stands twice') : ok(whole)
  if (given.length === 1 && (last === 'null' || Array.isArray(whole))) return ok(whole)
  const divided = inner.variants.some(({ type }) => type === 'integer')
    ? given.flatMap((text) => text.split(','))
    : given
  return ok(divided.map((text) => readValue(text.trim(), inner)))
}

function set(values: Values, [name, ...rest]: readonly string[], value: unknown): void {
  if (name === undefined) Object.assign(values, value)
  else if (rest.length === 0) values[name] = value
  else {
    const below = isFields(values[name]) ? values[name] : {}
    values[name] = below
    set(below, rest, value)
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
      if (!flag)
        return (
          missingGroup(names, part, flags) ?? `${[part, ...names].join('.')}: not as described.`
        )
      if (typed === undefined) return missingOne(flag, flags, values)
      const hint = typeof typed === 'string' ? didYouMean(typed, wordsOf(flag.field)) : ''
      return `--${flag.name}: expected ${wanted(flag, issue)}${hint}.`
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
  if (issue.code === 'too_small' && issue.origin === 'string') return 'text that is not empty'
  if (issue.code === 'too_small' && issue.origin === 'array') return 'a list that is not empty'
  const about = field.description?.replace(/\.$/, '')
  return about === undefined ? expected(field) : `${expected(field)} (${about})`
}

function missingOne(flag: Flag, flags: readonly Flag[], values: Values): string {
  const { part, required } = flag.field
  const either = eitherOf(flags, part)
  const chosen = flags.some(
    ({ name, field: { path } }) =>
      either.includes(`--${name}`) && getAt(values, path) !== undefined,
  )
  if (required === 'sometimes' && either.length > 1 && !chosen)
    return `One of ${either.join(', ')} is needed.`
  return `--${flag.name} is missing: expected ${expected(flag.field)}.`
}

function missingGroup(names: readonly string[], part: Part, flags: readonly Flag[]) {
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
