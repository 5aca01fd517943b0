import { describe, expectTypeOf, it } from 'vitest'
import type { Result } from '../../../shared/result.ts'
import type { IntakeClient } from './client.ts'
import type { ServiceError } from '../http/errors.ts'

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

  it('let a list in pages be read to its end, and nothing else', () => {
    type List = Partner['formPackets']['list']
    type Page = Extract<Awaited<ReturnType<List>>, { ok: true }>['value']
    expectTypeOf<ReturnType<List['pages']>>().toEqualTypeOf<
      AsyncGenerator<Result<Page, ServiceError>, void>
    >()
    expectTypeOf<ReturnType<List['each']>>().toEqualTypeOf<
      AsyncGenerator<Result<Page['items'][number], ServiceError>, void>
    >()
    expectTypeOf<Page['items'][number]>().toExtend<{ id: string | number; name?: string | null }>()
    expectTypeOf<[]>().toExtend<Parameters<Partner['webhooks']['list']['each']>>()
    expectTypeOf<[]>().not.toExtend<Parameters<List['each']>>()
    expectTypeOf<Partner['formPackets']['get']>().not.toHaveProperty('pages')
    expectTypeOf<Partner['webhooks']['listEventTypes']>().not.toHaveProperty('each')
  })

  it('leave the token requests to the client', () => {
    expectTypeOf<keyof IntakeClient>().toEqualTypeOf<
      'partner' | 'developer' | 'read' | 'readUntil' | 'close'
    >()
  })
})
