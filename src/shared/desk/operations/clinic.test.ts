import { expect, it } from 'vitest'
import { memberRole } from '../members.ts'
import { hasRight } from '../rights.ts'
import { clinicOperations } from './clinic.ts'

const operations = Object.entries({ ...clinicOperations.queries, ...clinicOperations.commands })

it.each(
  operations.flatMap(([name, { right }]) =>
    memberRole.options.map((role) => ({ name, role, right })),
  ),
)('$name: $role', ({ role, right }) => {
  expect(hasRight([role], right)).toBe(role === 'administrator')
})
