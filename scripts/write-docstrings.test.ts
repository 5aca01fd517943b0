import { expect, it } from 'vitest'
import { contract } from '../src/contract/index.ts'
import { listOperations } from '../src/contract/operation.ts'
import { contractFiles, withFacts } from './write-docstrings.ts'

it('finds every docstring up to date (npm run docs:docstrings)', () => {
  for (const { path, source, wanted } of contractFiles()) expect(source, path).toBe(wanted)
})

it('tells of each operation what it takes, what comes back, and where the document states it', () => {
  const sources = contractFiles().map(({ source }) => source)
  const told = sources.flatMap((source) => source.match(/Answers \d+; errors: /g) ?? []).length
  const { auth: _, ...interfaces } = contract
  // Both webhook families come from one function.
  const declared = listOperations(interfaces).filter(
    ({ id }) => !id.startsWith('partner.webhooks.'),
  )
  expect(told).toBe(declared.length)
})

it('names the fields of a body, also of one that has alternatives', () => {
  const source = `  /** Creates a packet. */\n  create: defineOperation({\n    id: 'partner.formPackets.create',`
  expect(withFacts(source).replaceAll(/\s+\* /g, ' ')).toMatch(
    /body: .*`patientId\??`.*`formTemplateIds\?`/,
  )
})

it('keeps what people wrote, and writes the same again', () => {
  const source = `  /** One packet. */\n  get: defineOperation({\n    id: 'partner.formPackets.get',`
  const once = withFacts(source)
  expect(once).toContain('* One packet.')
  expect(once).toContain('Takes params: `accountId`, `locationId`, `formPacketId`.')
  expect(withFacts(once)).toBe(once)
})
