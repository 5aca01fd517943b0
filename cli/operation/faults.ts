import type { z } from 'zod'
import { getAt, type JsonPath } from '../../src/contract/wire/json-path.ts'
import { didYouMean } from '../suggest.ts'
import type { Part, Values } from './fields.ts'
import { flagFor, type Flag } from './flags.ts'
import { expected, wordsOf } from './value.ts'

/** Lists the contract's objections to a part of a request, by the flags that set it, without a value. */
export function faultsOf(
  error: z.ZodError,
  part: Part,
  values: Values,
  flags: readonly Flag[],
): string[] {
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

/** Narrows a union's faults to those of the member that fits best. */
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

/** Names one missing field, or one of several alternatives. */
function missingOne(flag: Flag, flags: readonly Flag[], values: Values): string {
  const either = flags.filter(
    ({ field }) => field.part === flag.field.part && field.required === 'sometimes',
  )
  const chosen = either.some(({ field }) => getAt(values, field.path) !== undefined)
  if (flag.field.required === 'sometimes' && either.length > 1 && !chosen)
    return `One of ${either.map(({ name }) => `--${name}`).join(', ')} is needed.`
  return `--${flag.name} is missing: expected ${expected(flag.field)}.`
}

/** Lists all required fields of an object whose first field is already missing. */
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
