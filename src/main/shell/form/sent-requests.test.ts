import { expect, it } from 'vitest'
import { createSentSigns } from './page-watch.ts'

const url = 'https://forms.example/api'

it('tells the first request to a place from those that follow', () => {
  const signOf = createSentSigns()
  expect(signOf({ method: 'POST', url: `${url}/answers/17`, status: 201 })).toBe('sent')
  expect(signOf({ method: 'POST', url: `${url}/answers/18?page=2`, status: 200 })).toBe('sentAgain')
  expect(signOf({ method: 'PUT', url: `${url}/answers/18`, status: 204 })).toBe('sent')
  expect(signOf({ method: 'POST', url: `${url}/complete`, status: 303 })).toBe('sent')
})

it.each([
  ['a request that sends nothing', { method: 'GET', url, status: 200 }],
  ['a question before a request', { method: 'OPTIONS', url, status: 204 }],
  ['a request that was refused', { method: 'POST', url, status: 400 }],
  ['a request that failed', { method: 'POST', url, status: 503 }],
])('says nothing of %s', (_, request) => {
  expect(createSentSigns()(request)).toBeUndefined()
})
