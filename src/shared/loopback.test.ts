import { describe, expect, it } from 'vitest'
import { isHttpsOrLoopback, isThisMachine } from './loopback.ts'

describe('an address that nothing between can read or change', () => {
  it.each([
    ...['https://intake.example', 'https://127.0.0.1', 'http://127.0.0.1:3000'],
    ...['http://localhost/a', 'http://[::1]:3000', 'http://127.1'],
  ])('%s', (address) => expect(isHttpsOrLoopback(new URL(address))).toBe(true))

  it.each([
    ...['http://intake.example', 'http://127.0.0.1.example', 'http://localhost@intake.example'],
    ...['http://localhost.', 'http://127.0.0.2', 'http://0.0.0.0', 'ftp://127.0.0.1'],
    ...['ws://localhost', 'file:///etc/passwd'],
  ])('%s is none', (address) => expect(isHttpsOrLoopback(new URL(address))).toBe(false))
})

it.each([
  ['localhost.', true],
  ['0.0.0.0', true],
  ['127.9.9.9', true],
  ['[::ffff:7f00:1]', true],
  ['kiosk.localdomain', true],
  ['intake.example', false],
  ['10.0.0.1', false],
])('%s leads to this machine: %s', (hostname, leads) => expect(isThisMachine(hostname)).toBe(leads))
