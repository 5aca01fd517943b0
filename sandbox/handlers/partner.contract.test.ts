import { describe, expect, it } from 'vitest'
import * as cases from '../seeds/cases.ts'
import { failure, first, useClient, value, type Opened, inPages } from '#harness/sandbox/client.ts'
import { contract } from '../../src/contract/index.ts'
import type { Operation } from '../../src/contract/operation.ts'

type Change = Parameters<Opened['partner']['appointments']['update']>[0]['body']

const taken = { kind: 'rejected', status: 422, code: 'not_available' }
const wish = {
  patientId: cases.noPacket.id,
  practitionerId: 401,
  appointmentTypeId: 502,
  startAt: '2026-03-12T18:00:00Z',
}

const { sandbox, partner, developer, account, here, control, call } = useClient()
const { appointments } = partner
const book = (more: Partial<typeof wish> = {}) =>
  appointments.create({ params: here, body: { ...wish, ...more } })
const change = (appointmentId: string | number, body: Change) =>
  appointments.update({ params: { ...here, appointmentId }, body })

describe('appointments', () => {
  it('are confirmed when the practitioner is free, to the minute, and refused when not', async () => {
    await value(book())
    expect(await failure(book())).toMatchObject(taken)
    expect(await failure(book({ startAt: '2026-03-12T18:19:00Z' }))).toMatchObject(taken)
    expect(await failure(book({ startAt: '2026-03-12T17:41:00Z' }))).toMatchObject(taken)
    await value(book({ startAt: '2026-03-12T18:20:00Z' }))
    await value(book({ startAt: '2026-03-12T17:40:00Z' }))
    await value(book({ practitionerId: 402 }))
  })

  it('free their time when they are cancelled, and cannot come back once it is taken', async () => {
    const { id } = await value(book())
    await value(change(id, { status: 'CANCELLED' }))
    await value(book({ patientId: cases.onePacket.id }))
    expect(await failure(change(id, { status: 'SCHEDULED' }))).toMatchObject(taken)
  })

  it('are moved by time or by practitioner, and what is not named stays', async () => {
    const before = await value(book())
    const startAt = '2026-03-13T18:00:00.000Z'
    const { endAt, ...moved } = await value(change(before.id, { startAt }))
    expect(endAt).toBe('2026-03-13T18:20:00.000Z')
    expect(before).toMatchObject({
      status: 'SCHEDULED',
      patient: { name: 'Aisha Rahman' },
      practitioner: { name: 'Dr. Amelia Stone' },
      location: { name: 'Harbor Family Clinic' },
    })
    expect({ ...moved, endAt: before.endAt }).toEqual({ ...before, startAt })
    expect(await value(change(before.id, { practitionerId: 402 }))).toMatchObject({
      startAt,
      practitioner: { name: 'Dr. Ravi Menon' },
      patientId: wish.patientId,
    })
    const one = { params: { ...here, appointmentId: before.id } }
    expect(await value(appointments.get(one))).toMatchObject({ startAt, practitionerId: 402 })
  })

  it('start in the future, made or moved; one that has passed still changes its state', async () => {
    control.advanceClock(2 * 3_600_000)
    const passed = { kind: 'rejected', status: 422, code: 'start_has_passed' }
    const [justNow, now] = ['2026-03-10T18:59:59Z', '2026-03-10T19:00:00Z']
    expect(await failure(book({ startAt: '1990-01-02T10:00:00Z' }))).toMatchObject(passed)
    expect(await failure(book({ startAt: justNow }))).toMatchObject(passed)
    const { id } = await value(book({ startAt: now }))
    expect(await failure(change(id, { startAt: justNow }))).toMatchObject(passed)
    const nine = await first(appointments.list({ params: here }))
    expect(nine.startAt).toBe('2026-03-10T16:00:00.000Z')
    expect(await value(change(nine.id, { status: 'COMPLETED' }))).toMatchObject({
      startAt: nine.startAt,
      status: 'COMPLETED',
    })
  })

  it('are sorted by their start, also one that is booked last and comes first; filters narrow', async () => {
    const list = async (query: object) =>
      (await value(appointments.list({ params: here, query }))).items
    const from = '2026-03-11'
    const early = await value(book({ startAt: `${from}T13:00:00Z` }))
    const all = await list({ from, limit: 1000 })
    expect(all[0]?.id).toBe(early.id)
    const starts = all.map(({ startAt }) => startAt)
    expect(starts).toEqual([...starts].sort())
    const today = { from: '2026-03-10', to: '2026-03-10' }
    // Seven at full hours, and those of the arrivals but for the one elsewhere.
    expect(await list(today)).toHaveLength(7 + 9)
    expect(await list({ ...today, status: 'CANCELLED' })).toHaveLength(2)
    const whose = { patientId: cases.arrivals.due.id, practitionerId: 401 }
    expect(await list({ ...today, ...whose })).toHaveLength(1)
  })

  it.each([
    ['patient', { patientId: 9001 }],
    ['practitioner', { practitionerId: 902 }],
    ['appointment_type', { appointmentTypeId: 911 }],
  ])('are refused with a %s of another account', async (whose, wrong) => {
    const refused = { kind: 'rejected', status: 422, code: `unknown_${whose}` }
    expect(await failure(book(wrong))).toMatchObject(refused)
  })
})

