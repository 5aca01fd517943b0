import { expect, it } from 'vitest'
import { maskedContact, wholeContact } from './masked-contact.ts'

it.each([
  ['sms', '+14155550101', '01'],
  ['email', 'ana.maria@example.org', 'a…@example.org'],
  ['email', 'a@example.org', 'a…@example.org'],
  ['email', '"a@b"@example.org', '"…@example.org'],
] as const)('tells of a contact by %s, %s, no more than %s', (channel, contact, masked) => {
  expect(maskedContact(channel, contact)).toBe(masked)
})

it.each([
  ['+14155550101', '+1 415 555 0101'],
  ['ana@example.org', 'ana@example.org'],
])('writes %s as %s', (contact, written) => {
  expect(wholeContact(contact)).toBe(written)
})
