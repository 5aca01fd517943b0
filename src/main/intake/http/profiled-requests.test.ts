import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { wireProfile } from '../../../contract/wire-profile.ts'
import type { IntakeClientOptions } from '../client/call-types.ts'
import {
  connect,
  failed,
  answering,
  sendJson,
  type Behaviour,
} from '#harness/service/test-service.ts'

const read = { params: { accountId: 7, patientId: 1 } }
const write = { params: { accountId: 7 }, body: { verificationMethod: 'SMS' as const } }
const created = { id: 1, token: 'canary-proof' }

const connectBy = (
  values: z.input<typeof wireProfile>,
  behave: Behaviour,
  options: Partial<IntakeClientOptions> = {},
) => connect(behave, { profile: wireProfile.parse(values), ...options })

describe('a request by a wire profile', () => {
  it.each([404, 409, 422, 501])('is tried again after a %i that passes by it', async (status) => {
    const { client, service } = await connectBy(
      { retry: { statuses: [status] } },
      (_request, response, nth) => sendJson(response, { id: 1 }, nth === 1 ? status : 200),
    )
    expect(await client.partner.patients.get(read)).toMatchObject({ ok: true })
    expect(service.calls).toHaveLength(2)
  })

  it('is not tried again when it writes, whatever the profile says', async () => {
    const { client, service } = await connectBy({ retry: { statuses: [409] } }, answering({}, 409))
    expect(await client.partner.identityProof.create(write)).toMatchObject({ ok: false })
    expect(service.calls).toHaveLength(1)
  })

  it('waits its turn where the service takes so many a second', async () => {
    const { client, clock } = await connectBy({ rate: { perSecond: 4 } }, answering({ id: 1 }))
    const startedAt = clock.now()
    // The token is the first request.
    for (let call = 0; call < 3; call += 1) await client.partner.patients.get(read)
    expect(clock.now() - startedAt).toBe(750)
    expect(clock.pauses).toEqual([250, 250, 250])
  })

  it('waits in line also when many come at once', async () => {
    const { client, clock } = await connectBy({ rate: { perSecond: 10 } }, answering({ id: 1 }))
    await client.partner.patients.get(read)
    clock.pauses.length = 0
    await Promise.all(Array.from({ length: 3 }, () => client.partner.patients.get(read)))
    expect(clock.pauses).toEqual([100, 200, 300])
  })

  it('carries a header of the profile in the place of its own', async () => {
    const value = 'application/json, application/hal+json'
    const { client, service } = await connectBy(
      { headers: [{ name: 'Accept', value }] },
      answering(created),
    )
    await client.partner.patients.get(read)
    expect(service.calls[0]?.headers.accept).toBe(value)
  })

  it('carries the headers of its operation, beside the bearer', async () => {
    const { client, service } = await connectBy(
      {
        headers: [
          { name: 'x-api-key', secret: 'key' },
          { name: 'x-source', value: 'kiosk', operations: ['partner.identityProof.*', 'auth.*'] },
        ],
      },
      answering(created),
      { secrets: (name) => `canary-${name}` },
    )
    await client.partner.patients.get(read)
    await client.partner.identityProof.create(write)
    expect(service.calls[0]?.headers).toMatchObject({
      'x-api-key': 'canary-key',
      authorization: 'Bearer token-1',
    })
    expect(service.calls[0]?.headers['x-source']).toBeUndefined()
    expect(service.calls[1]?.headers).toMatchObject({
      'x-api-key': 'canary-key',
      'x-source': 'kiosk',
    })
    expect(service.tokenRequests[0]?.headers['x-source']).toBe('kiosk')
    expect(service.tokenRequests[0]?.headers['x-api-key']).toBeUndefined()
  })

  it('tells no log and no audit of a secret header, whatever becomes of it', async () => {
    const told: unknown[] = []
    const { client } = await connectBy(
      { headers: [{ name: 'x-api-key', secret: 'key' }] },
      (_request, response, nth) =>
        sendJson(response, { error: 'canary-4711-Key' }, nth === 1 ? 400 : 503),
      {
        secrets: () => 'canary-4711-Key',
        audit: (entry) => void told.push(entry),
        log: (report) => void told.push(report),
      },
    )
    told.push(await client.partner.patients.get(read), await client.partner.patients.get(read))
    expect(told).toHaveLength(6)
    expect(JSON.stringify(told)).not.toContain('canary')
  })

  it('is not sent, and not audited, while the secret of a header is missing', async () => {
    const told: unknown[] = []
    const { client, service } = await connectBy(
      { headers: [{ name: 'x-api-key', secret: 'key' }] },
      answering({ id: 1 }),
      { audit: (entry) => void told.push(entry) },
    )
    expect(await client.partner.patients.get(read)).toMatchObject(
      failed({ kind: 'unauthorized', stage: 'token', attempts: 0 }),
    )
    expect([service.calls, service.tokenRequests, told]).toEqual([[], [], []])
  })

  it('asks for pages no longer than the service gives', async () => {
    const { client, service } = await connectBy(
      { lists: { pageSize: 50 } },
      answering({ items: [], nextCursor: null }),
    )
    const params = { accountId: 7 }
    await client.partner.patients.list({ params })
    await client.partner.patients.list({ params, query: { limit: 500 } })
    await client.partner.patients.list({ params, query: { limit: 5 } })
    expect(service.calls.map(({ url }) => new URL(url, 'http://a').search)).toEqual([
      '?limit=50',
      '?limit=50',
      '?limit=5',
    ])
  })
})
