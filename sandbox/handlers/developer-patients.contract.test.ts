import { describe, expect, it } from 'vitest'
import { contract } from '../../src/contract/index.ts'
import * as cases from '../seeds/cases.ts'
import { people } from '../seeds/people.ts'
import { failure, useClient, value, type Opened } from '#harness/sandbox/client.ts'

const refused = { kind: 'refusedByEnvelope' }
const { onePacket, minor, threePackets } = cases

type Search = NonNullable<Parameters<Opened['developer']['patients']['search']>[0]>

const { partner, developer, account, call } = useClient()
const { patients } = developer
const idsOf = async (query: NonNullable<Search['query']>) =>
  (await value(patients.search({ query }))).map(({ id }) => id)

describe('patients of the developer interface', () => {
  it('come singly with addresses, parents, children and practitioners', async () => {
    const get = (id: number) => value(patients.get({ params: { patient_id: id } }))
    const child = await get(minor.child.id)
    expect(child).toMatchObject({
      homeAddress: {
        city: 'Seattle',
        stateProvince: 'WA',
        fullAddress: '27 Harbor Street, Seattle, WA 98101',
      },
      parents: [{ id: minor.parent.id, name: 'Samuel Adeyemi' }],
      children: [],
      practitioners: [{ id: 402, name: 'Dr. Ravi Menon' }],
    })
    expect(await get(minor.parent.id)).toMatchObject({ children: [{ id: minor.child.id }] })
  })

  it('have every stated field: what is not known of them is an empty text, and never null', async () => {
    const unknown = { firstName: 'Noor', lastName: 'Said' }
    const created = await value(partner.patients.create({ params: account, body: unknown }))
    const found = await value(patients.get({ params: { patient_id: Number(created.id) } }))
    expect(found).toEqual(created)
    const texts = ['email', 'mobilePhone', 'dateOfBirth', 'gender']
    for (const field of texts) expect(found).toHaveProperty(field, '')
    const nowhere = { address1: '', city: '', postalCode: '', stateProvince: '', fullAddress: '' }
    expect(found).toMatchObject({ homeAddress: nowhere, mailingAddress: nowhere })
    const rosa = await value(patients.get({ params: { patient_id: onePacket.id } }))
    expect(rosa).toMatchObject({ gender: 'Female', mailingAddress: { city: 'Seattle' } })
    const all = await value(patients.list())
    expect(all).toHaveLength(people.length + 1)
    expect(all.flatMap((each) => Object.values(each))).not.toContain(null)
  })

  it('of another account are refused', async () => {
    for (const id of [9001, 1]) {
      const get = patients.get({ params: { patient_id: id } })
      expect(await failure(get)).toMatchObject(refused)
    }
  })
})

describe('patient search', () => {
  it('takes a name that is not empty instead of first and last name', async () => {
    const wrong = { firstName: 'Nobody', lastName: 'Nowhere' }
    expect(await idsOf({ ...wrong, name: 'Rosa Delgado' })).toEqual([onePacket.id])
    expect(await idsOf({ ...wrong, name: '' })).toEqual([])
    const right = { firstName: 'Rosa', lastName: 'Delgado' }
    expect(await idsOf({ ...right, name: '' })).toEqual([onePacket.id])
    expect(await idsOf({ ...right, name: 'James' })).toEqual([threePackets.id])
  })

  it('asks for a date of birth as MM/DD/YYYY and answers it unpadded', async () => {
    const found = await value(patients.search({ query: { dateOfBirth: '03/07/1984' } }))
    expect(found).toMatchObject([{ id: onePacket.id, dateOfBirth: '3/7/1984' }])
    const query = { dateOfBirth: '3/7/1984' }
    expect(await call(contract.developer.patients.search, { query })).toMatchObject({
      status: 200,
      body: { success: false, data: {} },
    })
  })

  it('finds by the beginning of names, by e-mail and by the digits of a phone, in any case', async () => {
    expect(await idsOf({ firstName: 'ROS', lastName: 'del' })).toEqual([onePacket.id])
    expect(await idsOf({ lastName: 'gado' })).toEqual([])
    expect(await idsOf({ email: onePacket.email.toUpperCase() })).toEqual([onePacket.id])
    expect(await idsOf({ email: onePacket.email.slice(0, 5) })).toEqual([])
    expect(await idsOf({ mobilePhone: '1 (206) 555-0101' })).toEqual([onePacket.id])
  })

  it('finds those to whom everything fits', async () => {
    const [grace, daniel] = cases.familyPhone.members
    const { phone: mobilePhone } = cases.familyPhone
    expect(await idsOf({ mobilePhone })).toHaveLength(3)
    expect(await idsOf({ mobilePhone, firstName: daniel.firstName })).toEqual([daniel.id])
    expect(await idsOf({ mobilePhone, email: grace.email })).toEqual([grace.id])
    expect(await idsOf({ mobilePhone, email: onePacket.email })).toEqual([])
  })
})

it('patient tags are those of the patient, put aside ones included', async () => {
  const tagsOf = (patientId: number) => patients.listTags({ query: { patientId } })
  expect(await value(tagsOf(onePacket.id))).toEqual([
    { id: 1401, note: 'Prefers mornings', color: '#2f6fb2', active: true },
    { id: 1402, note: 'Needs an interpreter', color: '#b25f2f', active: false },
  ])
  expect(await value(tagsOf(cases.noPacket.id))).toEqual([])
  expect(await failure(tagsOf(9001))).toMatchObject(refused)
})
