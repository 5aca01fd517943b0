import { describe, expect, it } from 'vitest'
import { connect } from '../../../../test/harness/service/connect.ts'
import {
  answering,
  grantToken,
  sendJson,
  type Behaviour,
} from '../../../../test/harness/service/test-service.ts'

const saysNo = { success: false, message: 'The token has expired', data: null }
const locations = { success: true, message: '', data: [] }
const minute = 60_000

/** Accepts any token but the first, which it refuses in one of two ways. */
const refusesFirstToken =
  (status: number): Behaviour =>
  ({ headers }, response) =>
    headers.authorization === 'Bearer token-1'
      ? sendJson(response, saysNo, status)
      : sendJson(response, locations)
const alwaysNo: Behaviour = answering(saysNo)

describe('a read of the developer interface whose token is no good any more', () => {
  it.each([
    ['status 401', 401],
    ['status 200 and success: false', 200],
  ])('by %s is repeated with a fresh token', async (_name, status) => {
    const { client, service } = await connect(refusesFirstToken(status))
    expect(await client.developer.locations.list()).toMatchObject({ ok: true })
    expect(await client.developer.locations.list()).toMatchObject({ ok: true })
    expect(service.calls.map(({ headers }) => headers.authorization)).toEqual([
      'Bearer token-1',
      'Bearer token-2',
      'Bearer token-2',
    ])
  })

  it('is repeated by many callers, with one request for a token', async () => {
    const { client, service } = await connect(refusesFirstToken(200))
    const results = await Promise.all(
      Array.from({ length: 200 }, () => client.developer.locations.list()),
    )
    expect(results.every(({ ok }) => ok)).toBe(true)
    expect(service.tokenRequests).toHaveLength(2)
  })
})

describe('an envelope that says no to something else', () => {
  it('costs a token at most once a minute', async () => {
    const { client, service, clock } = await connect(alwaysNo)
    const refused = { ok: false, error: { kind: 'refusedByEnvelope' } }
    for (let nth = 0; nth < 5; nth++)
      expect(await client.developer.locations.list()).toMatchObject(refused)
    expect(service.tokenRequests).toHaveLength(2)
    expect(service.calls).toHaveLength(6)
    clock.advance(minute)
    expect(await client.developer.locations.list()).toMatchObject(refused)
    expect(service.tokenRequests).toHaveLength(3)
  })

  it('leaves a good token in use when there is no other to be had', async () => {
    const { client, service } = await connect(alwaysNo, {}, (nth, response) =>
      nth === 1 ? grantToken(3_600)(nth, response) : sendJson(response, {}, 400),
    )
    for (let nth = 0; nth < 2; nth++)
      expect(await client.developer.locations.list()).toMatchObject({
        error: { kind: 'refusedByEnvelope', attempts: 1 },
      })
    expect(service.calls.map(({ headers }) => headers.authorization)).toEqual([
      'Bearer token-1',
      'Bearer token-1',
    ])
  })

  it('is not repeated for a write', async () => {
    const { client, service } = await connect(refusesFirstToken(200))
    const body = { locationId: 301, formTemplateIds: [601], name: 'x', practitionerId: null }
    expect(await client.developer.formTemplateGroups.create({ body })).toMatchObject({
      error: { kind: 'refusedByEnvelope', attempts: 1 },
    })
    expect(service.calls).toHaveLength(1)
  })
})
