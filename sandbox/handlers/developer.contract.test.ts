import { describe, expect, it } from 'vitest'
import { send, testStart, failure, useClient, value, type Opened } from '#harness/sandbox/client.ts'
import { contract } from '../../src/contract/index.ts'
import * as cases from '../seeds/cases.ts'
import { people } from '../seeds/people.ts'

const now = new Date(testStart).toISOString()
const body = {
  locationId: 301,
  formTemplateIds: [604, 601],
  name: 'Sports check',
  practitionerId: 402,
}

const refused = { kind: 'refusedByEnvelope' }

const { sandbox, developer, partner, account, here, control, call } = useClient()
const { formTemplateGroups: groups } = developer
const one = (id: unknown) => ({ params: { form_template_group_id: id as number } })
const create = async () => {
  const created = await value(groups.create({ body }))
  return { ...created, id: Number(created.id) }
}

describe('template groups of the developer interface', () => {
  it('are created active, with a public link that opens their forms', async () => {
    const created = await create()
    expect(created).toMatchObject({ name: 'Sports check', active: true, practitionerId: 402 })
    expect(created.publicUuid).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/)
    expect(await send('GET', String(created.staticLink))).toMatchObject({ status: 302 })
    expect(created.staticLink?.startsWith(sandbox.pagesUrl)).toBe(true)
    expect(await value(groups.get(one(created.id)))).toMatchObject({ ...created, createdOn: now })
    const packet = { patientId: 5003, formTemplateGroupId: created.id }
    const made = await value(partner.formPackets.create({ params: here, body: packet }))
    expect(made).toMatchObject({ name: 'Sports check', forms: [{}, {}] })
  })

  it('are marked inactive by a deletion that gives them back with their templates', async () => {
    const { id, staticLink } = await create()
    const deleted = await value(groups.delete({ body: { id } }))
    expect(deleted).toMatchObject({ id, active: false, formTemplates: [{ id: 601 }, { id: 604 }] })
    expect(await value(groups.get(one(id)))).toMatchObject({ active: false })
    expect((await value(groups.list())).map((group) => group.id)).toContain(id)

    const { items } = await value(partner.formTemplateGroups.listForLocation({ params: here }))
    expect(items.map((group) => group.id)).not.toContain(id)
    expect(await send('GET', String(staticLink))).toMatchObject({ status: 404 })
    const packet = { patientId: 5003, formTemplateGroupId: id }
    const create422 = partner.formPackets.create({ params: here, body: packet })
    expect(await failure(create422)).toMatchObject({ kind: 'rejected', status: 422 })
  })

  it('are listed by practitioner; one whom nobody knows has none', async () => {
    const of = async (practitioner_id: number) =>
      (await value(groups.listByPractitioner({ params: { practitioner_id } }))).map(({ id }) => id)
    expect(await of(402)).toEqual([])
    const { id } = await create()
    expect(await of(402)).toEqual([id])
    expect(await of(401)).toEqual([7012, 7022, 7032])
    expect(await of(999)).toEqual([])
  })
})

describe('form templates of the developer interface', () => {
  it('are listed with six fields, by sortOrder, those no longer active included', async () => {
    const all = await value(developer.formTemplates.list())
    expect(all.map(({ id }) => id)).toEqual([601, 602, 603, 604, 605, 606, 607, 608])
    expect(all.at(-1)).toEqual({
      id: 608,
      name: 'Screening questions (no longer used)',
      isActive: false,
      isStaffOnly: false,
      sortOrder: 8,
      version: 1,
    })
  })
})

describe('a change of a form template', () => {
  const question = 'Do you smoke?'
  const change = { question, name: 'Health history 2026' }

  it('raises the version by one, in both interfaces', async () => {
    expect(control.changeTemplate(602, change)).toBe(2)
    expect(control.changeTemplate(602, {})).toBe(3)
    const listed = await value(developer.formTemplates.list())
    expect(listed.filter(({ id }) => id === 602)).toMatchObject([
      { version: 3, name: 'Health history 2026' },
    ])
    const { items } = await value(partner.formTemplates.list({ params: here }))
    expect(items.filter(({ id }) => id === 602)).toMatchObject([{ version: 3 }])
  })

  it('leaves forms in their version, and new forms are made from the latest', async () => {
    const params = here
    const body = { patientId: 5003, formTemplateIds: [602] }
    const create = () => value(partner.formPackets.create({ params, body }))
    const before = await create()
    control.changeTemplate(602, change)
    const after = await create()
    const packet = (id: unknown) =>
      value(partner.formPackets.get({ params: { ...params, formPacketId: id as number } }))
    expect((await packet(before.id)).forms).toMatchObject([{ version: 1, name: 'Health history' }])
    expect((await packet(after.id)).forms).toMatchObject([
      { version: 2, name: 'Health history 2026' },
    ])

    const labelsOf = async (id: unknown) => {
      const { url } = await value(
        partner.formPackets.getUrl({ params: { ...params, formPacketId: id as number } }),
      )
      return JSON.stringify((await send('GET', `${url}/packet`)).body)
    }
    expect(await labelsOf(before.id)).not.toContain(question)
    expect(await labelsOf(after.id)).toContain(question)
  })

  it('is made over HTTP too; of an unknown template or an unknown kind it is refused', async () => {
    const post = (id: number, body: object) =>
      send('POST', `${sandbox.apiUrl}/sandbox/templates/${id}/change`, { body })
    expect(await post(602, change)).toMatchObject({ status: 200, body: { version: 2 } })
    expect(await post(999, change)).toMatchObject({ status: 404 })
    expect(await post(602, { colour: 'red' })).toMatchObject({ status: 400 })
    const { formTemplateSections } = await value(
      developer.formTemplates.get({ params: { form_template_id: 602 } }),
    )
    const labels = formTemplateSections[0]?.formElements.map(({ label }) => label)
    expect(labels?.at(-1)).toBe(question)
  })
})

