import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import {
  deskDocument,
  isReached,
  serviceOperations,
  withOperations,
} from './write-desk-operations.ts'

it('docs/desk.md tells of every operation what the code reaches (else: npm run docs:desk)', () => {
  const document = readFileSync(deskDocument, 'utf8')
  // Prettier gives the columns their widths.
  const plain = (text: string) => text.replace(/ +/g, ' ').replace(/-{3,}/g, '---')
  expect(plain(document)).toBe(plain(withOperations(document)))
})

it('knows as many operations as the two interface documents have', () => {
  const fixture = join(import.meta.dirname, '..', 'src', 'contract', 'fixtures', 'operations.json')
  const documented = JSON.parse(readFileSync(fixture, 'utf8')) as readonly unknown[]
  expect(serviceOperations).toHaveLength(documented.length)
})

it('finds a place where people come to it for every operation', () => {
  expect(serviceOperations.filter((each) => !isReached(each)).map(({ id }) => id)).toEqual([])
})
