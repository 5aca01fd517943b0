import { getEventListeners } from 'node:events'
import { describe, expect, it } from 'vitest'
import { ok } from '../../../shared/result.ts'
import {
  connect,
  createSignal,
  createTestClock,
  failed,
  answering,
  grantToken,
  sendJson,
  type Behaviour,
  type SeenRequest,
} from '#harness/service/test-service.ts'
import { createTokenSource } from './tokens.ts'

const read = { params: { accountId: 7, patientId: 1 } }
const write = { params: { accountId: 7 }, body: { verificationMethod: 'SMS' as const } }
const minute = 60_000
const patient: Behaviour = answering({ id: 1, token: 't' })

const bearers = (calls: readonly SeenRequest[]) => calls.map(({ headers }) => headers.authorization)

describe('an access token', () => {
  it.each([
    ['who find it expired', 60 * minute, ['Bearer token-2']],
    ['whose token was refused', 0, ['Bearer token-1', 'Bearer token-2']],
  ])('is asked for once by a thousand callers %s', async (_, after, sent) => {
    const { client, service, clock } = await connect(({ headers }, response, nth) => {
      const isOld = nth > 1 && headers.authorization === 'Bearer token-1'
      sendJson(response, { id: 1 }, isOld ? 401 : 200)
    })
    await client.partner.patients.get(read)
    clock.advance(after)
    const results = await Promise.all(
      Array.from({ length: 1_000 }, () => client.partner.patients.get(read)),
    )
    expect(results.every(({ ok }) => ok)).toBe(true)
    expect(service.tokenRequests).toHaveLength(2)
    expect(new Set(bearers(service.calls.slice(1)))).toEqual(new Set(sent))
  })

  it('serves to its end when renewing fails, without asking at every call', async () => {
    const { client, service, clock } = await connect(patient, {}, (nth, response) =>
      nth === 1 ? grantToken(3_600)(nth, response) : sendJson(response, {}, 400),
    )
    await client.partner.patients.get(read)
    clock.advance(55 * minute)
    for (let call = 0; call < 20; call++)
      expect(await client.partner.patients.get(read)).toMatchObject({ ok: true })
    expect(service.tokenRequests).toHaveLength(2)
    clock.advance(5 * minute)
    expect(await client.partner.patients.get(read)).toMatchObject(
      failed({ kind: 'unauthorized', stage: 'token', attempts: 0 }),
    )
  })

  it('lives an hour where the answer does not say how long', async () => {
    const { client, service, clock } = await connect(patient, {}, (nth, response) =>
      sendJson(response, { access_token: `token-${nth}` }),
    )
    await client.partner.patients.get(read)
    clock.advance(45 * minute)
    await client.partner.patients.get(read)
    expect(service.tokenRequests).toHaveLength(1)
    clock.advance(15 * minute)
    await client.partner.patients.get(read)
    expect(service.tokenRequests).toHaveLength(2)
  })
})

/** A source of these tokens, each of 100 s; all but the first wait for `renewed`. */
function startSource(tokens: readonly string[], random = 0, renewed = Promise.resolve()) {
  let asked = 0
  const clock = createTestClock()
  async function request() {
    const token = tokens[asked++] ?? 'none'
    if (asked > 1) await renewed
    return ok({ token, lifetimeMs: 100_000 })
  }
  const source = createTokenSource(request, { clock, random: () => random })
  return { source, clock, asked: () => asked }
}

describe('a source of tokens', () => {
  it.each([
    [0, 80_000],
    [0.75, 87_500],
  ])('asks for the next token from a moment on that chance (%d) spreads', async (random, ms) => {
    const { source, clock, asked } = startSource(['one', 'two'], random)
    await source.get()
    clock.advance(ms - 1)
    expect(await source.get()).toEqual(ok('one'))
    expect(asked()).toBe(1)
    clock.advance(1)
    await source.get()
    expect(asked()).toBe(2)
  })

  it('goes on with the old token while it is renewed', async () => {
    const renewal = createSignal()
    const { source, clock, asked } = startSource(['one', 'two'], 0, renewal.sent)
    await source.get()
    clock.advance(80_000)
    for (let call = 0; call < 3; call += 1) expect(await source.get()).toEqual(ok('one'))
    renewal.send()
    await expect.poll(() => source.get()).toEqual(ok('two'))
    expect(asked()).toBe(2)
  })

  it('gives no token from the millisecond on at which its use ends', async () => {
    const { source, clock } = startSource(['one', 'two'])
    await source.get()
    clock.advance(98_000)
    expect(await source.get()).toEqual(ok('two'))
  })

  it('asks for nothing when the doubted token was replaced already', async () => {
    const { source, asked } = startSource(['one', 'two'])
    await source.get()
    source.refuse('one')
    await source.get()
    expect(await source.doubt('one')).toBe(true)
    expect(asked()).toBe(2)
  })

  it('has no other token to try when it is given the same again', async () => {
    const { source } = startSource(['one', 'one'])
    await source.get()
    expect(await source.doubt('one')).toBe(false)
  })

  it('gives and asks nothing for a caller who gave up before, and holds on to no signal', async () => {
    const { source, asked } = startSource(['one'])
    const left = new AbortController()
    left.abort()
    expect(await source.get(left.signal)).toMatchObject({ ok: false, error: { reason: 'aborted' } })
    expect(asked()).toBe(0)
    const { signal } = new AbortController()
    expect(await startSource(['two']).source.get(signal)).toEqual(ok('two'))
    await expect.poll(() => getEventListeners(signal, 'abort')).toEqual([])
  })
})

