import { describe, expect, expectTypeOf, it } from 'vitest'
import type { Result } from '../../../shared/result.ts'
import type { ServiceError } from '../http/errors.ts'
import { createIntakeClient, type IntakeClient } from './client.ts'
import { connect, optionsFor, answering, sendJson } from '#harness/service/test-service.ts'

const inProof = { params: { accountId: 7, id: 'a/b' }, headers: { 'x-identity-proof-token': 'pt' } }

describe('a call', () => {
  it('sends exactly what the contract describes and hands out the checked answer', async () => {
    const { client, service } = await connect(answering({ id: 5, methods: [], more: true }))
    const answer = await client.partner.identityProof.get(inProof)
    expect(answer).toEqual({ ok: true, value: { id: 5, methods: [], more: true } })
    const [call] = service.calls
    expect(call).toMatchObject({
      method: 'GET',
      url: '/partner/v2/account/7/identity-proof/a%2Fb',
      body: '',
    })
    expect(call?.headers).toMatchObject({
      accept: 'application/json',
      'accept-encoding': 'identity',
      authorization: 'Bearer token-1',
      'x-identity-proof-token': 'pt',
    })
    expect(call?.headers['content-type']).toBeUndefined()
  })

  it('writes the query and the JSON body, and leaves out what is not set', async () => {
    const { client, service } = await connect((request, response) =>
      sendJson(response, request.method === 'GET' ? { items: [] } : { id: 1, token: 't' }),
    )
    const params = { accountId: 7, locationId: 'x' }
    await client.partner.formPackets.list({ params, query: { cursor: 'a&b=c', limit: 50 } })
    await client.partner.formPackets.list({ params })
    await client.partner.identityProof.create({
      params: { accountId: 7 },
      body: { verificationMethod: 'SMS' },
    })
    expect(service.calls.map(({ url }) => url)).toEqual([
      '/partner/v2/account/7/location/x/form?cursor=a%26b%3Dc&limit=50',
      '/partner/v2/account/7/location/x/form',
      '/partner/v2/account/7/identity-proof',
    ])
    expect(service.calls[2]?.headers['content-type']).toBe('application/json')
    expect(service.calls[2]?.body).toBe('{"verificationMethod":"SMS"}')
  })

  it('keeps the path before the operation that an address carries', async () => {
    const { client: _unused, service } = await connect(answering({ id: 5, methods: [] }))
    const options = { ...optionsFor(service.url), partnerUrl: `${service.url}/gateway/` }
    const client = createIntakeClient(options)
    await client.partner.identityProof.get(inProof)
    await client.close()
    expect(service.calls[0]?.url).toBe('/gateway/partner/v2/account/7/identity-proof/a%2Fb')
  })

  it('asks for tokens as each interface wants it, with the credentials in UTF-8', async () => {
    const credentials = {
      partner: () => ({ clientId: 'partner-id', clientSecret: 'canary-partner-secret' }),
      developer: () => ({ clientId: 'clínica', clientSecret: 'sécret:ø' }),
    }
    const { client, service } = await connect(answering([]), { credentials })
    await client.partner.identityProof.get(inProof)
    await client.developer.locations.list()
    const [partner, developer] = service.tokenRequests
    expect(partner).toMatchObject({ method: 'POST', url: '/oauth/token' })
    expect(partner?.headers['content-type']).toBe('application/x-www-form-urlencoded')
    expect(partner?.headers.authorization).toBeUndefined()
    expect(Object.fromEntries(new URLSearchParams(partner?.body))).toEqual({
      grant_type: 'client_credentials',
      client_id: 'partner-id',
      client_secret: 'canary-partner-secret',
    })
    expect(developer).toMatchObject({ url: '/oauth2/token', body: 'grant_type=client_credentials' })
    const basic = Buffer.from('clínica:sécret:ø', 'utf8').toString('base64')
    expect(developer?.headers.authorization).toBe(`Basic ${basic}`)
  })
})

type Partner = IntakeClient['partner']

describe('the types of the client', () => {
  it('come from the contract', () => {
    type Create = Partner['identityProof']['create']
    expectTypeOf<Parameters<Create>[0]['body']>().toEqualTypeOf<{
      verificationMethod: 'EMAIL' | 'SMS' | 'BOTH'
    }>()
    type Created = Extract<Awaited<ReturnType<Create>>, { ok: true }>['value']
    expectTypeOf<Created['token']>().toEqualTypeOf<string>()
    expectTypeOf<Awaited<ReturnType<Create>>>().toEqualTypeOf<Result<Created, ServiceError>>()
  })

  it('ask for input only where the operation needs some', () => {
    expectTypeOf<[]>().toExtend<Parameters<IntakeClient['developer']['locations']['list']>>()
    expectTypeOf<[]>().not.toExtend<Parameters<Partner['patients']['get']>>()
    expectTypeOf<[{ params: { accountId: 7 } }]>().toExtend<
      Parameters<Partner['patients']['list']>
    >()
  })

  it('leave the token requests to the client', () => {
    expectTypeOf<keyof IntakeClient>().toEqualTypeOf<
      'partner' | 'developer' | 'read' | 'readUntil' | 'close'
    >()
  })
})
