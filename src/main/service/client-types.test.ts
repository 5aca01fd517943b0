import { describe, expectTypeOf, it } from 'vitest'
import type { Result } from '../../shared/result.ts'
import type { IntakeClient } from './client.ts'
import type { ServiceError } from './errors.ts'

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
    expectTypeOf<keyof IntakeClient>().toEqualTypeOf<'partner' | 'developer' | 'close'>()
  })
})
