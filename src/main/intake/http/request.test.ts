import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { contract } from '../../../contract/index.ts'
import { operations, post } from '../../../contract/operation.ts'
import { compileRequest } from './request.ts'

const { identityProof, formPackets } = contract.partner
const canary = 'canary-value'

function faultOf(make: () => unknown): string {
  try {
    make()
  } catch (error) {
    expect(error).toBeInstanceOf(TypeError)
    return (error as TypeError).message
  }
  throw new Error('nothing was thrown')
}

describe('a request that the contract does not allow', () => {
  const send = compileRequest(identityProof.send)
  const params = { accountId: 7, id: 1 }
  const headers = { 'x-identity-proof-token': 't' }
  const body = { method: 'SMS', phone: '+15550100' }

  it.each([
    [
      'an unknown field of the body',
      { params, headers, body: { ...body, extra: canary } },
      'body.extra',
    ],
    [
      'a field of another type',
      { params: { ...params, accountId: canary }, headers, body },
      'params.accountId',
    ],
    ['a field missing', { params: { accountId: 7 }, headers, body }, 'params.id'],
    ['a whole part missing', { params, body }, 'headers.x-identity-proof-token'],
    ['an unknown part', { params, headers, body, query: { q: canary } }, 'query'],
    ['a misspelt part', { parms: canary, params, headers, body }, 'parms'],
  ])('is a bug that names the field and not the value: %s', (_name, input, field) => {
    const fault = faultOf(() => send(input))
    expect(fault).toContain('partner.identityProof.send')
    expect(fault).toContain(field)
    expect(fault).not.toContain(canary)
  })

  it.each(['.', '..'])('never lets an id climb in the path: %s', (id) => {
    expect(faultOf(() => send({ params: { accountId: 7, id }, headers, body }))).toContain(
      'params.id',
    )
  })

  it.each(['a\r\nx-other: 1', 'ä', '\0'])('never lets a value leave its header', (token) => {
    const input = { params, headers: { 'x-identity-proof-token': token }, body }
    expect(faultOf(() => send(input))).toContain('headers.x-identity-proof-token')
  })
})

describe('a request', () => {
  it('keeps every character of an id inside its segment', () => {
    const get = compileRequest(formPackets.get)
    const params = { accountId: 7, locationId: 'a/../b?c#d%2e', formPacketId: 'ü' }
    expect(get({ params }).path).toBe(
      '/partner/v2/account/7/location/a%2F..%2Fb%3Fc%23d%252e/form/%C3%BC',
    )
  })

  it('names the records that it concerns', () => {
    const list = compileRequest(formPackets.list)
    const params = { accountId: 7, locationId: 2 }
    expect(list({ params, query: { patientId: 9 } }).records).toEqual({
      accountId: '7',
      locationId: '2',
      patientId: '9',
    })
  })

  it('repeats a list in the query and encodes a form', () => {
    const { where } = operations('partner.some', '', {
      where: post('/x', '', {
        query: z.strictObject({ tag: z.array(z.string()), on: z.boolean() }),
        body: z.strictObject({ word: z.string() }),
        bodyType: 'form',
        answer: z.unknown(),
      }),
    })
    const made = compileRequest(where)({
      query: { tag: ['a b', 'c'], on: false },
      body: { word: 'x=y&z' },
    })
    expect(made.path).toBe('/x?tag=a+b&tag=c&on=false')
    expect(made.body).toBe('word=x%3Dy%26z')
    expect(made.headers).toContain('application/x-www-form-urlencoded')
  })
})
