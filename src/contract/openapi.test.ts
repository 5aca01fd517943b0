import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { assumptions } from './assumptions.ts'
import { contract } from './index.ts'
import { openApiDocument } from './openapi.ts'
import { listOperations } from './operation.ts'

interface Document {
  paths: Record<string, Record<string, { operationId?: string; tags?: string[] }>>
  tags: { name: string }[]
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

    it('is the same each time', () => {
      expect(openApiDocument(name)).toEqual(document)
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
    const { parameters } = documents.partner.paths[path]?.['get'] as unknown as {
      parameters: { name: string; schema: object }[]
    }
    const schemas = Object.fromEntries(parameters.map(({ name, schema }) => [name, schema]))
    expect(schemas).toMatchObject({
      limit: { type: 'integer', minimum: 1, maximum: 1000, default: 20 },
      sortBy: { examples: ['CREATED_DATE', 'URL', 'NAME'], default: 'CREATED_DATE' },
      sortDir: { examples: ['ASC', 'DESC'], default: 'DESC' },
    })
  }
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
