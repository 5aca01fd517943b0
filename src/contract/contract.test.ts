import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { contract } from './index.ts'
import {
  isOperation,
  isPaginated,
  listOperations,
  type Operation,
  type OperationTree,
} from './operation.ts'

const withPlaces = (tree: OperationTree, place: string[] = []): [string, Operation][] =>
  Object.entries(tree).flatMap(([name, node]) =>
    isOperation(node)
      ? [[[...place, name].join('.'), node] as [string, Operation]]
      : withPlaces(node, [...place, name]),
  )

const operations = listOperations(contract)

describe('contract', () => {
  it('gives every operation its place in the tree as its id', () => {
    for (const [place, operation] of withPlaces(contract)) expect(operation.id).toBe(place)
  })

  it('sends exactly what it states: every request part refuses an unknown key', () => {
    for (const { id, params, query, headers } of operations) {
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
    for (const operation of operations) {
      const { shape } = operation.answer as Partial<z.ZodObject>
      const gives = shape !== undefined && 'items' in shape && 'nextCursor' in shape
      expect(gives, operation.id).toBe(isPaginated(operation))
    }
    expect(operations.filter(isPaginated).length).toBe(20)
  })
})
