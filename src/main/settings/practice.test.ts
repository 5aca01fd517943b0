import { expect, it } from 'vitest'
import { isPractice } from './practice.ts'

it('takes a service for a sandbox only when all of it is on this machine', () => {
  const here = 'http://127.0.0.1:4000'
  const service = {
    partnerUrl: here,
    partnerAuthUrl: here,
    developerUrl: here,
    developerAuthUrl: 'http://localhost:1',
    accountId: 1,
    locationId: 1,
  } as Parameters<typeof isPractice>[0]['service']
  expect(isPractice({ service })).toBe(true)
  for (const name of ['partnerUrl', 'partnerAuthUrl', 'developerUrl', 'developerAuthUrl'] as const)
    expect(isPractice({ service: { ...service, [name]: 'https://a.example' } })).toBe(false)
})
