import { createDocument } from 'zod-openapi'
import type { ZodOpenApiOperationObject, ZodOpenApiPathsObject } from 'zod-openapi'
import { assumptions } from './assumptions.ts'
import { auth } from './auth.ts'
import { contract } from './index.ts'
import { deliveries } from './openapi/deliveries.ts'
import { interfaces } from './openapi/interfaces.ts'
import { responsesOf } from './openapi/responses.ts'
import { headersOf, securityOf, securitySchemes } from './openapi/security.ts'
import { listOperations, type Operation } from './operation.ts'
import { assumptionsOf } from './source.ts'
import { strictOf } from './strict.ts'

/** The interfaces that have an OpenAPI document of their own. */
export type DocumentedInterface = 'partner' | 'developer'

/**
 * Builds the OpenAPI 3.1 document of an interface, with its token request. It depends on the contract alone: the same
 * contract gives the same document.
 */
export function openApiDocument(name: DocumentedInterface): object {
  const { tokenServers, servers, tags, ...info } = interfaces[name]
  const token = auth[`${name}Token`]
  const document = createDocument({
    openapi: '3.1.1',
    info: {
      ...info,
      description: `${info.description}\n\n${aboutSources}`,
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers,
    tags: Object.entries(tags).map(([tag, description]) => ({ name: tag, description })),
    paths: {
      [token.path]: { servers: tokenServers, post: operationObject(token) },
      ...pathsOf(listOperations(contract[name])),
    },
    ...(name === 'partner' && { webhooks: deliveries }),
    components: { securitySchemes: securitySchemes[name] },
  })
  return translateMarks(document)
}

const aboutSources =
  "`x-foyer-source` says whether the service's own document states something (`stated`) or leaves it " +
  'open (`assumed`, with the name of the assumption). A schema without it has the source of what it ' +
  'stands in, and is stated where nothing around it says more. Methods and paths are always stated.'

function pathsOf(operations: readonly Operation[]): ZodOpenApiPathsObject {
  const paths: ZodOpenApiPathsObject = {}
  for (const operation of operations) {
    const method = operation.method.toLowerCase() as Lowercase<Operation['method']>
    paths[operation.path] = { ...paths[operation.path], [method]: operationObject(operation) }
  }
  return paths
}

function operationObject(operation: Operation): ZodOpenApiOperationObject {
  const { id, section, summary, params, query, body, bodyType } = operation
  const header = headersOf(operation)
  const names = assumptionsOf(operation)
  const content = bodyType === 'form' ? 'application/x-www-form-urlencoded' : 'application/json'
  return {
    operationId: id,
    tags: [tagOf(operation)],
    summary,
    description: [
      `See "${section}" in the document of the interface.`,
      ...names.map((name) => `- Assumed: ${assumptions[name].assumes}`),
    ].join('\n'),
    security: securityOf(operation),
    requestParams: {
      ...(params && { path: strictOf(params) }),
      ...(query && { query: strictOf(query) }),
      ...(header && { header }),
    },
    ...(body && {
      requestBody: { required: true, content: { [content]: { schema: strictOf(body) } } },
    }),
    responses: responsesOf(operation),
    'x-foyer-source': names.length > 0 ? 'assumed' : 'stated',
    ...(names.length > 0 && { 'x-foyer-assumptions': names }),
  }
}

/** The part of the interface that an operation is listed under. */
function tagOf({ id, interface: of, section }: Operation): string {
  if (of !== 'developer') return section
  // The developer document has one section for all its operations: their place in the tree says more.
  const words = (id.split('.')[1] ?? '').replaceAll(
    /[A-Z]/g,
    (letter) => ` ${letter.toLowerCase()}`,
  )
  return words.charAt(0).toUpperCase() + words.slice(1)
}

type Json = Readonly<Record<string, unknown>>

/**
 * Turns the marks of schemas into `x-foyer-source` and `x-foyer-assumption`, and drops empty statements: bounds of what
 * a number can hold, patterns beside their format.
 */
function translateMarks(document: object): object {
  return JSON.parse(JSON.stringify(document, (_name, value: unknown) => translate(value))) as object
}

const marks = ['assumption', 'stated']

/** Formats that say all that the pattern beside them does. */
const wholeFormats: readonly unknown[] = ['date', 'date-time', 'uuid']

function translate(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  // A property that happens to have the name of a mark holds a schema, not a mark.
  if (marks.some((name) => typeof (value as Json)[name] === 'object')) return value
  const { assumption, stated, ...rest } = value as Json
  const mark =
    typeof assumption === 'string'
      ? { 'x-foyer-source': 'assumed', 'x-foyer-assumption': assumption }
      : stated === true && { 'x-foyer-source': 'stated' }
  const bounds = Object.entries(rest).filter(
    ([name, bound]) =>
      !(name === 'minimum' && bound === Number.MIN_SAFE_INTEGER) &&
      !(name === 'maximum' && bound === Number.MAX_SAFE_INTEGER) &&
      !(name === 'pattern' && wholeFormats.includes(rest['format'])),
  )
  return { ...Object.fromEntries(bounds), ...mark }
}