const notFound = { kind: 'notFound' }
const { patients, patientCategories, healthProfile, identityProof } = partner
const { onePacket, minor, arrivals } = cases

describe('patients of an account', () => {
  it('come in pages that a new patient neither shifts nor hides', async () => {
    const params = account
    const before = await value(patients.list({ params, query: { limit: 30 } }))
    await value(patients.create({ params, body: { firstName: 'Noor', lastName: 'Said' } }))
    const rest = await inPages(30, (page) =>
      patients.list({ params, query: { cursor: before.nextCursor ?? '', ...page.query } }),
    )
    const ids = [...before.items, ...rest].map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
    expect(ids).toEqual(
      (await value(patients.list({ params, query: { limit: 1000 } }))).items.map(({ id }) => id),
    )
  })

  it('are changed in part: what is named, null clearing it, and nothing else', async () => {
    const params = { ...account, patientId: onePacket.id }
    const { email, lastUpdatedOn, ...before } = await value(patients.get({ params }))
    expect(email).toBe(onePacket.email)
    const body = { lastName: 'Delgado-Ruiz', email: null }
    expect(await value(patients.update({ params, body }))).toEqual({
      ...before,
      lastUpdatedOn: expect.not.stringMatching(String(lastUpdatedOn)) as unknown,
      lastName: 'Delgado-Ruiz',
      name: 'Rosa Delgado-Ruiz',
      email: '',
      receiveEmail: false,
    })
  })

  it('are found by part of a name or of an e-mail address, twenty in a page', async () => {
    const list = async (query?: object) =>
      (await value(patients.list({ params: account, ...(query && { query }) }))).items
    expect(await list({ name: 'delgado' })).toMatchObject([
      { id: onePacket.id, dateOfBirth: '3/7/1984' },
    ])
    expect(await list({ email: cases.sharedEmail.email })).toHaveLength(2)
    expect(await list()).toHaveLength(20)
  })

  it('are created with what is known, and refused with a phone that is none', async () => {
    const body = { firstName: 'Noor', lastName: 'Said', mobilePhone: '+12065550198' }
    const created = await call(contract.partner.patients.create, { params: account, body })
    expect(created.status).toBe(201)
    const params = { ...account, patientId: (created.body as { id: number }).id }
    await value(patients.update({ params, body: { dateOfBirth: '2000-01-09', mobilePhone: null } }))
    expect(await value(patients.get({ params }))).toMatchObject({
      mobilePhone: '',
      firstName: 'Noor',
      dateOfBirth: '1/9/2000',
      active: true,
    })
    const bad = { ...body, mobilePhone: '555' }
    const refused = await call(contract.partner.patients.create, { params: account, body: bad })
    expect(refused.status).toBe(400)
  })
})

