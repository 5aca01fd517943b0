import { describe, expect, it } from 'vitest'
import { contract } from '../../src/contract/index.ts'
import * as cases from '../seeds/cases.ts'
import { failure, inPages, useClient, value } from '#harness/sandbox/client.ts'

const notFound = { kind: 'notFound' }
const { partner, developer, account, here, control, call } = useClient()
const { patients, patientCategories, healthProfile, identityProof } = partner
const { onePacket, minor, arrivals } = cases

describe('patients of an account', () => {
  it('come in pages that a new patient neither shifts nor hides', async () => {
    const params = account
    const query = { limit: 30 }
    const before = await value(patients.list({ params, query }))
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
    const after = await value(patients.update({ params, body }))
    expect(after).toEqual({
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
    const change = { dateOfBirth: '2000-01-09', mobilePhone: null }
    await value(patients.update({ params, body: change }))
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
    const packets = await value(partner.formPackets.list({ params: here, query }))
    expect(packets.items).toHaveLength(1)
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
