import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { assumptionsDocument, renderAssumptions } from './write-assumptions.ts'

it('docs/assumptions.md is what the contract says (else: npm run docs:assumptions)', () => {
  expect(readFileSync(assumptionsDocument, 'utf8')).toBe(renderAssumptions())
})
