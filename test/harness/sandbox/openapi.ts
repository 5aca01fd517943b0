import { Ajv2020, type ErrorObject } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { Operation } from '../../../src/contract/operation.ts'

type Response = { readonly $ref?: string; readonly content?: Record<string, unknown> }

/** As much of an OpenAPI document as is needed to find what an operation may answer. */
export interface OpenApiDocument {
  readonly paths: Record<string, Record<string, { responses: Record<string, Response> }>>
  readonly components: { responses?: Record<string, Response> }
}

/** Lists the faults of an answer: none when the document allows it. */
export type AnswerValidator = (operation: Operation, status: number, body: unknown) => string[]

/** Validates answers by an OpenAPI document alone, independently of the contract. */
export function createAnswerValidator(document: OpenApiDocument): AnswerValidator {
  const ajv = new Ajv2020({ strict: false, allErrors: true })
  addFormats.default(ajv)
  ajv.addSchema(document, 'document')
  return ({ path, method }, status, body) => {
    const operation = document.paths[path]?.[method.toLowerCase()]
    if (!operation) return [`${method} ${path} is not in the document`]
    const pointer = ['paths', path, method.toLowerCase(), 'responses', String(status)]
    const documented = operation.responses[status]
    if (!documented) return [`status ${status} is not documented`]
    const name = /^#\/components\/responses\/(\w+)$/.exec(documented.$ref ?? '')?.[1]
    const response = name === undefined ? documented : document.components.responses?.[name]
    if (!response?.content) return body === '' ? [] : ['a body, though none is documented']
    const at = name === undefined ? pointer : ['components', 'responses', name]
    const schema = [...at, 'content', 'application/json', 'schema'].map(escape).join('/')
    const validate = ajv.getSchema(`document#/${schema}`)
    if (!validate) return ['the document has no schema for JSON']
    return validate(body) ? [] : (validate.errors ?? []).map(describe)
  }
}

/** One step of a JSON pointer in a URI. */
const escape = (part: string): string =>
  encodeURIComponent(part.replaceAll('~', '~0').replaceAll('/', '~1'))

const describe = ({ instancePath, message }: ErrorObject): string =>
  `${instancePath || 'the answer'} ${message ?? 'is wrong'}`
