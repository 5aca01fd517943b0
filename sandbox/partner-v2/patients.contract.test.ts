import { describe, expect, it } from 'vitest'
import * as cases from '../seeds/cases.ts'
import { failure, inPages, openClient, value } from '../../test/harness/sandbox/client.ts'

const notFound = { kind: 'notFound' }
const { onePacket, threePackets, halfDone, noPacket, minor, arrivals } = cases

describe('patients of an account', () => {
  it('come in pages that a new patient neither shifts nor hides', async () => {
    const { partner, account: params } = await openClient()
    const { patients } = partner
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
    const { partner, account } = await openClient()
    const params = { ...account, patientId: onePacket.id }
    const { email, lastUpdatedOn, ...before } = await value(partner.patients.get({ params }))
    expect(email).toBe(onePacket.email)
    const body = { lastName: 'Delgado-Ruiz', email: null }
    const after = await value(partner.patients.update({ params, body }))
    expect(after).toEqual({
      ...before,
      lastUpdatedOn: expect.not.stringMatching(String(lastUpdatedOn)) as unknown,
      lastName: 'Delgado-Ruiz',
      name: 'Rosa Delgado-Ruiz',
      email: '',
      receiveEmail: false,
    })
  })

  it('carry addresses and relatives singly, and not in lists', async () => {
    const { partner, account: params } = await openClient()
    const one = { params: { ...params, patientId: minor.parent.id } }
    expect(await value(partner.patients.get(one))).toMatchObject({
      homeAddress: { city: 'Seattle' },
      children: [{ id: minor.child.id }],
    })
    const { items } = await value(partner.patients.list({ params }))
    for (const item of items) expect(item).not.toHaveProperty('homeAddress')
  })
})

describe('a patient who is removed', () => {
  async function remove(patientId: number) {
    const opened = await openClient()
    const params = { ...opened.account, patientId }
    await value(opened.partner.patients.delete({ params }))
    return { ...opened, params }
  }

  it('is gone from the account, for both interfaces', async () => {
    const { partner, developer, account, params } = await remove(onePacket.id)
    const { patients, patientCategories, healthProfile } = partner
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
    const { partner, here } = await remove(arrivals.due.id)
    const query = { patientId: arrivals.due.id }
    const packets = await value(partner.formPackets.list({ params: here, query }))
    expect(packets.items).toHaveLength(1)
    const { items } = await value(partner.appointments.list({ params: here, query }))
    const appointmentId = items[0]?.id ?? 0
    const one = await value(partner.appointments.get({ params: { ...here, appointmentId } }))
    expect(one.patient).toMatchObject({ name: 'Elena Vega' })
  })

  it('is no longer a relative, nor matched, and gets no new packet', async () => {
    const { partner, here, account, control } = await remove(minor.parent.id)
    const child = { params: { ...account, patientId: minor.child.id } }
    expect((await value(partner.patients.get(child))).parents).toEqual([])

    const { identityProof } = partner
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

describe('the category of a patient', () => {
  it('is where the last transition led, in the pipeline of that category', async () => {
    const { partner, account } = await openClient()
    const params = { ...account, patientId: threePackets.id }
    const assignment = await value(partner.patientCategories.get({ params }))
    expect(assignment).toMatchObject({ categoryId: 1202, crmStatusId: 1122 })
    const category = { params: { ...account, categoryId: 1202 } }
    const { crmStatusGroupId } = await value(partner.categories.get(category))
    const status = { ...account, groupId: crmStatusGroupId ?? 0, statusId: 1122 }
    expect(await value(partner.crmStatusGroups.getStatus({ params: status }))).toMatchObject({
      name: 'In treatment',
    })
  })

  it('has a history, the newest first, each step beginning where the one before ended', async () => {
    const { partner, account } = await openClient()
    const params = { ...account, patientId: onePacket.id }
    const steps = await inPages(2, ({ query }) =>
      partner.patientCategories.listTransitions({ params, query }),
    )
    expect(steps).toHaveLength(3)
    for (const [index, step] of steps.entries()) {
      const earlier = steps[index + 1]
      expect(step.fromCrmStatusId).toBe(earlier?.toCrmStatusId ?? null)
      expect(String(step.transitionedAt) > (earlier?.transitionedAt ?? '')).toBe(true)
    }
    const transitionId = steps[1]?.id ?? 0
    const one = { params: { ...params, transitionId } }
    expect(await value(partner.patientCategories.getTransition(one))).toEqual(steps[1])
    const foreign = { params: { ...one.params, patientId: threePackets.id } }
    const wrong = partner.patientCategories.getTransition(foreign)
    expect(await failure(wrong)).toMatchObject(notFound)
  })

  it('is not found for one who left it, whose history remains, or who never had one', async () => {
    const { partner, account } = await openClient()
    const { patientCategories } = partner
    for (const [patientId, steps] of [
      [halfDone.id, 2],
      [noPacket.id, 0],
    ] as const) {
      const params = { ...account, patientId }
      expect(await failure(patientCategories.get({ params }))).toMatchObject(notFound)
      const { items } = await value(patientCategories.listTransitions({ params }))
      expect(items).toHaveLength(steps)
    }
  })
})