const { locations } = developer
const at = (id: unknown) => ({ params: { location_id: Number(id) } })
const example = {
  name: 'Hillside Clinic',
  timeZone: 'America/Chicago',
  active: true,
  staffIds: [401],
  address: {
    address1: '9 Ridge Road',
    city: 'Mobile',
    postalCode: '36602',
    stateProvince: { id: 1, name: 'Alabama', shortName: 'AL' },
  },
}

describe('locations', () => {
  it('are given with address and branding', async () => {
    expect(await value(locations.get(at(303)))).toMatchObject({
      timeZone: 'America/Phoenix',
      address: { fullAddress: '7 Saguaro Lane, Tucson, AZ 85701' },
      branding: { logoName: 'Sunrise Physical Therapy', logoCircleColor: '#fff3b0' },
    })
  })

  it('that were created are found, with what the service adds', async () => {
    const created = await value(locations.create({ body: { ...example, phoneNumber: '555' } }))
    expect(created).toMatchObject({
      name: 'Hillside Clinic',
      phoneNumber: '555',
      address: {
        fullAddress: '9 Ridge Road, Mobile, AL 36602',
        stateProvince: { name: 'Alabama' },
      },
      branding: { locationId: created.id, logoName: 'Hillside Clinic' },
      createdOn: new Date(testStart).toISOString(),
    })
    expect(created.address?.latitude).toBeTypeOf('number')
    const { staffIds, ...rest } = created
    expect(staffIds).toEqual([401])
    expect(await value(locations.get(at(created.id)))).toEqual(rest)
  })

  it('are hidden from every answer while they are inactive, and come back by an update', async () => {
    const body = { ...example, id: here.locationId }
    expect(await value(locations.update({ body: { ...body, active: false } }))).toMatchObject({
      active: false,
    })
    expect((await value(locations.list())).map(({ id }) => id)).not.toContain(body.id)
    expect(await failure(locations.get(at(body.id)))).toMatchObject(refused)
    const packets = partner.formPackets.list({ params: here })
    expect(await failure(packets)).toMatchObject({ kind: 'forbidden' })
    const group = { locationId: body.id, formTemplateIds: [601], name: 'x', practitionerId: null }
    const created = developer.formTemplateGroups.create({ body: group })
    expect(await failure(created)).toMatchObject(refused)

    await value(locations.update({ body }))
    expect((await value(locations.list())).map(({ id }) => id)).toContain(body.id)
    expect(await value(locations.get(at(body.id)))).toMatchObject({ name: example.name })
    await value(partner.formPackets.list({ params: { ...account, locationId: body.id } }))
  })
})

it('the envelope says of a success what was done to whom, and of a failure why, always with status 200', async () => {
  const { create } = contract.developer.locations
  expect(await call(create, { body: example })).toMatchObject({
    status: 200,
    body: { success: true, message: 'Hillside Clinic was created.', data: { active: true } },
  })
  const wrong = await call(create, { body: { ...example, timeZone: 'Mars/Olympus' } })
  expect(wrong).toMatchObject({ status: 200, body: { success: false, data: {} } })
  expect((wrong.body as { message: string }).message).toBe('There is no such time zone.')
})

const { onePacket, minor, threePackets } = cases

type Search = NonNullable<Parameters<Opened['developer']['patients']['search']>[0]>

const { patients } = developer
const idsOf = async (query: NonNullable<Search['query']>) =>
  (await value(patients.search({ query }))).map(({ id }) => id)

describe('patients of the developer interface', () => {
  it('come singly with addresses, parents, children and practitioners', async () => {
    const get = (id: number) => value(patients.get({ params: { patient_id: id } }))
    expect(await get(minor.child.id)).toMatchObject({
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
      expect(await failure(patients.get({ params: { patient_id: id } }))).toMatchObject(refused)
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
