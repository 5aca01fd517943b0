import type { ServerResponse } from 'node:http'
import { Agent, buildConnector } from 'undici'
import { describe, expect, it, onTestFinished } from 'vitest'
import { delayBefore, retryAfter } from './retry.ts'
import { freePort } from '../../../../scripts/free-port.ts'
import { connect, failed, answering, sendJson } from '#harness/service/test-service.ts'

const connector = buildConnector({})
const read = { params: { accountId: 7, patientId: 1 } }
const write = { params: { accountId: 7 }, body: { verificationMethod: 'SMS' as const } }

describe('a read', () => {
  it.each([500, 502, 503, 504, 429])('is tried three times while it says %i', async (status) => {
    const { client, service, clock } = await connect(answering({}, status))
    const result = await client.partner.patients.get(read)
    const kind = status === 429 ? 'rateLimited' : 'serverFault'
    expect(result).toMatchObject({ ok: false, error: { kind, attempts: 3 } })
    expect(service.calls).toHaveLength(3)
    expect(clock.pauses).toEqual([100, 200])
  })

  it.each([400, 403, 404, 409, 422, 501])('is tried once when it says %i', async (status) => {
    const { client, service } = await connect(answering({}, status))
    expect(await client.partner.patients.get(read)).toMatchObject(failed({ attempts: 1 }))
    expect(service.calls).toHaveLength(1)
  })

  it.each<[string, (response: ServerResponse) => unknown]>([
    ['fails', (response) => sendJson(response, { id: 1 }, 503)],
    ['breaks the connection', (response) => response.socket?.destroy()],
  ])('succeeds when the second try does, where the first one %s', async (_, first) => {
    const { client, service } = await connect((_request, response, nth) =>
      nth === 1 ? first(response) : sendJson(response, { id: 1 }),
    )
    expect(await client.partner.patients.get(read)).toEqual({ ok: true, value: { id: 1 } })
    expect(service.calls).toHaveLength(2)
  })

  it('ends between two tries when its caller gives up', async () => {
    const controller = new AbortController()
    const { client, service } = await connect((_request, response) => {
      controller.abort()
      sendJson(response, {}, 503)
    })
    const result = await client.partner.patients.get(read, { signal: controller.signal })
    expect(result).toMatchObject({ ok: false, error: { reason: 'aborted' } })
    expect(service.calls).toHaveLength(1)
  })
})

describe('Retry-After', () => {
  const busy = (value: string) => (_request: unknown, response: ServerResponse) =>
    response.writeHead(503, { 'retry-after': value }).end()

  it.each([
    ['seconds', '3'],
    ['a date', 'Tue, 01 Jan 2030 00:00:03 GMT'],
  ])('in %s is waited for, and the backoff comes on top', async (_name, value) => {
    const { client, clock } = await connect(busy(value))
    await client.partner.patients.get(read)
    expect(clock.pauses).toEqual([3_100, 3_200])
  })

  it('that is longer than a caller should wait is not waited for, and not disobeyed', async () => {
    const { client, service } = await connect((_request, response) =>
      response.writeHead(429, { 'retry-after': '120' }).end(),
    )
    expect(await client.partner.patients.get(read)).toMatchObject(
      failed({ kind: 'rateLimited', retryAfterMs: 120_000, attempts: 1 }),
    )
    expect(service.calls).toHaveLength(1)
  })

  it('is read with care', () => {
    const now = Date.UTC(2030, 0, 1)
    expect(retryAfter('Mon, 31 Dec 2029 23:00:00 GMT', now)).toBe(0)
    expect(retryAfter('9'.repeat(400), now)).toBe(86_400_000)
    expect(retryAfter('soon', now)).toBeUndefined()
    expect(retryAfter(['1', '2'], now)).toBeUndefined()
    expect(retryAfter(undefined, now)).toBeUndefined()
  })
})

it('backoff spreads over the whole of a ceiling that doubles up to five seconds', () => {
  expect([1, 2, 3, 9].map((attempt) => delayBefore(attempt, undefined, () => 1))).toEqual([
    200, 400, 800, 5_000,
  ])
  expect(delayBefore(3, undefined, () => 0)).toBe(0)
})

describe('a write', () => {
  it('is made again after a 429, for then nothing was done', async () => {
    const { client, service } = await connect((_request, response, nth) =>
      sendJson(response, { id: 'p1', token: 'secret' }, nth === 1 ? 429 : 201),
    )
    expect(await client.partner.identityProof.create(write)).toMatchObject({ ok: true })
    expect(service.calls).toHaveLength(2)
  })

  it('that counts tries is made once, whatever the service says', async () => {
    for (const status of [401, 429, 500]) {
      const { client, service } = await connect(answering({}, status))
      await client.partner.identityProof.verify({
        params: { accountId: 7, id: 'p1' },
        headers: { 'x-identity-proof-token': 'secret' },
        body: { method: 'SMS', code: '123456' },
      })
      expect(service.calls).toHaveLength(1)
    }
  })

  it.each([500, 503])('is never repeated when the service says %i', async (status) => {
    const { client, service } = await connect(answering({}, status))
    expect(await client.partner.identityProof.create(write)).toMatchObject(failed({ attempts: 1 }))
    expect(service.calls).toHaveLength(1)
  })

  it('is never repeated when the connection breaks after it was sent', async () => {
    const { client, service } = await connect((_request, response) => response.socket?.destroy())
    const result = await client.partner.identityProof.create(write)
    expect(result).toMatchObject({ ok: false, error: { kind: 'unreachable', attempts: 1 } })
    expect(service.calls).toHaveLength(1)
  })

  it('is sent again when no connection came about', async () => {
    let connections = 0
    const refusing = await freePort()
    const agent = new Agent({
      connect(options, callback) {
        connections += 1
        const { port } = connections === 2 ? { port: refusing } : options
        connector({ ...options, port: String(port) }, callback)
      },
      pipelining: 0,
    })
    onTestFinished(() => agent.destroy())
    const behave = answering({ id: 1, token: 't' }, 201)
    const { client, service } = await connect(behave, { dispatcher: agent })
    expect(await client.partner.identityProof.create(write)).toMatchObject({ ok: true })
    expect(connections).toBe(3)
    expect(service.calls).toHaveLength(1)
  })
})

it('a full outage sees at most a tenth more requests than there were calls', async () => {
  let down = false
  const { client, service } = await connect((_request, response) =>
    sendJson(response, { id: 1 }, down ? 503 : 200),
  )
  for (let call = 0; call < 50; call++) await client.partner.patients.get(read)
  down = true
  const before = service.calls.length
  const calls = 200
  for (let call = 0; call < calls; call++) await client.partner.patients.get(read)
  expect(service.calls.length - before).toBeLessThanOrEqual(calls * 1.1)
  down = false
  for (let call = 0; call < 20; call++) await client.partner.patients.get(read)
  down = true
  const after = service.calls.length
  await client.partner.patients.get(read)
  expect(service.calls.length - after).toBe(3)
})
