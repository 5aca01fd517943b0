import { describe, expect, it } from 'vitest'
import { describeRefusal, checkFormAddress, openableAddress } from './form-address.ts'

const origins = ['https://forms.example.com', 'https://*.intake.example.org']
const real = { origins, isPractice: false }
const practice = { origins, isPractice: true }
const none = { origins: [], isPractice: false }

describe('a form on a real service', () => {
  it.each([
    ['https://forms.example.com/p/1?token=a', 'https://forms.example.com/p/1?token=a'],
    ['https://FORMS.example.com:443/p', 'https://forms.example.com/p'],
    ['https://eu.intake.example.org/p', 'https://eu.intake.example.org/p'],
  ])('is opened at %s', (address, value) => {
    expect(checkFormAddress(address, real)).toEqual({ ok: true, value })
  })

  it.each([
    ['https://elsewhere.example.net/p?id=1', 'https://elsewhere.example.net', true],
    ['https://forms.example.com:8443/p', 'https://forms.example.com:8443', true],
    ['https://forms.example.com.evil.org/', 'https://forms.example.com.evil.org', true],
    ['https://xn--frms-6qa.example.com/', 'https://xn--frms-6qa.example.com', true],
    ['https://föрms.example.com/', 'https://xn--fms-sna423b.example.com', true],
    ['https://intake.example.org/p', 'https://intake.example.org', true],
    ['https://clinic.github.io/p', 'https://clinic.github.io', true],
    ['https://github.io/p', 'https://github.io', false],
    ['https://203.0.113.7/p', 'https://203.0.113.7', false],
    ['https://192.168.1.1/', 'https://192.168.1.1', false],
    ['https://[2001:db8::1]/', 'https://[2001:db8::1]', false],
    ['https://[fe80::1]/', 'https://[fe80::1]', false],
    ['https://169.254.169.254/', 'https://169.254.169.254', false],
    ['https://router/', 'https://router', false],
    ['https://printer.local/', 'https://printer.local', false],
  ])('is not opened at %s: %s was not confirmed', (address, origin, canBeConfirmed) => {
    const error = { origin, why: 'notConfirmed', canBeConfirmed }
    expect(checkFormAddress(address, real)).toEqual({ ok: false, error })
  })

  it.each([
    ...['http://127.0.0.1:631/', 'https://127.0.0.1/', 'http://localhost:8080/', 'http://[::1]/'],
    ...['https://127.1/', 'https://0x7f.1/', 'https://0x7f000001/', 'https://2130706433/'],
    'https://0/',
    ...['https://[::ffff:127.0.0.1]/', 'https://[::7f00:1]/', 'https://[::]/'],
    ...['https://LOCALHOST./', 'https://a.localhost/', 'https://localhost.localdomain/'],
  ])('is not opened at %s, which is this machine', (address) => {
    const error = { why: 'thisMachine', canBeConfirmed: false }
    expect(checkFormAddress(address, real)).toMatchObject({ error })
  })

  it.each([
    ...['https://me@forms.example.com/', 'https://me:word@forms.example.com/'],
    ...['https://forms.example.com@evil.example.net/', 'https://:@forms.example.com@evil.org/'],
    ...['http://forms.example.com/', 'ftp://forms.example.com/', 'wss://forms.example.com/'],
    ...['javascript:alert(1)', 'data:text/html,a', 'file:///etc/passwd', 'about:blank'],
    ...['blob:https://forms.example.com/1', 'view-source:https://forms.example.com/'],
    ...['forms.example.com', '//forms.example.com/', '', 'https://', 'https://a.example:99999/'],
    ...['https://forms.example.com./', 'https://a..intake.example.org/', 'https://.example.org/'],
    ...[`https://${'a.'.repeat(130)}example.com/`, `https://${'a'.repeat(64)}.example.com/`],
  ])('is not opened at %s, which is malformed', (address) => {
    const error = { why: 'malformed', canBeConfirmed: false }
    expect(checkFormAddress(address, real)).toMatchObject({ error })
  })

  it('is opened nowhere while nothing is confirmed', () => {
    expect(checkFormAddress('https://forms.example.com/p', none)).toMatchObject({
      ok: false,
      error: { why: 'notConfirmed', canBeConfirmed: true },
    })
  })
})

describe('a form in practice', () => {
  it.each(['http://127.0.0.1:4011/p', 'http://localhost/p', 'http://[::1]:8080/p'])(
    'is opened on this machine: %s',
    (address) => expect(checkFormAddress(address, practice).ok).toBe(true),
  )

  it.each([
    'https://elsewhere.example.net/',
    'https://me:word@127.0.0.1/',
    'ftp://127.0.0.1/',
    'shttp://127.0.0.1/',
  ])('is not opened at %s any more than on a real service', (address) =>
    expect(checkFormAddress(address, practice).ok).toBe(false),
  )
})

it.each([
  ['mailto:ana@example.com', 'mailto:'],
  ['http://forms.example.com/p?id=1', 'http://forms.example.com'],
  ['nothing of the kind', 'unreadable'],
  [`https://${'a'.repeat(400)}/`, `https://${'a'.repeat(292)}`],
])('the origin of a refusal of %s is %s', (address, origin) => {
  expect(checkFormAddress(address, real)).toMatchObject({ ok: false, error: { origin } })
})

const told = (address: string) => {
  const checked = checkFormAddress(address, none)
  return checked.ok ? '' : describeRefusal(checked.error)
}

it('what is said of a refusal says whose the address is and what to do, and leaves out what could carry data', () => {
  expect(told('https://ana-lopez-1984.forms.example.co.uk/p/1')).toBe(
    'example.co.uk: not confirmed; staff confirm it in their panel, or an administrator lists the origin in formView.origins',
  )
  expect(told('https://192.168.1.1/p')).toBe(
    'an address without a public name: not confirmed; an administrator lists the origin in formView.origins',
  )
  expect(told('http://127.0.0.1:631/')).toContain('this machine')
  for (const address of ['', 'http://forms.example.com/', 'mailto:ana@example.com'])
    expect(told(address)).toContain('that no form is opened at')
  expect(told('https://ana@forms.example.com/')).not.toContain('ana')
})

it('gives an address to open as it was read, and reports one that nobody confirmed', () => {
  const refused: object[] = []
  const read = (address: string) =>
    openableAddress(address, real, (refusal) => refused.push(refusal))
  expect(read('https://elsewhere.example.net/p/1')).toMatchObject({
    error: { kind: 'notConfirmed', reason: expect.stringMatching(/^example\.net: /) as string },
  })
  const reported = [{ origin: 'https://elsewhere.example.net', why: 'notConfirmed' }]
  expect(refused).toMatchObject(reported)
  const value = 'https://forms.example.com/p/1'
  expect(read('https://FORMS.Example.com:443/p/1')).toEqual({ ok: true, value })
  expect(refused).toMatchObject(reported)
})
