import { expect, it } from 'vitest'
import { z } from 'zod'
import { readArguments } from '../operation/arguments.ts'
import { operations } from '../operation/find.ts'
import { flagsOf } from '../operation/flags.ts'
import { makeInput } from '../operation/input.ts'
import { exampleOf, quoted } from './example.ts'
import { operationHelp } from './operation.ts'

it.each(operations.map((operation) => [operation.id, operation] as const))(
  'the example of %s is taken, and sends the body of the contract',
  (id, operation) => {
    const flags = flagsOf(operation)
    const args = exampleOf(operation)
    expect(operationHelp(operation, 100)).toContain(`npm run api -- ${quoted([id, ...args])}\n`)
    const typed = readArguments([id, ...args], flags, [id])
    if (!typed.ok) throw new Error(typed.error.messages.join('\n'))
    const path = { accountId: 101, locationId: 301 }
    const input = makeInput(operation, typed.value.given, flags, { path })
    const body = operation.body && z.globalRegistry.get(operation.body)?.examples?.[0]
    expect(input).toMatchObject({ ok: true, ...(operation.body && { value: { body } }) })
  },
)

it('is quoted for a shell', () => {
  expect(quoted(['--name=North Clinic', "--a=it's", '--id=1'])).toBe(
    String.raw`'--name=North Clinic' '--a=it'\''s' --id=1`,
  )
})
