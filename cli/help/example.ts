import { isFields } from '../../src/contract/readers/fields.ts'
import { z } from 'zod'
import type { Operation } from '../../src/contract/operation.ts'
import { getAt } from '../../src/contract/wire/json-path.ts'
import { flagsOf, type Flag } from '../operation/flags.ts'
import { scopedBy } from '../operation/scope.ts'
import { takes, wordsOf } from '../operation/value.ts'

/** Ids that the sandbox has from its start. */
const ids: Readonly<Record<string, string>> = { location: '301', patient: '5001' }

/** Builds arguments that the contract takes: the body is the contract's own example. */
export function exampleOf(operation: Operation): string[] {
  const { body } = operation
  const example = body && z.globalRegistry.get(body)?.examples?.[0]
  const scope: readonly string[] = scopedBy(operation)
  return flagsOf(operation).flatMap((flag) => {
    const { part, path, required } = flag.field
    if (part === 'body') return bodyArguments(flag, getAt(example, path))
    const scoped = part === 'params' && scope.includes(path[0] ?? '')
    return required === 'always' && !scoped ? [`--${flag.name}=${placeholder(flag)}`] : []
  })
}

/** Arguments as they may be pasted into a shell. */
export function quoted(args: readonly string[]): string {
  return args
    .map((arg) =>
      /^[\w@.:,/+=-]+$/.test(arg) ? arg : `'${arg.replaceAll("'", String.raw`'\''`)}'`,
    )
    .join(' ')
}

function bodyArguments({ name, takes: kind }: Flag, value: unknown): string[] {
  if (value === undefined) return []
  if (kind === 'map' && isFields(value))
    return Object.entries(value).map(([key, each]) => `--${name}=${key}=${textOf(each)}`)
  return [`--${name}=${textOf(value)}`]
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function placeholder({ name, field }: Flag): string {
  const format = field.variants.find((variant) => variant.format)?.format ?? ''
  const dates: Readonly<Record<string, string>> = {
    date: '2030-05-31',
    'date-time': '2030-05-31T09:00:00Z',
  }
  return wordsOf(field)[0] ?? ids[name] ?? dates[format] ?? (takes(field, 'integer') ? '1' : 'text')
}
