import { describe, expect, it } from 'vitest'
import { invitationText, newCode, readCode, readInvitation, showCode } from './invitation-text.ts'

describe('a code', () => {
  it('has 12 characters that are not taken for others, and never the same', () => {
    const codes = Array.from({ length: 200 }, newCode)
    for (const code of codes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{12}$/)
    expect(new Set(codes).size).toBe(codes.length)
  })

  it('is read as it is shown, and as somebody types it', () => {
    const code = '0123456789AB'
    expect(showCode(code)).toBe('0123-4567-89AB')
    for (const typed of [
      code,
      showCode(code),
      ' 0123 4567 89ab ',
      'O123.4567.89AB',
      'o1 23–4567—89ab',
      'OI234567 89AB',
      'ol23456789ab',
    ])
      expect(readCode(typed), typed).toBe(code)
    for (const typed of [
      ...['', '0123456789A', '0123456789ABC', '0123456789AU', '0123456789A!', '０123456789AB'],
    ])
      expect(readCode(typed), typed).toBeUndefined()
  })
})

describe('an invitation', () => {
  const fingerprint = 'AB'.repeat(32)
  const code = '0123456789AB'

  it.each(['10.0.0.5', 'hub.clinic.example', 'fe80::1'])('is read from its QR: %s', (host) => {
    const entry = { host, port: 8884, fingerprint, code }
    const text = invitationText(entry)
    expect(text).toMatch(/^[0-9A-Z .:]+$/)
    expect(readInvitation(text, '')).toEqual(entry)
    expect(readInvitation('', `${text.toLowerCase()}\n`)).toEqual(entry)
  })

  it.each([
    ['10.0.0.5', '10.0.0.5', 8884],
    [' Hub.Example:9000 ', 'hub.example', 9000],
    ['[fe80::1]:9000', 'fe80::1', 9000],
    ['[fe80::1]', 'fe80::1', 8884],
    ['fe80::1', 'fe80::1', 8884],
  ])('is read from an address with or without a port: %s', (address, host, port) => {
    expect(readInvitation(address, code)).toEqual({ host, port, code, fingerprint: null })
  })

  it.each([
    ['', code],
    ['https://hub', code],
    ['hub:0', code],
    ['hub:65536', code],
    ['a b', code],
    ['hub', 'short'],
    [`FOYER1 hub 8884 ${fingerprint}`, ''],
    [`FOYER1 hub 8884 AB ${code}`, ''],
    [`FOYER1 hub x ${fingerprint} ${code}`, ''],
    [`FOYER1 hub 8884 ${fingerprint} ${code} more`, ''],
  ])('is none in: %s %s', (address, typed) => {
    expect(readInvitation(address, typed)).toBeUndefined()
  })
})
