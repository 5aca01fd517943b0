import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { contract } from '../../src/contract/index.ts'
import { assumptionsOf } from '../../src/contract/source.ts'
import { commandOf, helpOf } from '../command.ts'
import { operations } from '../operation/find.ts'
import { flagsOf } from '../operation/flags.ts'
import { makeInput } from '../operation/input.ts'
import { widthOf } from '../output/text.ts'
import { apiLine, exampleOf, operationCommand, quoted } from './help.ts'
import { readArguments } from '../run-api.ts'

const named = operations.map((operation) => [operation.id, operation] as const)

describe('help', () => {
  it('lists 90 operations, each once with what it is for, within the width', () => {
    const lines = helpOf(commandOf(apiLine(100))).split('\n')
    const listed = lines.filter((line) => /^ {2}(?:partner|developer)\.\w+\.\w+ +\S/.test(line))
    expect(listed).toHaveLength(90)
    for (const { id, summary } of operations) {
      const own = listed.filter((line) => line.trim().split(/\s+/)[0] === id)
      expect(own).toHaveLength(1)
      expect(own[0]).toContain(summary.slice(0, 20))
    }
    for (const line of listed) expect(widthOf(line)).toBeLessThanOrEqual(100)
  })

  it.each(named)(
    'of %s shows every flag, the section of the document and what is assumed',
    (_id, operation) => {
      const text = helpOf(operationCommand(operation, 100))
      for (const { name } of flagsOf(operation))
        expect(text).toMatch(new RegExp(`^ {2}--${name}\\b`, 'm'))
      expect(text).toContain(`"${operation.section}"`)
      expect(text).toContain(`${operation.method} ${operation.path}`)
      for (const assumption of assumptionsOf(operation))
        expect(text).toMatch(new RegExp(`^ {2}${assumption} +\\w`, 'm'))
    },
  )

  it('tells required from optional, and stated from assumed', () => {
    const text = helpOf(operationCommand(contract.partner.patients.create, 200))
    expect(text).toMatch(/--first-name +text; REQUIRED; assumed \(partner-patient-bodies\)/)
    expect(text).toMatch(/--account +a whole number; .*by default the configured one; stated/)
    expect(text).not.toMatch(/--email.*REQUIRED/)
    const another = helpOf(operationCommand(contract.developer.locations.create, 200))
    expect(another).toMatch(/--address\.city +text; REQUIRED; stated/)
  })
})

it.each(named)(
  'the example of %s is taken, and sends the body of the contract',
  (id, operation) => {
    const args = exampleOf(operation)
    const help = helpOf(operationCommand(operation, 100))
    expect(help).toContain(`  foyer api ${quoted([id, ...args])}\n`)
    const { given = new Map() } = readArguments(operation, args) ?? {}
    const input = makeInput(operation, given, undefined, { accountId: 101, locationId: 301 })
    const body = operation.body && z.globalRegistry.get(operation.body)?.examples?.[0]
    expect(input).toMatchObject(operation.body ? { body } : {})
  },
)

it('is quoted for a shell', () => {
  expect(quoted(['--name=North Clinic', "--a=it's", '--id=1'])).toBe(
    String.raw`'--name=North Clinic' '--a=it'\''s' --id=1`,
  )
})
