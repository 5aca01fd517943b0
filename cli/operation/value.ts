import type { Id } from '../../src/contract/values.ts'
import { parseJson } from '../../src/main/base/parse-json.ts'
import { innerVariants, isMap, type RequestField, type Schema } from './fields.ts'

type Shape = Pick<RequestField, 'variants'>

/** Returns the contract's list of words for a value, if it has one. */
export function wordsOf({ variants }: Shape): string[] {
  return variants
    .flatMap(({ const: only, enum: some }) => (only === undefined ? (some ?? []) : [only]))
    .filter((word) => typeof word === 'string')
}

/** Checks if a value may have a JSON type; integers are numbers too. */
export function takes({ variants }: Shape, type: string): boolean {
  return variants.some((variant) => variant.type === type)
}

/** Describes the expected value: `a whole number from 1 to 1000`. */
export function expected(shape: Shape): string {
  const words = wordsOf(shape)
  const kinds =
    words.length > 0
      ? [`one of ${words.join(', ')}`]
      : [...new Set(shape.variants.filter(({ type }) => type !== 'null').map(kindOf))]
  const whole = kinds.join(' or ')
  const named = whole === 'a whole number or text' ? 'an id' : whole
  return takes(shape, 'null') ? `${named}, or null` : named
}

function kindOf(schema: Schema): string {
  switch (schema.type) {
    case 'integer':
      return `a whole number${range(schema)}`
    case 'number':
      return `a number${range(schema)}`
    case 'boolean':
      return 'true or false'
    case 'array':
      return `a list, each ${expected({ variants: innerVariants({ variants: [schema] }) })}`
    case 'object':
      return isMap({ variants: [schema] }) ? 'name=value' : 'a JSON object'
    case 'string':
      if (isHttpsOnly(schema.pattern)) return 'an https address'
      return formats[schema.format ?? ''] ?? 'text'
    default:
      return 'any JSON value'
  }
}

const formats: Readonly<Record<string, string>> = {
  date: 'a date (YYYY-MM-DD)',
  'date-time': 'a time (2030-05-31T09:00:00Z, or with an offset)',
  email: 'an e-mail address',
  uri: 'an address',
}

function range({ minimum, maximum }: Schema): string {
  const from = minimum !== undefined && minimum > Number.MIN_SAFE_INTEGER ? ` from ${minimum}` : ''
  const to = maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER ? ` to ${maximum}` : ''
  return from + to
}

/** Reads an id as it is typed: a number, or any other text. */
export function readTypedId(text: string): Id {
  return readValue(text, { variants: [{ type: 'integer' }, { type: 'string' }] }) as Id
}

/** Reads text as a value of this shape: a number, `null`, or a word in any case. Other text stays for the contract. */
export function readValue(text: string, shape: Shape): unknown {
  const words = wordsOf(shape)
  if (text === 'null' && takes(shape, 'null')) return null
  const word = words.find((each) => each.toLowerCase() === text.toLowerCase())
  if (word !== undefined) return word
  if (takes(shape, 'boolean') && /^(?:true|false)$/.test(text)) return text === 'true'
  if (takes(shape, 'integer') || takes(shape, 'number')) {
    // If an id may also be text, `007` and numbers too long to be exact stay text.
    const number = Number(text)
    const exact = String(number) === text || !takes(shape, 'string')
    if (text.trim() !== '' && Number.isFinite(number) && exact) return number
  }
  const isJson = /^\s*[[{]/.test(text) && (takes(shape, 'object') || takes(shape, 'array'))
  return (isJson && parseJson(text)) || text
}

function isHttpsOnly(pattern = ''): boolean {
  const [https, http] = ['https://a', 'http://a'].map((url) => new RegExp(pattern).test(url))
  return https === true && http === false
}
