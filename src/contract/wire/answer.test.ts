import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { odd, profileOf } from '#harness/contract/odd-profile.ts'
import { contract } from '../index.ts'
import type { Operation } from '../operation.ts'
import { translateAnswer } from './answer.ts'
import { operationsById } from './request-fields.ts'

const { formPackets, identityProof, patients, formTemplateGroups } = contract.partner

describe('an answer on the wire', () => {
  const packet = fc.record(
    {
      id: fc.integer({ min: 1 }),
      name: fc.string({ minLength: 1 }),
      status: fc.constantFrom('NOT_STARTED', 'IN_PROGRESS', 'COMPLETED', 'ARCHIVED'),
      patientId: fc.integer({ min: 1 }),
      dueDate: fc.constantFrom('2030-05-31', null),
      forms: fc.constant([{ id: 1, status: 'COMPLETED' }]),
    },
    { requiredKeys: ['id', 'name', 'status'] },
  )
  const methods = fc.constantFrom(
    [{ method: 'SMS', status: 'VERIFIED' }],
    [
      { method: 'SMS', status: 'PENDING' },
      { method: 'EMAIL', status: 'VERIFIED' },
    ],
  )
  const answers: readonly (readonly [Operation, fc.Arbitrary<unknown>])[] = [
    [formPackets.get, packet],
    [
      formPackets.list,
      fc.record({
        items: fc.array(packet, { maxLength: 4 }),
        nextCursor: fc.constantFrom('c', null),
      }),
    ],
    [
      identityProof.create,
      fc.record({ id: fc.uuid(), token: fc.string({ minLength: 1 }), methods }),
    ],
    [
      identityProof.verify,
      fc.record({ result: fc.constantFrom('VERIFIED', 'INCORRECT', 'EXPIRED', 'LOCKED'), methods }),
    ],
    [identityProof.getPatient, fc.record({ patientId: fc.integer({ min: 1 }) })],
    [
      patients.get,
      fc.record({ id: fc.integer(), dateOfBirth: fc.constantFrom('3/4/1980', '12/31/2001') }),
    ],
  ]
  it.each(answers.map(([operation, arbitrary]) => ({ id: operation.id, operation, arbitrary })))(
    'of $id comes back as it was',
    ({ operation, arbitrary }) => {
      const { toWire, fromWire } = translateAnswer(odd, operation)
      fc.assert(
        fc.property(arbitrary, (answer) => {
          expect(fromWire(toWire(answer))).toEqual(answer)
        }),
      )
    },
  )

  it('is the very one that came without a profile', () => {
    for (const operation of operationsById.values()) {
      const answer = { items: [], id: 1 }
      expect(translateAnswer(profileOf({}), operation).fromWire(answer)).toBe(answer)
    }
  })

  it('is found where the profile says, in the words of the profile', () => {
    const { fromWire } = translateAnswer(odd, formPackets.list)
    expect(
      fromWire({
        result: {
          rows: [
            {
              packet: { ids: [{ value: 9 }], title: 'New patient forms' },
              state: { code: ' finished ' },
              person: { id: 7 },
            },
          ],
          page: { next: 'c2' },
        },
      }),
    ).toEqual({
      items: [{ id: 9, name: 'New patient forms', status: 'COMPLETED', patientId: 7 }],
      nextCursor: 'c2',
    })
    expect(
      translateAnswer(odd, identityProof.verify).fromWire({ data: { record: { outcome: 'ok' } } }),
    ).toEqual({ result: 'VERIFIED' })
  })

  it('is found where the profile says also for a token', () => {
    const profile = profileOf({ read: { fields: { 'token.access_token': 'bearer.value' } } })
    const { fromWire } = translateAnswer(profile, contract.auth.partnerToken)
    expect(fromWire({ bearer: { value: 't' } })).toEqual({ access_token: 't' })
  })

  it('takes nothing for a moved field that stands under its usual name', () => {
    const { fromWire } = translateAnswer(
      profileOf({ read: { fields: { 'match.patientId': 'match.id' } } }),
      identityProof.getPatient,
    )
    expect(fromWire({ patientId: 5, match: {} })).toEqual({})
  })

  it('may be a bare list', () => {
    const { fromWire, toWire } = translateAnswer(
      profileOf({ read: { fields: { 'list.items': '$' } } }),
      formTemplateGroups.listForLocation,
    )
    expect(fromWire([{ id: 1 }])).toEqual({ items: [{ id: 1 }] })
    expect(toWire({ items: [{ id: 1 }], nextCursor: null })).toEqual([{ id: 1 }])
  })

  it.each([
    ['dayFirst', '31/12/1980', '12/31/1980'],
    ['dayFirst', '3.4.1980', '4/3/1980'],
    ['dayFirst', '1980-04-03', '1980-04-03'],
    ['monthFirst', '03-04-1980', '03/04/1980'],
    ['monthFirst', '3.4.1980', '3/4/1980'],
    ['documented', '03-04-1980', '03-04-1980'],
  ] as const)('has a date in its order, %s: %s', (dateOrder, theirs, ours) => {
    const { fromWire } = translateAnswer(profileOf({ read: { dateOrder } }), patients.get)
    expect(fromWire({ dateOfBirth: theirs })).toEqual({ dateOfBirth: ours })
  })

  it('that is no object is handed on as it came', () => {
    for (const operation of [formPackets.get, formPackets.list, identityProof.verify])
      for (const nonsense of [undefined, null, 'text', 7, []])
        expect(() => translateAnswer(odd, operation).fromWire(nonsense)).not.toThrow()
  })
})
