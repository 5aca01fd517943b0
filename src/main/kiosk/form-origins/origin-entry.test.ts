import { describe, expect, it } from 'vitest'
import { hasValidLabels, matchesEntry } from '../../../shared/origin-entry.ts'
import { readAllowedOrigin, readFormOrigin } from './origin-entry.ts'

describe('an entry of formView.origins', () => {
  it.each([
    ['https://forms.example.com', 'https://forms.example.com'],
    ['https://Forms.Example.COM:443/', 'https://forms.example.com'],
    ['https://forms.example.com:8443', 'https://forms.example.com:8443'],
    ['https://bücher.example.com', 'https://xn--bcher-kva.example.com'],
    ['https://10.0.0.5', 'https://10.0.0.5'],
    ['https://intake.clinic.internal', 'https://intake.clinic.internal'],
    ['HTTPS://*.Example.com', 'https://*.example.com'],
    ['https://*.forms.example.co.uk:8443', 'https://*.forms.example.co.uk:8443'],
    ['https://*.clinic.github.io', 'https://*.clinic.github.io'],
  ])('%s is read as %s', (text, read) => {
    expect(readFormOrigin(text)).toEqual({ ok: true, value: read })
  })

  it.each([
    ...['forms.example.com', '', 'https://', '*.example.com', 'null', ' https://a.example.com'],
    ...['http://forms.example.com', 'ftp://forms.example.com', 'https:forms.example.com'],
    ...['https://forms.example.com/start', 'https://forms.example.com?', 'https://a.example.com#'],
    ...['https://me:word@forms.example.com', 'https://forms.example.com\\start'],
    ...['https://forms.example.com.', 'https://forms..example.com', 'https://.example.com'],
    ...['https://*', 'https://*.*.example.com', 'https://a.*.example.com'],
    ...['https://*a.example.com', 'https://forms.example.com:*'],
  ])('%s is none, and the answer says what is', (text) => {
    const read = readFormOrigin(text)
    expect(read.ok ? '' : read.error).toContain('https://forms.example.com')
  })

  it.each([
    ...['https://*.com', 'https://*.co.uk', 'https://*.example', 'https://*.github.io'],
    ...['https://*.10.0.0.5', 'https://*.[2001:db8::1]', 'https://*.intranet'],
  ])('%s lets in whoever takes a name below it, and is none', (text) => {
    const read = readFormOrigin(text)
    expect(read.ok ? '' : read.error).toContain('everybody can have a name below')
  })

  it.each([
    ...['https://127.0.0.1', 'https://localhost:8443', 'https://[::1]', 'https://127.8.9.1'],
    ...['https://0x7f.1', 'https://2130706433', 'https://0.0.0.0', 'https://[::ffff:127.0.0.1]'],
    ...['https://[::]', 'https://forms.localhost', 'https://*.forms.localhost'],
  ])('%s is this machine, and none', (text) => {
    const read = readFormOrigin(text)
    expect(read.ok ? '' : read.error).toContain('not this machine')
  })
})

describe('an entry of formView.allowedOrigins', () => {
  it.each([
    ['https://js.stripe.com', 'https://js.stripe.com'],
    ['https://js.stripe.com/v3/', 'https://js.stripe.com'],
    ['https://*.stripe.com', 'https://*.stripe.com'],
    ['https://10.0.0.5:8443', 'https://10.0.0.5:8443'],
    ['http://127.0.0.1:4011', 'http://127.0.0.1:4011'],
    ['http://localhost:4011/form', 'http://localhost:4011'],
    ['https://[::1]:4011', 'https://[::1]:4011'],
  ])('%s is read as %s', (text, read) => {
    expect(readAllowedOrigin(text)).toEqual({ ok: true, value: read })
  })

  it.each([
    ...['js.stripe.com', '*.stripe.com', '', 'http://js.stripe.com', 'wss://js.stripe.com'],
    ...[
      'https://*.com',
      'https://*.co.uk',
      'https://*.github.io',
      'https://*',
      'http://*.localhost',
    ],
    ...['https://*.stripe.com/v3', 'https://js.*.com', 'https://me@js.stripe.com'],
    ...['http://:word@127.0.0.1', 'ftp://127.0.0.1'],
  ])('%j is none, and the answer names it and what is one', (text) => {
    const read = readAllowedOrigin(text)
    expect(read.ok ? '' : read.error).toContain(`${JSON.stringify(text)} is none`)
    expect(read.ok ? '' : read.error).toContain('https://forms.example.com')
  })
})

const label = 'a'.repeat(63)
const longest = `${label}.${label}.${label}.${'a'.repeat(61)}`

it('a host has labels of 63 characters at most, 253 in all', () => {
  expect(hasValidLabels(longest)).toBe(true)
  expect(hasValidLabels(`${longest}a`)).toBe(false)
  expect(hasValidLabels(`${label}a.example.com`)).toBe(false)
  expect(hasValidLabels('a..example.com')).toBe(false)
})

describe('an address', () => {
  it.each([
    ['https://forms.example.com/p/1?a=b#c', 'https://forms.example.com'],
    ['https://FORMS.example.com:443/', 'https://forms.example.com'],
    ['https://a.example.com/', 'https://*.example.com'],
    ['https://a.b.example.com/', 'https://*.example.com'],
    ['https://a.example.com:8443/', 'https://*.example.com:8443'],
  ])('%s is of %s', (address, entry) => expect(matchesEntry(new URL(address), entry)).toBe(true))

  it.each([
    ['https://forms.example.com:8443/', 'https://forms.example.com'],
    ['https://a.forms.example.com/', 'https://forms.example.com'],
    ['https://forms.example.com./', 'https://forms.example.com'],
    ['http://forms.example.com/', 'https://forms.example.com'],
    ['https://example.com/', 'https://*.example.com'],
    ['https://notexample.com/', 'https://*.example.com'],
    ['https://example.com.evil.org/', 'https://*.example.com'],
    ['https://a.example.com:8443/', 'https://*.example.com'],
    ['https://a.example.com/', 'https://*.example.com:8443'],
    ['https://a.example.com./', 'https://*.example.com'],
    ['https://.example.com/', 'https://*.example.com'],
    ['http://a.example.com/', 'https://*.example.com'],
  ])('%s is not of %s', (address, entry) => {
    expect(matchesEntry(new URL(address), entry)).toBe(false)
  })
})
