import type { Dispatcher } from 'undici'
import { z } from 'zod'
import type { Operation } from '../../../contract/operation.ts'
import type { Fields } from '../../../contract/readers/fields.ts'
import { translateRequest, wireAddress } from '../../../contract/wire/request.ts'
import { isMeant } from '../../../contract/wire/request-fields.ts'
import { defaultWireProfile, type WireProfile } from '../../../contract/wire-profile.ts'

/** Without its token. */
export interface PreparedRequest {
  readonly method: Dispatcher.HttpMethod
  readonly path: string
  /** Names and values in turn. */
  readonly headers: readonly string[]
  /** Their values are secrets, by the names under which those are kept. */
  readonly secretHeaders: readonly { readonly name: string; readonly secret: string }[]
  readonly body: string | null
  /** Ids that name the record, for the audit. */
  readonly records: Readonly<Record<string, string>>
}

export const contentTypes = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
} as const

const always = [
  ['accept', 'application/json'],
  ['accept-encoding', 'identity'],
  ['user-agent', 'foyer'],
] as const

/** Prepares an operation's requests. They throw a TypeError with the field, never its value, for a bug's input. */
export function compileRequest(operation: Operation, profile: WireProfile = defaultWireProfile) {
  const { method, path: template } = wireAddress(profile, operation)
  const { toWire } = translateRequest(profile, operation)
  const writePath = (params: Fields) =>
    template.replace(/\{(\w+)\}/g, (_, name: string) =>
      encodeSegment(operation, name, params[name]),
    )
  const form = operation.bodyType === 'form'
  const type = ['content-type', form ? contentTypes.form : contentTypes.json]
  const { fixed, secretHeaders } = headersOf(profile, operation)

  // A part whose every field is optional may be left out.
  const partOf = (schema: z.ZodType | undefined) => schema?.prefault({}) ?? z.undefined().optional()
  const parts = z.strictObject({
    params: partOf(operation.params),
    query: partOf(operation.query),
    headers: partOf(operation.headers),
    body: partOf(operation.body),
  })
  let compiled: typeof parts | undefined

  return (input: unknown): PreparedRequest => {
    compiled ??= z.compile(parts)
    const { data, error } = compiled.safeParse(input ?? {})
    if (error) {
      const { field, fault } = describe(error.issues)
      throw new TypeError(`${operation.id}: ${field.join('.')} ${fault}`)
    }
    const { params = {}, query = {}, headers = {}, body } = data as Partial<Record<string, Fields>>
    const wire = toWire({ params, query, headers, body })
    const extra = Object.entries(wire.headers).flatMap(headerOf(operation))
    const written =
      wire.body === undefined ? null : form ? writeForm(wire.body) : JSON.stringify(wire.body)
    const search = writeForm(wire.query)
    return {
      method,
      path: writePath(params) + (search && `?${search}`),
      headers: [...fixed, ...(written === null ? [] : type), ...extra],
      secretHeaders,
      body: written,
      records: recordsOf(params, query, body ?? {}),
    }
  }
}

/** Collects every request's headers: Foyer's own, and the profile's, which replace those of their names. */
export function headersOf({ headers }: WireProfile, operation: Operation) {
  const own = headers.filter(({ operations }) =>
    operations.some((each) => isMeant(each, operation)),
  )
  const replaced = new Set(own.map(({ name }) => name.toLowerCase()))
  return {
    fixed: [
      ...always.filter(([name]) => !replaced.has(name)).flat(),
      ...own.flatMap(({ name, value }) => (value === undefined ? [] : [name, value])),
    ],
    secretHeaders: own.flatMap(({ name, secret }) =>
      secret === undefined ? [] : [{ name, secret }],
    ),
  }
}

/** Of a union, that of the member which fits best. */
function describe(issues: readonly z.core.$ZodIssue[]): { field: string[]; fault: string } {
  const issue = issues[0]
  if (!issue) return { field: [], fault: 'is wrong' }
  const field = issue.path.map(String)
  if (issue.code === 'invalid_union' && issue.errors.length > 0) {
    const closest = issue.errors.reduce((best, next) => (next.length < best.length ? next : best))
    const inner = describe(closest)
    return { field: [...field, ...inner.field], fault: inner.fault }
  }
  if (issue.code === 'unrecognized_keys')
    return { field: [...field, issue.keys.join('|')], fault: 'is not known to the contract' }
  return { field, fault: `is not what the contract says (${issue.code})` }
}

function encodeSegment(operation: Operation, name: string, value: unknown): string {
  const text = scalar(value)
  // A dot segment would be resolved on the way, and reach another operation.
  if (text === undefined || text === '' || text === '.' || text === '..')
    throw new TypeError(`${operation.id}: params.${name} cannot stand in a path`)
  return encodeURIComponent(text)
}

/** Writes fields as a form or a query; leaves out what cannot be written. */
export function writeForm(fields: unknown): string {
  const form = new URLSearchParams()
  for (const [name, value] of Object.entries(fields as Record<string, unknown>))
    for (const item of Array.isArray(value) ? value : [value]) {
      const text = scalar(item)
      if (text !== undefined) form.append(name, text)
    }
  return form.toString()
}

function scalar(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : undefined
}

function headerOf(operation: Operation) {
  return ([name, value]: [string, unknown]): string[] => {
    if (value === undefined) return []
    const text = scalar(value)
    if (text === undefined || !/^[\t\x20-\x7e]*$/.test(text))
      throw new TypeError(`${operation.id}: headers.${name} cannot stand in a header`)
    return [name, text]
  }
}

function recordsOf(params: Record<string, unknown>, ...others: Record<string, unknown>[]) {
  const records: Record<string, string> = {}
  for (const [name, value] of Object.entries(params)) records[name] = String(value)
  for (const part of others) {
    const patientId = scalar(part['patientId'])
    if (patientId !== undefined) records['patientId'] = patientId
  }
  return records
}
