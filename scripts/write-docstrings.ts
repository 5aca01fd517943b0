// Keeps the facts of each operation in its docstring, where an editor shows them to an integrator.
import { readFileSync, readdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { contract } from '../src/contract/index.ts'
import { responsesOf } from '../src/contract/openapi/responses.ts'
import { listOperations, type Operation } from '../src/contract/operation.ts'

const root = join(import.meta.dirname, '..', 'src', 'contract')
const folders = ['partner-v2', 'developer-v1']
const width = 98
const operations = new Map(listOperations(contract).map((operation) => [operation.id, operation]))

interface JsonSchema {
  readonly properties?: Readonly<Record<string, unknown>>
  readonly required?: readonly string[]
  readonly anyOf?: readonly JsonSchema[]
  readonly $ref?: string
  readonly $defs?: Readonly<Record<string, JsonSchema>>
}

/** Names of what a part takes; optional ones with a question mark. Alternatives of a body are laid together. */
function namesOf(schema: z.ZodType): string {
  const json = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonSchema
  const variants = variantsOf(json, json.$defs ?? {})
  const names = new Set(variants.flatMap(({ properties }) => Object.keys(properties ?? {})))
  return [...names]
    .map((name) => (variants.every(({ required }) => required?.includes(name)) ? name : `${name}?`))
    .map((name) => `\`${name}\``)
    .join(', ')
}

function variantsOf(
  schema: JsonSchema,
  definitions: NonNullable<JsonSchema['$defs']>,
): JsonSchema[] {
  const named = schema.$ref && definitions[schema.$ref.replace('#/$defs/', '')]
  if (named) return variantsOf(named, definitions)
  return schema.anyOf?.flatMap((variant) => variantsOf(variant, definitions)) ?? [schema]
}

/** Parameters, statuses and source of an operation, as sentences. */
function factsOf(operation: Operation): string[] {
  const parts = (['params', 'query', 'headers', 'body'] as const).flatMap((part) => {
    const schema = operation[part]
    const names = schema && namesOf(schema)
    return names ? [`${part}: ${names}`] : []
  })
  const refused = operation.interface === 'developer' ? ['an envelope without success'] : []
  const statuses = Object.keys(responsesOf(operation)).filter((status) => status >= '400')
  const document = operation.interface === 'developer' ? 'Developer API v1' : 'Partner API v2'
  return [
    parts.length > 0 ? `Takes ${parts.join('; ')}.` : 'Takes nothing.',
    `Answers ${operation.status}; errors: ${[...refused, ...statuses].join(', ')}. ${document}, “${operation.section}”.`,
  ]
}

function wrap(text: string, indent: string): string {
  const lines = ['']
  for (const word of text.split(' ')) {
    const line = lines.at(-1) ?? ''
    if (line && `${indent} * ${line} ${word}`.length > width) lines.push(word)
    else lines[lines.length - 1] = line ? `${line} ${word}` : word
  }
  return lines.map((line) => `${indent} * ${line}`).join('\n')
}

/** The source of a contract file with the facts of its operations in their docstrings, after what people wrote. */
export function withFacts(source: string): string {
  const family = 'partner.accountWebhooks'
  const declared =
    /( *)(\/\*\*(?:(?!\*\/)[^])*\*\/)(\s*\w+: defineOperation\(\{\s*(?:\.\.\.family,\s*)?id: (?:'([^']+)'|`\$\{name\}\.(\w+)`))/g
  return source.replace(
    declared,
    (whole, indent: string, comment: string, rest: string, id?: string, member?: string) => {
      const operation = operations.get(id ?? `${family}.${member}`)
      if (!operation) return whole
      const own = comment
        .replace(/^\/\*\*|\*\/$/g, '')
        .split('\n')
        .map((line) => line.replace(/^\s*\* ?/, '').trim())
        .join(' ')
        .replace(/\s*(Takes (params|query|headers|body|nothing)[^]*)$/, '')
        .trim()
      const lines = [own, ...factsOf(operation)].map((text) => wrap(text, indent))
      return `${indent}/**\n${lines.join('\n')}\n${indent} */${rest}`
    },
  )
}

/** The files of the contract that declare operations, with what they say and what they ought to say. */
export function contractFiles(): { path: string; source: string; wanted: string }[] {
  return folders
    .flatMap((folder) => readdirSync(join(root, folder)).map((name) => join(root, folder, name)))
    .filter((path) => !path.endsWith('.test.ts'))
    .map((path) => ({ path, source: readFileSync(path, 'utf8') }))
    .map(({ path, source }) => ({ path, source, wanted: withFacts(source) }))
}

if (process.argv[1] === import.meta.filename)
  for (const { path, source, wanted } of contractFiles())
    if (source !== wanted) {
      writeFileSync(path, wanted)
      console.log(`wrote ${path}`)
    }