describe('a refused token', () => {
  it.each(['read', 'write'])('is replaced and the %s sent once more', async (kind) => {
    const { client, service } = await connect((_request, response, nth) =>
      sendJson(response, { id: 1, token: 't' }, nth === 1 ? 401 : 200),
    )
    const { identityProof, patients } = client.partner
    expect(
      await (kind === 'read' ? patients.get(read) : identityProof.create(write)),
    ).toMatchObject({ ok: true })
    expect(bearers(service.calls)).toEqual(['Bearer token-1', 'Bearer token-2'])
  })

  it('that was replaced already takes its successor not along', async () => {
    const { source } = startSource(['one', 'two'])
    expect(await source.get()).toEqual(ok('one'))
    source.refuse('one')
    expect(await source.get()).toEqual(ok('two'))
    source.refuse('one')
    expect(await source.get()).toEqual(ok('two'))
  })

  it('twice is an error', async () => {
    const { client, service } = await connect(answering({}, 401))
    expect(await client.partner.patients.get(read)).toEqual(
      failed({ operation: 'partner.patients.get', attempts: 2, kind: 'unauthorized' }),
    )
    expect(service.calls).toHaveLength(2)
    expect(service.tokenRequests).toHaveLength(2)
  })
})

describe('a token that cannot be had', () => {
  it.each([400, 401, 403, 404])('for refused credentials (%i) is an error', async (status) => {
    const { client, service } = await connect(patient, {}, (_nth, response) =>
      sendJson(response, { error: 'invalid_client' }, status),
    )
    expect(await client.partner.patients.get(read)).toMatchObject(
      failed({
        operation: 'partner.patients.get',
        kind: 'unauthorized',
        stage: 'token',
        attempts: 0,
      }),
    )
    expect(service.calls).toEqual([])
  })

  it('because there are no credentials sends nothing', async () => {
    const none = { partner: () => undefined, developer: () => undefined }
    const { client, service } = await connect(patient, { credentials: none })
    expect(await client.partner.patients.get(read)).toMatchObject(failed({ kind: 'unauthorized' }))
    expect(service.tokenRequests).toEqual([])
  })

  it('because the host is down says so, and is asked for again by the next call', async () => {
    const { client } = await connect(patient, {}, (nth, response) =>
      nth <= 3 ? sendJson(response, {}, 503) : grantToken(3_600)(nth, response),
    )
    expect(await client.partner.patients.get(read)).toMatchObject(
      failed({ kind: 'serverFault', status: 503, stage: 'token' }),
    )
    expect(await client.partner.patients.get(read)).toMatchObject({ ok: true })
  })

  it('keeps no one waiting who gave up', async () => {
    const arrived = createSignal()
    let release = () => {}
    const { client } = await connect(patient, {}, (nth, response) => {
      release = () => grantToken(3_600)(nth, response)
      arrived.send()
    })
    const controller = new AbortController()
    const leaving = client.partner.patients.get(read, { signal: controller.signal })
    const staying = client.partner.patients.get(read)
    await arrived.sent
    controller.abort()
    expect(await leaving).toMatchObject({ ok: false, error: { reason: 'aborted' } })
    release()
    expect(await staying).toMatchObject({ ok: true })
  })
})

const saysNo = { success: false, message: 'The token has expired', data: null }
const locations = { success: true, message: '', data: [] }

const refusesFirstToken: Behaviour = ({ headers }, response) =>
  sendJson(response, headers.authorization === 'Bearer token-1' ? saysNo : locations)
const alwaysNo: Behaviour = answering(saysNo)

describe('a read of the developer interface whose envelope refuses the token', () => {
  it('is repeated with a fresh token', async () => {
    const { client, service } = await connect(refusesFirstToken)
    expect(await client.developer.locations.list()).toMatchObject({ ok: true })
    expect(await client.developer.locations.list()).toMatchObject({ ok: true })
    const [first, second] = ['Bearer token-1', 'Bearer token-2']
    expect(bearers(service.calls)).toEqual([first, second, second])
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
    expect(bearers(service.calls)).toEqual(['Bearer token-1', 'Bearer token-1'])
  })

  it('is not repeated for a write', async () => {
    const { client, service } = await connect(refusesFirstToken)
    const body = { locationId: 301, formTemplateIds: [601], name: 'x', practitionerId: null }
    expect(await client.developer.formTemplateGroups.create({ body })).toMatchObject({
      error: { kind: 'refusedByEnvelope', attempts: 1 },
    })
    expect(service.calls).toHaveLength(1)
  })
})
