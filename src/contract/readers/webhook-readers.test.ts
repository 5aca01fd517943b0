import { describe, expect, it } from 'vitest'
import { answerOf, valueOf } from '#harness/service/service-answer.ts'
import {
  eventTypesReader,
  signingSecretReader,
  webhookReader,
  webhooksReader,
  webhookTestReader,
} from './webhook-readers.ts'

const stated = {
  id: 7,
  name: 'Desk',
  url: 'https://a.example/',
  eventTypes: ['form.completed'],
  isEnabled: true,
  createdAt: '2026-01-02T03:04:05Z',
  updatedAt: '2026-01-02T03:04:05Z',
  lastSuccessAt: '2026-02-02T03:04:05Z',
  lastFailureAt: null,
  successCount24h: 3,
  failureCount24h: 0,
}
const read = {
  ...stated,
  createdAt: Date.parse(stated.createdAt),
  updatedAt: undefined,
  lastSuccessAt: Date.parse(stated.lastSuccessAt),
}

describe('an endpoint', () => {
  it.each([stated, [stated], { data: stated }, { webhook: stated }])('is read from %j', (body) => {
    expect(valueOf(webhookReader, body)).toEqual(read)
  })

  it('is read where most of it is missing', () => {
    expect(valueOf(webhookReader, { id: 'w-1', url: 'https://a.example/' })).toEqual({
      id: 'w-1',
      name: null,
      url: 'https://a.example/',
      eventTypes: [],
      isEnabled: null,
      createdAt: null,
      lastSuccessAt: null,
      lastFailureAt: null,
      successCount24h: null,
      failureCount24h: null,
    })
  })

  it('is none without an id or an address', () => {
    expect(webhookReader(answerOf({ id: 1 })).ok).toBe(false)
    expect(valueOf(webhooksReader, { items: [stated, { id: 1 }, 'x'] }).items).toEqual([read])
  })
})

it.each([
  [{ ...stated, signingSecret: 'whsec_1' }, 'whsec_1'],
  [{ data: { ...stated, signingSecret: 'whsec_1' } }, 'whsec_1'],
  [stated, null],
])('finds the signing secret of %j', (body, secret) => {
  expect(valueOf(signingSecretReader, body)).toBe(secret)
})

it.each([
  [{ items: [{ name: 'a', description: 'An a.' }] }, [{ name: 'a', description: 'An a.' }]],
  [['a', 'b'], ['a', 'b'].map((name) => ({ name, description: null }))],
  [{ items: [{ name: 'a' }] }, [{ name: 'a', description: null }]],
])('reads event types from %j', (body, types) => {
  expect(valueOf(eventTypesReader, body)).toEqual(types)
})

it.each([
  [
    { delivered: true, statusCode: 204 },
    { delivered: true, statusCode: 204 },
  ],
  [{ statusCode: 500 }, { delivered: false, statusCode: 500 }],
  [{ data: { delivered: 'no', statusCode: null } }, { delivered: false, statusCode: null }],
  [undefined, { delivered: null, statusCode: null }],
])('reads how a test went from %j', (body, result) => {
  expect(valueOf(webhookTestReader, body)).toEqual(result)
})