describe('a patient who is removed', () => {
  const remove = async (patientId: number) => {
    const params = { ...account, patientId }
    await value(patients.delete({ params }))
    return params
  }

  it('is gone from the account, for both interfaces', async () => {
    const params = await remove(onePacket.id)
    for (const call of [
      patients.get({ params }),
      patients.update({ params, body: { firstName: 'x' } }),
      patients.delete({ params }),
      patientCategories.get({ params }),
      healthProfile.listAllergies({ params }),
      healthProfile.getAllergy({ params: { ...account, allergyId: 2101 } }),
    ])
      expect(await failure(call)).toMatchObject(notFound)
    const query = { name: onePacket.lastName }
    expect((await value(patients.list({ params: account, query }))).items).toEqual([])
    expect(await value(developer.patients.search({ query }))).toEqual([])
    const found = developer.patients.get({ params: { patient_id: onePacket.id } })
    expect(await failure(found)).toMatchObject({ kind: 'refusedByEnvelope' })
  })

  it('leaves what the location holds: packets, and appointments that still know the name', async () => {
    await remove(arrivals.due.id)
    const query = { patientId: arrivals.due.id }
    expect((await value(partner.formPackets.list({ params: here, query }))).items).toHaveLength(1)
    const { items } = await value(partner.appointments.list({ params: here, query }))
    const appointmentId = items[0]?.id ?? 0
    const one = await value(partner.appointments.get({ params: { ...here, appointmentId } }))
    expect(one.patient).toMatchObject({ name: 'Elena Vega' })
  })

  it('is no longer a relative, nor matched, and gets no new packet', async () => {
    await remove(minor.parent.id)
    const child = { params: { ...account, patientId: minor.child.id } }
    expect((await value(patients.get(child))).parents).toEqual([])

    const body = { verificationMethod: 'SMS' as const }
    const { id, token } = await value(identityProof.create({ params: account, body }))
    const proof = { params: { ...account, id }, headers: { 'x-identity-proof-token': token } }
    const { phone } = minor.parent
    await value(identityProof.send({ ...proof, body: { method: 'SMS', phone } }))
    const code = control.latestCode(phone) ?? ''
    await value(identityProof.verify({ ...proof, body: { method: 'SMS', code } }))
    expect(await failure(identityProof.getPatient(proof))).toMatchObject(notFound)

    const packet = { patientId: minor.parent.id, formTemplateIds: [601] }
    const created = partner.formPackets.create({ params: here, body: packet })
    expect(await failure(created)).toMatchObject({ status: 422, code: 'unknown_patient' })
  })
})

const { appointmentTypes, categories, crmStatusGroups, invoices, labs } = contract.partner
const { healthProfile: profile } = contract.partner
type Row = Readonly<Record<string, unknown>>

/** Calls an operation with those of its path's parameters that are known here. */
async function ask(operation: Operation, own: object = {}, query?: object): Promise<unknown> {
  const known: Row = { ...here, ...own }
  const names = Object.keys(operation.params?.shape ?? {})
  const params = Object.fromEntries(names.map((name) => [name, known[name]]))
  return (await call<Operation>(operation, { params, ...(query && { query }) })).body
}
const list = async (...input: Parameters<typeof ask>) =>
  ((await ask(...input)) as { items: Row[] }).items

const rosa = { patientId: cases.onePacket.id }
it.each<[Operation, object, object, number[]]>([
  [appointmentTypes.list, {}, {}, [501, 502, 503, 504]],
  [appointmentTypes.list, {}, { name: 'FOLLOW' }, [502, 504]],
  [appointmentTypes.list, {}, { description: 'video' }, [504]],
  [appointmentTypes.list, {}, { name: 'visit', description: 'first' }, [501]],
  [crmStatusGroups.list, {}, {}, [1101, 1102, 1103]],
  [crmStatusGroups.listStatuses, { groupId: 1101 }, {}, [1111, 1114, 1112, 1113]],
  [profile.listAllergies, rosa, {}, [2101, 2102, 2103]],
  [profile.listAllergies, { patientId: cases.noPacket.id }, {}, []],
  [invoices.list, {}, rosa, [2501]],
  [invoices.list, {}, { ...rosa, from: '2026-02-18', to: '2026-02-18' }, [2501]],
  [invoices.list, {}, { ...rosa, from: '2026-02-19' }, []],
  [invoices.list, {}, { status: 'CANCELLED' }, [2504]],
  [labs.list, {}, rosa, [2402, 2401]],
  [labs.list, {}, { ...rosa, status: 'RESULTED' }, [2401]],
  [labs.list, {}, { ...rosa, from: '2026-03-09', to: '2026-03-09' }, [2402]],
  [labs.list, {}, { patientId: cases.threePackets.id, status: 'CANCELLED' }, [2404]],
])('$0.id of $1 by $2 lists $3', async (operation, own, query, ids) => {
  expect((await list(operation, own, query)).map(({ id }) => id)).toEqual(ids)
})

