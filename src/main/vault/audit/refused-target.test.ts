import { expect, it } from 'vitest'
import { markOf } from '../keys/derive.ts'
import { refusedTarget } from './refused-target.ts'

const key = Buffer.alloc(32, 1)
const mark = (text: string) => markOf(key, text)

it.each([
  ['https://data.evil.example.com', 'https://example.com'],
  ['https://data.github.io', 'https://github.io'],
  ['wss://data.evil.co.uk:8443', 'wss://evil.co.uk'],
  ['data.evil.com:443', 'evil.com'],
  ['https://data.of-a-patient', 'https://a name that is not public'],
  ['printer.local:80', 'a name that is not public'],
  ['https://198.51.100.80:8080', 'https://an address'],
  ['http://[2001:db8::1]', 'http://an address'],
  ['2001:db8::1:443', 'other scheme'],
  ['http://127.0.0.1:4000', 'http://this machine'],
  ['localhost:80', 'this machine'],
  ['foyer-smith:', 'other scheme'],
  ['foyer-smith://data', 'a name that is not public'],
  ['mailto:', 'mailto:'],
  ['blob:', 'blob:'],
  ['', 'other scheme'],
])('of %s the log says %s', (target, said) => {
  expect(refusedTarget({ what: 'request', target }, mark)).toBe(`${said} (${mark(target)})`)
})

it('says a permission as the browser calls it', () => {
  expect(refusedTarget({ what: 'permission', target: 'clipboard-read' }, mark)).toBe(
    'clipboard-read',
  )
})

it('marks a name by letters that only the key can make again', () => {
  expect(mark('https://a.example')).toMatch(/^[a-p]{16}$/)
  expect(mark('https://a.example')).toBe(mark('https://a.example'))
  expect(mark('https://b.example')).not.toBe(mark('https://a.example'))
  expect(markOf(Buffer.alloc(32, 2), 'https://a.example')).not.toBe(mark('https://a.example'))
})
