import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { assumptions } from './assumptions.ts'
import { contract } from './index.ts'
import {
  isOperation,
  isPaginated,
  listOperations,
  type Operation,
  type OperationTree,
} from './operation.ts'
import { answerFields, assumptionsOf } from './source.ts'

const { partner, developer } = contract
const operations = listOperations({ partner, developer })
/** The list that the service's documents come with. */
const listed = readFileSync(join(import.meta.dirname, 'fixtures', 'operations.txt'), 'utf8')
  .trimEnd()
  .split('\n')
  .map((line) => {
    const [of = '', area = '', method = '', path = ''] = line.split(' | ')
    return { of, area, method, path }
  })
const nameOf = ({ method, path }: { method: string; path: string }) => `${method} ${path}`

describe('the contract and the list of operations', () => {
  it('are the same operations, each in its interface and area', () => {
    expect(operations.map(nameOf).toSorted()).toEqual(listed.map(nameOf).toSorted())
    expect(listed).toHaveLength(17 + 73)
    for (const entry of listed) {
      const operation = operations.find((each) => nameOf(each) === nameOf(entry))
      expect(operation?.interface).toBe(entry.of)
      if (operation?.interface === 'partner') expect(operation.section).toBe(entry.area)
    }
  })
})

const fieldsOf = (operation: Operation) =>
  new Map(answerFields(operation).map((field) => [field.path, field]))

describe('the source of a field', () => {
  it('is as strict as the documents, though the client is lenient', () => {
    const types = (operation: Operation, path: string) => fieldsOf(operation).get(path)?.types
    const { list, get, update } = developer.locations
    expect(types(list, '$[].id')).toEqual(['integer'])
    expect(types(list, '$[].active')).toEqual(['boolean'])
    expect(types(get, '$.address')).toEqual(['object'])
    expect(types(update, '$.staffIds')).toEqual(['array'])
    expect(types(partner.webhooks.get, '$.id')).toEqual(['integer'])
    expect(types(partner.webhooks.get, '$.createdAt')).toEqual(['string'])
    const lenient = [{ id: 'abc', name: 'North', active: null, timeZone: null }]
    expect(list.answer.parse(lenient)).toEqual(lenient)
  })

  it('has null for the fields that are stated to be null at times, for deliveries that never were, and for no other', () => {
    const { accountWebhooks, webhooks } = partner
    const stated = listOperations({ accountWebhooks, webhooks, developer, auth: contract.auth })
      .flatMap(answerFields)
      .filter(({ source, types }) => source === 'stated' && types.includes('null'))
    const names = stated.map(({ path }) => path.replace(/^.*\./, ''))
    expect([...new Set(names)].sort()).toEqual(
      `lastFailureAt lastSuccessAt locationId logoStorageUrl nextCursor practitionerId`.split(
        /\s+/,
      ),
    )
  })

  it('is required where it is stated, but for what the documents call optional', () => {
    const { accountWebhooks, webhooks } = partner
    const absent = listOperations({ accountWebhooks, webhooks, developer, auth: contract.auth })
      .flatMap(answerFields)
      .filter(({ source, required }) => source === 'stated' && !required)
      .map(({ path }) => path.replace(/^.*\./, ''))
    expect([...new Set(absent)].sort()).toEqual(['address2', 'attribute', 'phoneNumber'])
    const page = fieldsOf(webhooks.list).get('$.nextCursor')
    expect(page).toMatchObject({ required: true, types: ['string', 'null'] })
  })

  it('is assumed for whatever another partner operation answers', () => {
    const { accountWebhooks: _, webhooks: __, ...others } = partner
    for (const operation of listOperations(others).filter(({ status }) => status !== 204))
      for (const field of answerFields(operation))
        expect(field.source, `${operation.id} ${field.path}`).toBe('assumed')
  })

  it('is stated for what the developer interface answers, field by field', () => {
    const template = fieldsOf(developer.formTemplates.get)
    const elements = '$.formTemplateSections[].formElements[]'
    expect(template.get(`${elements}.label`)).toMatchObject({ source: 'stated' })
    expect(template.get(`${elements}.children[].options`)).toEqual({
      path: `${elements}.children[].options`,
      types: ['array', 'null'],
      required: false,
      source: 'assumed',
      assumption: 'element-options',
    })
    expect(template.has(`${elements}.children[].children`)).toBe(false)
    for (const code of ['elementType', 'colClass'])
      expect(template.get(`${elements}.${code}`)).toMatchObject({ source: 'stated' })
    expect(assumptionsOf(developer.formTemplates.get)).toContain('element-type-codes')
  })

  it('passes from a shape to the fields in it, and to no other use of that shape', () => {
    expect(fieldsOf(partner.patients.get).get('$.homeAddress.city')).toMatchObject({
      assumption: 'partner-patient-shape',
    })
    expect(fieldsOf(developer.patients.get).get('$.homeAddress.city')).toMatchObject({
      source: 'stated',
    })
    expect(fieldsOf(developer.patients.get).get('$.parents[].email')).toMatchObject({
      assumption: 'patient-relatives-shape',
    })
  })

  it('rests on the server address and the shape of errors all over the partner interface', () => {
    for (const operation of listOperations(contract)) {
      for (const assumption of ['server-address', 'error-body'] as const) {
        const rests = assumptionsOf(operation).includes(assumption)
        expect(rests, operation.id).toBe(operation.interface === 'partner')
      }
    }
  })

  it('pages every list of the partner interface, or says that it comes whole', () => {
    for (const operation of listOperations(partner)) {
      const isList = fieldsOf(operation).has('$.items')
      const whole = assumptionsOf(operation).includes('whole-lists')
      expect(isPaginated(operation) || whole, operation.id).toBe(isList)
    }
  })

  it('names only assumptions that are written down, and each of them is made by an operation', () => {
    const made = new Set(listOperations(contract).flatMap(assumptionsOf))
    expect([...made].sort()).toEqual(Object.keys(assumptions).sort())
  })
})

const withPlaces = (tree: OperationTree, place: string[] = []): [string, Operation][] =>
  Object.entries(tree).flatMap(([name, node]) =>
    isOperation(node)
      ? [[[...place, name].join('.'), node] as [string, Operation]]
      : withPlaces(node, [...place, name]),
  )

describe('contract', () => {
  const all = listOperations(contract)

  it('gives every operation its place in the tree as its id', () => {
    for (const [place, operation] of withPlaces(contract)) expect(operation.id).toBe(place)
  })

  it('names in each path exactly its parameters', () => {
    for (const { id, path, params } of listOperations(contract)) {
      const named = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name]) => name)
      expect(named.toSorted(), id).toEqual(Object.keys(params?.shape ?? {}).toSorted())
    }
  })

  it('sends exactly what it states: every request part refuses an unknown key', () => {
    for (const { id, params, query, headers } of all) {
      for (const part of [params, query, headers]) {
        const issues = part?.safeParse({ surprise: 1 }).error?.issues ?? []
        if (part)
          expect(
            issues.map((i) => i.code),
            id,
          ).toContain('unrecognized_keys')
      }
    }
  })

  it('gives a next cursor where it takes a cursor, and nowhere else', () => {
    for (const operation of all) {
      const { shape } = operation.answer as Partial<z.ZodObject>
      const gives = shape !== undefined && 'items' in shape && 'nextCursor' in shape
      expect(gives, operation.id).toBe(isPaginated(operation))
    }
    expect(all.filter(isPaginated).length).toBe(20)
  })
})
