import { expect, it } from 'vitest'
import * as z from 'zod'
import { check } from './answer.ts'
import { unreadable } from './errors.ts'

const answer = z.object({
  items: z.array(z.object({ name: z.string() })),
  by: z.record(z.string(), z.int()),
})

it.each([
  ['the field', { items: 1, by: {} }, 'items'],
  ['no place in a list', { items: [{ name: 'a' }, { name: 2 }], by: {} }, 'items.*.name'],
  ['no key that may be data', { items: [], by: { 'ana@example.org': 'x' } }, 'by.*'],
  ['no key that is longer than a name', { items: [], by: { [`a${'b'.repeat(40)}`]: 'x' } }, 'by.*'],
])(
  'names %s of an answer that has another shape, and nothing that may be data',
  (_, value, field) => {
    expect(check(answer, value)).toEqual({
      ok: false,
      error: unreadable(`another shape at ${field}`),
    })
  },
)