it.each<[Operation, string, string]>([
  [invoices.list, 'createdAt', 'lineItems'],
  [labs.list, 'orderedAt', 'testPanels'],
])('$0.id lists what is at its own location, the newest first, without $2', async (...row) => {
  const [operation, time, details] = row
  const all = await list(operation, {}, { limit: 1000 })
  const times = all.map((each) => String(each[time]))
  expect(times.length).toBeGreaterThan(5)
  expect(times).toEqual([...times].sort().reverse())
  for (const each of all) {
    expect(each['locationId']).toBe(301)
    expect(each).not.toHaveProperty(details)
  }
})

const text = expect.any(String) as string
it.each<[Operation, object, object]>([
  [categories.get, { categoryId: 1204 }, { isCrmTracked: false, isActive: false }],
  [profile.getMedication, { medicationId: 2202 }, { status: 'INACTIVE', endedAt: text }],
  [
    invoices.get,
    { invoiceId: 2503 },
    { status: 'PAID', paymentStatus: 'PAID', paidAmount: 185.5, paidAt: text },
  ],
  [
    labs.get,
    { labId: 2403 },
    {
      testPanels: [
        { name: 'Basic metabolic panel', testComponents: [{ value: text }, {}, {}] },
        { name: 'Lipid panel', testComponents: [{ value: null }, {}] },
      ],
    },
  ],
])('$0.id of $1', async (operation, own, expected) => {
  expect(await ask(operation, own)).toMatchObject(expected)
})

it('an appointment type can be booked while it is active, for as long as it lasts', async () => {
  const wish = { patientId: 5003, practitionerId: 401, startAt: '2026-03-11T19:30:00Z' }
  const book = (appointmentTypeId: number) =>
    partner.appointments.create({ params: here, body: { ...wish, appointmentTypeId } })
  expect(await failure(book(505))).toMatchObject({ status: 422 })
  expect(await value(book(504))).toMatchObject({ endAt: '2026-03-11T19:45:00.000Z' })
})

const patient = { firstName: 'Ada', lastName: 'Reed', mobilePhone: '+12065550123' }

const conversions = partner.remoteCareConversions
const create = (body = {}) => value(conversions.create({ params: here, body }))
const at = (id: string | number, locationId = here.locationId) => ({
  params: { ...here, locationId, id },
})

it('an update changes the patient’s data in part, and puts new lists for old ones', async () => {
  const selectedServices = ['Remote monitoring', 'Video visits']
  const { id, createdAt } = await create({ patient, selectedServices })
  control.advanceClock(1000)
  const first = { patient: { email: 'ada@example.com' }, attemptLinks: [{ attemptId: 'a-81' }] }
  expect(await value(conversions.update({ ...at(id), body: first }))).toMatchObject({
    status: 'IN_PROGRESS',
    patient: { ...patient, email: 'ada@example.com' },
    selectedServices,
    attemptLinks: [{ attemptId: 'a-81' }],
    createdAt,
    updatedAt: '2026-03-10T17:00:01.000Z',
  })
  const second = { selectedServices: ['Video visits'] }
  await value(conversions.update({ ...at(id), body: second }))
  expect(await value(conversions.get(at(id)))).toMatchObject({
    patient: { email: 'ada@example.com' },
    ...second,
    attemptLinks: first.attemptLinks,
  })
})

it('a conversion of another location, or of nobody, is neither found nor changed', async () => {
  const { id } = await create({ patient })
  for (const wrong of [at(id, sandbox.locationIds[1]), at(1)]) {
    expect(await failure(conversions.get(wrong))).toMatchObject({ kind: 'notFound' })
    const update = conversions.update({ ...wrong, body: { selectedServices: ['x'] } })
    expect(await failure(update)).toMatchObject({ kind: 'notFound' })
  }
  expect(await value(conversions.get(at(id)))).toMatchObject({ selectedServices: [] })
})
