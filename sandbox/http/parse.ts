import type { Context } from 'hono'
import { z } from 'zod'
import type { Operation } from '../../src/contract/operation.ts'
import { strictOf } from '../../src/contract/strict.ts'
import { ok, type Result } from '../../src/shared/result.ts'
import { badRequest, type Refusal } from './refusal.ts'
import type { SpokenOperation } from './wire.ts'

type RequestParts = { [P in 'params' | 'query' | 'headers' | 'body']?: unknown }

/** Converts a query or path value to its field's type: an address carries text alone, and integers in decimal. */
function typed(field: z.ZodType | undefined, text: unknown): unknown {
  if (!field || typeof text !== 'string' || field.safeParse(text).success) return text
  if (text === 'true' || text === 'false') return text === 'true'
  return /^-?\d+$/.test(text) ? Number(text) : text
}

const noQuery = z.strictObject({})

const namedIn = ({ shape }: z.ZodObject, raw: Readonly<Record<string, unknown>>) =>
  Object.fromEntries(Object.entries(raw).filter(([name]) => Object.hasOwn(shape, name)))

function fromText(schema: z.ZodObject, raw: Readonly<Record<string, unknown>>): unknown {
  const shape = strictOf(schema).shape as Record<string, z.ZodType>
  const fields = Object.entries(raw)
  return Object.fromEntries(fields.map(([name, text]) => [name, typed(shape[name], text)]))
}

async function readBody({ bodyType, hasBody }: SpokenOperation, context: Context) {
  if (!hasBody) return undefined
  if (bodyType === 'form') return context.req.parseBody()
  return context.req.json().catch(() => undefined) as Promise<unknown>
}

/** Describes the errors of a part, without the sent values. */
export function describeIssues(error: z.ZodError): string {
  return error.issues
    .slice(0, 5)
    .map(({ path, message }) => `${path.join('.') || 'value'}: ${message}`)
    .join('; ')
}

/** Parses a request by the operation's schemas; the refusal names the part and the fields, by the contract's names. */
export async function parseRequest(
  operation: Operation,
  context: Context,
  spoken: SpokenOperation,
): Promise<Result<RequestParts, Refusal>> {
  const parts: RequestParts = {}
  const given = spoken.request({
    params: spoken.params(context.req.param()),
    query: context.req.query(),
    headers: context.req.header(),
    body: await readBody(spoken, context),
  })
  if (!given) return badRequest('invalid_request', 'The request is not as the wire profile says.')
  const { params, query = noQuery, headers, body } = operation
  const wanted: readonly (readonly [keyof RequestParts, z.ZodType | undefined, unknown])[] = [
    ['params', params, params && fromText(params, given.params)],
    ['query', query, fromText(query, given.query)],
    // A request carries many headers that are not the operation's business.
    ['headers', headers, headers && namedIn(headers, given.headers)],
    ['body', body, given.body],
  ]
  for (const [part, schema, raw] of wanted) {
    const parsed = schema && strictOf(schema).safeParse(raw)
    if (parsed?.success === false)
      return badRequest('invalid_request', `${part}: ${describeIssues(parsed.error)}`)
    parts[part] = parsed?.data
  }
  return ok(parts)
}
