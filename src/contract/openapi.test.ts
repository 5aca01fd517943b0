import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { assumptions } from './assumptions.ts'
import { contract } from './index.ts'
import { openApiDocument } from './openapi.ts'
import { listOperations } from './operation.ts'

interface Document {
  paths: Record<
    string,
    Record<
      string,
      {
        operationId?: string
        tags?: string[]
        security?: object[]
        responses?: Record<string, { $ref?: string }>
      }
    >
  >
  tags: { name: string }[]
  components: { schemas: Record<string, Schema> }
}

interface Schema {
  properties?: Record<string, Record<string, unknown>>
  allOf?: Schema[]
}

const documents = {
  partner: openApiDocument('partner') as Document,
  developer: openApiDocument('developer') as Document,
}

/** Every object of a document. */
function* objectsOf(value: unknown): Generator<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) yield value as Record<string, unknown>
  for (const child of Object.values(value)) yield* objectsOf(child)
}

describe.each(['partner', 'developer'] as const)(
  'the OpenAPI document of the %s interface',
  (name) => {
    const document = documents[name]

    it('has every operation of the interface and its token request, and no other', () => {
      const found = Object.entries(document.paths).flatMap(([path, item]) =>
        Object.entries(item).flatMap(([method, { operationId }]) =>
          operationId === undefined ? [] : [`${operationId} ${method.toUpperCase()} ${path}`],
        ),
      )
      const operations = [contract.auth[`${name}Token`], ...listOperations(contract[name])]
      expect(found.sort()).toEqual(
        operations.map(({ id, method, path }) => `${id} ${method} ${path}`).sort(),
      )
    })

    it('uses every tag that it describes, and no other', () => {
      const used = Object.values(document.paths).flatMap((item) =>
        Object.values(item).flatMap(({ tags }) => tags ?? []),
      )
      expect([...new Set(used)].sort()).toEqual(document.tags.map((tag) => tag.name).sort())
    })

    it('translates every mark and names only assumptions that are written down', () => {
      const named = new Set<unknown>()
      for (const object of objectsOf(document)) {
        expect(typeof object['assumption']).not.toBe('string')
        expect(object['stated']).not.toBe(true)
        if ('x-foyer-assumption' in object) named.add(object['x-foyer-assumption'])
      }
      expect(named.size).toBeGreaterThan(5)
      for (const each of named) expect(Object.keys(assumptions)).toContain(each)
    })
  },
)

it('shows an example of every JSON body, and none that the operation itself would refuse', () => {
  for (const { id, body, bodyType } of listOperations(contract)) {
    if (!body || bodyType === 'form') continue
    const { examples = [] } = z.globalRegistry.get(body) ?? {}
    expect(examples, id).toHaveLength(1)
    expect(body.safeParse(examples[0]).error?.issues, id).toBeUndefined()
  }
})

it('tells the defaults and the words of the webhook lists', () => {
  for (const path of ['/partner/v2/webhook', '/partner/v2/account/{accountId}/webhook']) {
    const { parameters } = documents.partner.paths[path]!['get'] as unknown as {
      parameters: { name: string; schema: object }[]
    }
    const schemas = Object.fromEntries(parameters.map(({ name, schema }) => [name, schema]))
    expect(schemas).toMatchObject({
      limit: { type: 'integer', format: 'int32', minimum: 1, maximum: 1000, default: 20 },
      sortBy: { examples: ['CREATED_DATE', 'URL', 'NAME'], default: 'CREATED_DATE' },
      sortDir: { examples: ['ASC', 'DESC'], default: 'DESC' },
    })
  }
})

it.each([
  ['partner', 'Webhook', 'createdAt', { type: 'string', format: 'date-time' }],
  [
    'partner',
    'Webhook',
    'url',
    { type: 'string', format: 'uri', pattern: '^[Hh][Tt][Tt][Pp][Ss]:\\/\\/' },
  ],
  [
    'partner',
    'NewWebhook',
    'url',
    { type: 'string', format: 'uri', pattern: '^[Hh][Tt][Tt][Pp][Ss]:\\/\\/' },
  ],
  ['partner', 'AppointmentType', 'color', { pattern: '^#[0-9a-fA-F]{6}$' }],
  ['partner', 'FormPacket', 'dueDate', { format: 'date' }],
  ['developer', 'Branding', 'logoStorageUrl', { type: ['string', 'null'], format: 'uri' }],
  ['developer', 'PatientTag', 'color', { type: 'string', pattern: '^#[0-9a-fA-F]{6}$' }],
  ['developer', 'FormTemplate', 'publicLink', { type: 'string', format: 'uri' }],
  ['developer', 'FormTemplateGroup', 'publicUuid', { type: 'string', format: 'uuid' }],
  ['developer', 'Patient', 'mobilePhone', { type: 'string', pattern: '^\\d*$' }],
] as const)('states the format of a field: %s %s.%s', (name, schema, field, format) => {
  const { schemas } = documents[name].components
  const { properties = {}, allOf = [] } = schemas[schema] ?? {}
  const all = [properties, ...allOf.map((each) => each.properties ?? {})]
  const found = all.map((each) => each[field]).find((each) => each !== undefined)
  const { type, anyOf } = found as { type?: unknown; anyOf?: Record<string, unknown>[] }
  const solid = type === undefined ? anyOf?.find((each) => each['type'] !== 'null') : found
  expect({ ...solid, ...(anyOf && { type: ['string', 'null'] }) }).toMatchObject(format)
})

it('names the API key of a webhook list together with the token, and for no other operation', () => {
  const lists = ['/partner/v2/webhook', '/partner/v2/account/{accountId}/webhook']
  for (const [path, item] of Object.entries(documents.partner.paths))
    for (const [method, { security, operationId }] of Object.entries(item)) {
      if (operationId === undefined || operationId === 'auth.partnerToken') continue
      const withKey = method === 'get' && lists.includes(path)
      const both = { PartnerOAuth: [], ...(withKey && { PartnerApiKey: [] }) }
      expect(security, operationId).toEqual([both])
    }
})

it('says of 403 what it means with an account in the path, and without one', () => {
  const { paths } = documents.partner
  const refusal = (path: string) => paths[path]?.['get']?.responses?.['403']?.$ref
  const scoped = '/partner/v2/account/{accountId}/webhook'
  expect(refusal(scoped)).toBe('#/components/responses/Forbidden')
  expect(refusal('/partner/v2/webhook')).toBe('#/components/responses/NoGrant')
})

it('says where a field comes from, wherever the same shape is used', () => {
  const { paths } = documents.partner
  const group = '/partner/v2/account/{accountId}/location/{locationId}/form/group/{groupId}'
  expect(paths[group]?.['get']).toMatchObject({
    'x-foyer-source': 'assumed',
    responses: {
      200: {
        content: {
          'application/json': {
            schema: {
              $ref: '#/components/schemas/FormTemplateGroup',
              'x-foyer-source': 'assumed',
              'x-foyer-assumption': 'partner-form-template-shape',
            },
          },
        },
      },
    },
  })
})

it('limits no field of a request that the documents state without a limit', () => {
  const stated = {
    partner: ['NewWebhook'],
    developer: ['NewLocation', 'ChangedLocation'],
  } as const
  for (const name of ['partner', 'developer'] as const)
    for (const schema of stated[name])
      for (const object of objectsOf(documents[name].components.schemas[schema]))
        for (const limit of ['minLength', 'maxLength', 'minItems', 'minimum'])
          expect(object, schema).not.toHaveProperty(limit)
})
