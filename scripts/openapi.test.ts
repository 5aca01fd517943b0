import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { assumptions } from '../src/contract/assumptions.ts'
import { contract } from '../src/contract/index.ts'
import { openApiDocument } from './openapi.ts'
import { listOperations } from '../src/contract/operation.ts'

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

type Schema = { properties?: Record<string, Record<string, unknown>>; allOf?: Schema[] }

const documents = {
  partner: openApiDocument('partner') as Document,
  developer: openApiDocument('developer') as Document,
}

function* objectsOf(value: unknown): Generator<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) yield value as Record<string, unknown>
  for (const child of Object.values(value)) yield* objectsOf(child)
}

describe.each(['partner', 'developer'] as const)('the OpenAPI document of %s', (name) => {
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
      if ('x-foyer-assumption' in object) named.add(object['x-foyer-assumption'])
    }
    expect(named.size).toBeGreaterThan(5)
    for (const each of named) expect(Object.keys(assumptions)).toContain(each)
  })
})

it('shows an example of every JSON body, and none that the operation itself would refuse', () => {
  for (const { id, body, bodyType } of listOperations(contract)) {
    if (!body || bodyType === 'form') continue
    const { examples = [] } = z.globalRegistry.get(body) ?? {}
    expect(examples, id).toHaveLength(1)
    expect(body.safeParse(examples[0]).error?.issues, id).toBeUndefined()
  }
})

it('limits no field of a request that the documents state without a limit', () => {
  const stated = { partner: ['NewWebhook'], developer: ['NewLocation', 'ChangedLocation'] } as const
  for (const name of ['partner', 'developer'] as const)
    for (const schema of stated[name])
      for (const object of objectsOf(documents[name].components.schemas[schema]))
        for (const limit of ['minLength', 'maxLength', 'minItems', 'minimum'])
          expect(object, schema).not.toHaveProperty(limit)
})
