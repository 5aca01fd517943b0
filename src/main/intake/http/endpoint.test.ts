import { describe, expect, it } from 'vitest'
import { createIntakeClient } from '../client/client.ts'
import { parseEndpoint } from './transport.ts'
import { optionsFor } from '#harness/service/test-service.ts'

describe('an address of the service', () => {
  it.each([
    ['https://intake.example', 'https://intake.example', ''],
    ['https://intake.example:8443/a/b/', 'https://intake.example:8443', '/a/b'],
    ['http://127.0.0.1:3000', 'http://127.0.0.1:3000', ''],
    ['http://localhost:3000/', 'http://localhost:3000', ''],
    ['http://[::1]:3000', 'http://[::1]:3000', ''],
  ])('%s is taken', (address, origin, prefix) => {
    expect(parseEndpoint('partnerUrl', address)).toEqual({ origin, prefix })
  })

  it.each([
    ...['http://intake.example', 'http://127.0.0.1.example', 'http://localhost@intake.example'],
    ...['ftp://127.0.0.1', 'https://user:canary@intake.example'],
    ...['https://intake.example/?key=canary', 'https://intake.example/#canary', 'canary'],
  ])('%s is refused, and not repeated', (address) => {
    expect(() => parseEndpoint('partnerUrl', address)).toThrow(/^partnerUrl (?!.*canary)/)
  })

  const names = ['partnerUrl', 'partnerAuthUrl', 'developerUrl', 'developerAuthUrl']
  it.each(names)('is checked for %s', (name) => {
    const options = { ...optionsFor('http://127.0.0.1:1'), [name]: 'http://intake.example' }
    expect(() => createIntakeClient(options)).toThrow(new RegExp(`^${name} must be https`))
  })
})
