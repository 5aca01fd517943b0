import { describe, expect, it } from 'vitest'
import { odd, profileOf } from '#harness/contract/odd-profile.ts'
import { contract } from '../index.ts'
import type { Operation } from '../operation.ts'
import type { WireProfile } from '../wire-profile.ts'
import { translateRequest, wireAddress, type RequestParts } from './request.ts'
import { operationsById } from './request-fields.ts'

const { formPackets, identityProof, patients } = contract.partner

const parts = (given: Partial<RequestParts>): RequestParts => ({
  params: {},
  query: {},
  headers: {},
  body: undefined,
  ...given,
})

const sentTo = (profile: WireProfile, operation: Operation, given: Partial<RequestParts>) =>
  translateRequest(profile, operation).toWire(parts(given))

const token = { 'x-identity-proof-token': 'secret' }

describe('a request on the wire', () => {
  it('is the very one of the contract without a profile', () => {
    for (const operation of operationsById.values()) {
      const given = parts({ query: { limit: 3 } })
      expect(translateRequest(profileOf({}), operation).toWire(given)).toBe(given)
      expect(wireAddress(profileOf({}), operation)).toEqual({
        method: operation.method,
        path: operation.path,
      })
    }
  })

  it.each([
    ['national', '2065550101'],
    ['nationalWritten', '(206) 555-0101'],
    ['digits', '12065550101'],
  ] as const)('has a phone number written as %s', (phone, written) => {
    const body = { method: 'SMS', phone: '+12065550101' }
    const profile = profileOf({ sent: { phone } })
    expect(sentTo(profile, identityProof.send, { headers: token, body }).body).toEqual({
      ...body,
      phone: written,
    })
  })

  it('has the names, words and places of the profile', () => {
    expect(
      sentTo(odd, identityProof.send, {
        headers: token,
        body: { method: 'SMS', phone: '+442079460018' },
      }),
    ).toEqual(parts({ body: { channel: 1, to: '02079460018', session: 'secret' } }))
    expect(
      sentTo(odd, identityProof.create, { body: { verificationMethod: 'BOTH' } }).body,
    ).toEqual({ channel: { kind: 'all' } })
    expect(sentTo(odd, identityProof.get, { headers: token })).toEqual(
      parts({ query: { session: 'secret' } }),
    )
    expect(
      sentTo(odd, formPackets.list, { query: { patientId: 7, limit: 5, from: '2030-05-31' } })
        .query,
    ).toEqual({ patient: 7, pageSize: 5, from: '31/5/2030' })
    expect(
      sentTo(odd, formPackets.create, {
        params: { accountId: 1, locationId: 101 },
        body: { patientId: 7, formTemplateGroupId: 3 },
      }).body,
    ).toEqual({ for: { id: 7 }, formTemplateGroupId: 3, site: 101, source: { kind: 'kiosk' } })
    expect(sentTo(odd, formPackets.get, {}).query).toEqual({ view: 'full' })
  })

  it.each([
    ['monthFirst', '5/31/2030'],
    ['dayFirst', '31/5/2030'],
    ['compact', '20300531'],
    ['iso', '2030-05-31'],
  ] as const)('writes dates as %s', (dates, written) => {
    const profile = profileOf({ sent: { dates } })
    expect(sentTo(profile, formPackets.list, { query: { from: '2030-05-31' } }).query).toEqual({
      from: written,
    })
  })

  it('stands at the path and has the method of the profile', () => {
    expect(wireAddress(odd, formPackets.getUrl)).toEqual({
      method: 'POST',
      path: '/l/{formPacketId}',
    })
    expect(wireAddress(odd, patients.list).path).toBe('/api/account/{accountId}/patients')
    expect(wireAddress(odd, contract.developer.locations.list).path).toBe(
      '/service/api/developer/v1/locations',
    )
  })

  it('lacks what the profile adds when it came without', () => {
    const { fromWire } = translateRequest(odd, formPackets.get)
    expect(fromWire(parts({}), 'US')).toBeUndefined()
    expect(fromWire(parts({ query: { view: 'full' } }), 'US')).toEqual(parts({}))
  })

  it.each([
    [identityProof.create, { channel: { kind: 'text' } }, true],
    [identityProof.create, { verificationMethod: 'SMS' }, false],
    [identityProof.send, { channel: 1, to: '2065550101', session: 'secret' }, true],
    [identityProof.send, { channel: 'SMS', to: '2065550101', session: 'secret' }, false],
    [identityProof.send, { channel: 1, to: '+12065550101', session: 'secret' }, false],
  ])("is understood in the profile's words alone: %#", (operation, body, isUnderstood) => {
    const { fromWire } = translateRequest(odd, operation)
    const given = fromWire(parts({ body }), 'US')?.body
    expect(operation.body.safeParse(given).success).toBe(isUnderstood)
  })
})
