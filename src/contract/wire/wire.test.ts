import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { contract } from '../index.ts'
import { listOperations, type Operation } from '../operation.ts'
import { answerFields } from '../source.ts'
import { wireProfile, type WireProfile } from '../wire-profile.ts'
import { translateAnswer } from './answer.ts'
import { answeredRecords } from './answer-fields.ts'
import { translateRequest, wireAddress, type RequestParts } from './request.ts'
import { bodyFields, dateFieldNames, operationsById, queryFields } from './request-fields.ts'

const { formPackets, identityProof, patients, formTemplateGroups } = contract.partner
const profileOf = (values: z.input<typeof wireProfile>) => wireProfile.parse(values)

/** A profile in which everything is otherwise. */
const odd = profileOf({
  paths: {
    partner: '/api',
    operations: { 'partner.formPackets.getUrl': { method: 'POST', path: '/l/{formPacketId}' } },
  },
  sent: {
    names: {
      verificationMethod: 'channel.kind',
      method: 'channel',
      phone: 'to',
      email: 'to',
      code: 'otp',
      patientId: { 'partner.formPackets.list': 'patient', 'partner.formPackets.create': 'for.id' },
      limit: 'pageSize',
      cursor: 'after',
    },
    words: {
      verificationMethod: { SMS: 'text', BOTH: 'all' },
      method: { SMS: 1, EMAIL: 2 },
      status: { COMPLETED: 'DONE' },
    },
    phone: 'national',
    dates: 'dayFirst',
    extra: {
      'partner.formPackets.create': { site: '{locationId}', source: { kind: 'kiosk' } },
      'partner.formPackets.get': { view: 'full' },
    },
  },
  proof: { token: { in: 'body', name: 'session' } },
  read: {
    root: 'data.record',
    fields: {
      'list.items': 'result.rows',
      'list.nextCursor': 'result.page.next',
      'packet.id': 'packet.ids[0].value',
      'packet.status': 'state.code',
      'packet.name': 'packet.title',
      'packet.patientId': 'person.id',
      'proof.id': 'token',
      'proof.token': 'id',
      'match.patientId': 'patients[0].id',
      'verification.result': '$.outcome',
    },
    words: { completed: ['FINISHED', 4], inProgress: ['STARTED'], verified: ['OK'] },
    dateOrder: 'dayFirst',
  },
})

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
    ).toEqual({
      for: { id: 7 },
      formTemplateGroupId: 3,
      site: 101,
      source: { kind: 'kiosk' },
    })
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

  it('is not understood in the words and forms that the profile replaces', () => {
    const { fromWire } = translateRequest(odd, identityProof.send)
    const body = { channel: 'SMS', to: '+12065550101', session: 'secret' }
    expect(identityProof.send.body.safeParse(fromWire(parts({ body }), 'US')?.body).success).toBe(
      false,
    )
  })

  const phone = fc.integer({ min: 2_000_000, max: 9_999_999 }).map((n) => `+1206${n}`)
  const day = fc
    .date({ min: new Date('1900-01-01'), max: new Date('2100-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10))
  const id = fc.oneof(fc.integer({ min: 1 }), fc.stringMatching(/^[a-z][a-z0-9-]{0,12}$/))
  const requests: readonly (readonly [Operation, fc.Arbitrary<Partial<RequestParts>>])[] = [
    [
      identityProof.send,
      fc
        .oneof(
          phone.map((value) => ({ method: 'SMS', phone: value })),
          fc.emailAddress().map((email) => ({ method: 'EMAIL', email })),
        )
        .map((body) => ({ headers: token, body })),
    ],
    [
      identityProof.create,
      fc.constantFrom('SMS', 'EMAIL', 'BOTH').map((verificationMethod) => ({
        body: { verificationMethod },
      })),
    ],
    [
      identityProof.verify,
      fc
        .record({ method: fc.constantFrom('SMS', 'EMAIL'), code: fc.stringMatching(/^\d{4,8}$/) })
        .map((body) => ({ headers: token, body })),
    ],
    [identityProof.get, fc.constant({ headers: token })],
    [
      formPackets.list,
      fc
        .record(
          { patientId: id, limit: fc.integer({ min: 1, max: 1_000 }), from: day, to: day },
          { requiredKeys: [] },
        )
        .map((query) => ({ query })),
    ],
    [
      formPackets.create,
      fc
        .record({ patientId: id, formTemplateGroupId: id, dueDate: day })
        .map((body) => ({ params: { accountId: 1, locationId: 101 }, body })),
    ],
    [
      patients.update,
      fc.record({ dateOfBirth: day, mobilePhone: phone }).map((body) => ({ body })),
    ],
  ]
  const spoken = {
    odd,
    digits: profileOf({ sent: { phone: 'digits', dates: 'compact' } }),
    months: profileOf({ sent: { dates: 'monthFirst' }, proof: { token: { in: 'query' } } }),
  }
  const cases = Object.entries(spoken).flatMap(([name, profile]) =>
    requests.map(([operation, arbitrary]) => ({
      name,
      id: operation.id,
      operation,
      profile,
      arbitrary,
    })),
  )
  it.each(cases)(
    'of $id comes back as it was, spoken as $name',
    ({ operation, profile, arbitrary }) => {
      const { toWire, fromWire } = translateRequest(profile, operation)
      fc.assert(
        fc.property(arbitrary, (given) => {
          expect(fromWire(toWire(parts(given)), 'US')).toEqual(parts(given))
        }),
      )
    },
  )
})

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
    ).toEqual({
      result: 'VERIFIED',
    })
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
    ['31/12/1980', '12/31/1980'],
    ['3.4.1980', '4/3/1980'],
    ['1980-04-03', '1980-04-03'],
  ])('has a date that begins with its day: %s', (theirs, ours) => {
    const { fromWire } = translateAnswer(
      profileOf({ read: { dateOrder: 'dayFirst' } }),
      patients.get,
    )
    expect(fromWire({ dateOfBirth: theirs })).toEqual({ dateOfBirth: ours })
  })

  it('that is no object is handed on as it came', () => {
    for (const operation of [formPackets.get, formPackets.list, identityProof.verify])
      for (const nonsense of [undefined, null, 'text', 7, []])
        expect(() => translateAnswer(odd, operation).fromWire(nonsense)).not.toThrow()
  })
})

describe('the tables of the wire', () => {
  it('name only fields that the contract has', () => {
    for (const [name, { single, listed, fields }] of Object.entries(answeredRecords)) {
      const known = [...single, ...listed].flatMap((operation: Operation) =>
        answerFields(operation).map(({ path }) => path.replace(/^\$(?:\.items\[\])?\.?/, '')),
      )
      for (const field of fields) expect(known, name).toContain(field)
    }
  })

  it('know every calendar date that is sent', () => {
    const dates = listOperations(contract).flatMap((operation) =>
      [operation.query, operation.body].flatMap((part) => {
        if (!part) return []
        const schema = z.toJSONSchema(part, { io: 'input', unrepresentable: 'any' })
        const found = JSON.stringify(schema).matchAll(
          /"(\w+)":\{(?:[^{}]*"anyOf":\[\{)?[^{}]*"format":"date"/g,
        )
        return [...found].map(([, name]) => name)
      }),
    )
    expect([...new Set(dates)].sort()).toEqual([...dateFieldNames].sort())
  })

  it('know the fields of each member of a body', () => {
    expect(bodyFields(identityProof.send)).toEqual(['method', 'email', 'phone'])
    expect(queryFields(formPackets.list)).toContain('patientId')
  })
})
