import { readFileSync } from 'node:fs'
import type { z } from 'zod'
import { type Result, err, ok } from '../../shared/result.ts'
import { parseJson } from '../base/parse-json.ts'
import { type Settings, settingsSchema } from './schema.ts'

/** Origins of settings, weakest first. */
const origins = ['default', 'kiosk', 'file', 'environment', 'policy'] as const
type Origin = (typeof origins)[number]

/** `where`: words by which a person finds it (a file's path, "the environment"). */
export interface Layer {
  readonly origin: Exclude<Origin, 'default'>
  readonly where: string
  readonly values: Readonly<Record<string, unknown>>
}

export interface SettingsProblem {
  readonly key: string
  readonly where: string
  readonly expected: string
}

export interface EffectiveSettings {
  readonly settings: Settings
  readonly originOf: (key: string) => Origin
}

export type SettingsResult<T> = Result<T, readonly SettingsProblem[]>

type Plain = Record<string, unknown>
const isPlain = (value: unknown): value is Plain =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Lays values over others; a list is replaced whole. */
export function merge(base: Readonly<Plain>, over: Readonly<Plain>): Plain {
  const merged: Plain = { ...base }
  for (const [key, value] of Object.entries(over)) {
    const below = merged[key]
    merged[key] = isPlain(below) && isPlain(value) ? merge(below, value) : value
  }
  return merged
}

/** Reads the value at a key with dots; undefined where there is none. */
export function valueAt(values: unknown, key: string): unknown {
  return key
    .split('.')
    .reduce<unknown>(
      (place, name) => (isPlain(place) && Object.hasOwn(place, name) ? place[name] : undefined),
      values,
    )
}

/** Reads a text as a setting: JSON, or else the text as it is. */
export function readText(text: string): unknown {
  const value = parseJson(text)
  return value === undefined ? text : value
}

/** Copies values with another one at a key with dots. */
export function withValue(values: Readonly<Plain>, key: string, value: unknown): Plain {
  const [name = '', ...rest] = key.split('.')
  if (rest.length === 0) return { ...values, [name]: value }
  const below = values[name]
  return { ...values, [name]: withValue(isPlain(below) ? below : {}, rest.join('.'), value) }
}

function problemsOf(error: z.ZodError, strongestFirst: readonly Layer[]): SettingsProblem[] {
  return error.issues.flatMap((issue) => {
    const isUnknown = issue.code === 'unrecognized_keys'
    const paths = isUnknown ? issue.keys.map((key) => [...issue.path, key]) : [issue.path]
    return paths.map((path) => {
      // A member of a list is looked for by its list.
      const place = path.filter((part) => typeof part === 'string').join('.')
      const holder = strongestFirst.find((layer) => valueAt(layer.values, place) !== undefined)
      const given = holder ? issue.message : 'must be given'
      return {
        key: path.join('.'),
        where: holder?.where ?? 'nowhere yet',
        expected: isUnknown ? 'no such key: docs/settings.md lists the keys' : given,
      }
    })
  })
}

/** Lays the layers over each other, weakest origin first, and checks the whole. Names all problems. */
export function resolveSettings(layers: readonly Layer[]): SettingsResult<EffectiveSettings> {
  const rank = ({ origin }: Layer) => origins.indexOf(origin)
  const weakestFirst = layers.toSorted((a, b) => rank(a) - rank(b))
  const strongestFirst = weakestFirst.toReversed()
  const raw = weakestFirst.reduce<Plain>((all, layer) => merge(all, layer.values), {})
  const parsed = settingsSchema.safeParse(raw)
  if (!parsed.success) return err(problemsOf(parsed.error, strongestFirst))
  return ok({
    settings: parsed.data,
    originOf: (key) =>
      strongestFirst.find((layer) => valueAt(layer.values, key) !== undefined)?.origin ?? 'default',
  })
}

/** No such file, or no such folder: the part that must write there reports anything else in a folder's place. */
const absent = ['ENOENT', 'ENOTDIR']

/** Reads a JSON object; undefined if there is no file. The error names the file and the expected content. */
export function readValues(path: string): SettingsResult<Readonly<Plain> | undefined> {
  const problem = (expected: string) => err([{ key: '(the whole file)', where: path, expected }])
  try {
    const values: unknown = JSON.parse(readFileSync(path, 'utf8').replace(/^\uFEFF/, ''))
    return isPlain(values) ? ok(values) : problem('a JSON object')
  } catch (cause) {
    if (absent.includes(String((cause as NodeJS.ErrnoException).code))) return ok(undefined)
    const reason = cause instanceof Error ? cause.message : 'unreadable'
    return problem(`JSON that can be read (${reason})`)
  }
}
