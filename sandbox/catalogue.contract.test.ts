import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { envelope } from '../src/contract/developer-v1/envelope.ts'
import { contract } from '../src/contract/index.ts'
import { listOperations } from '../src/contract/operation.ts'
import { routes } from './routes.ts'
import type { Sandbox } from './sandbox.ts'
import * as cases from './seeds/cases.ts'
import { createCaller, startStillSandbox } from '../test/harness/sandbox/caller.ts'
import type { Caller, Reply } from '../test/harness/sandbox/caller.ts'

const { formTemplates, formTemplateGroups, patients, appointments } = contract.partner
const place = { accountId: 101, locationId: 301 }
const account = { accountId: 101 }

let sandbox: Sandbox
let call: Caller
beforeAll(async () => {
  sandbox = await startStillSandbox()
  call = await createCaller(sandbox)
})
afterAll(() => sandbox.close())
beforeEach(() => {
  sandbox.control.reset()
})

const itemsOf = (reply: Reply) => (reply.body as { items: Record<string, unknown>[] }).items
const namesOf = (reply: Reply) => itemsOf(reply).map(({ name }) => name)

it('serves every operation of the contract, each once, and no other', () => {
  const served = routes.map(({ operation }) => operation.id)
  const described = listOperations(contract).map(({ id }) => id)
  expect(served.sort()).toEqual(described.sort())
})

describe('form templates', () => {
  it('are listed without those no longer active; filters narrow the list', async () => {
    const all = namesOf(await call(formTemplates.list, { params: place }))
    expect(all).toContain('About you')
    expect(all).not.toContain('Screening questions (no longer used)')
    const staff = await call(formTemplates.list, { params: place, query: { isStaffOnly: true } })
    expect(namesOf(staff)).toEqual(['Intake review'])
    const query = { appointmentTypeId: 503 }
    const therapy = await call(formTemplates.list, { params: place, query })
    expect(namesOf(therapy)).toEqual(['Pain and movement'])
  })

  it('come whole, in their newest version; children carry no children', async () => {
    const params = { ...place, formTemplateId: 606 }
    const { body } = await call(formTemplates.get, { params })
    const template = formTemplates.get.answer.parse(body)
    const elements = template.formTemplateSections.flatMap(({ formElements }) => formElements)
    const parent = elements.find((element) => element.parent)
    expect(parent?.children).toHaveLength(2)
    for (const child of parent?.children ?? []) expect(child).not.toHaveProperty('children')
    for (const element of elements) expect(element).toHaveProperty('children')
    const aboutYou = await call(formTemplates.get, { params: { ...place, formTemplateId: 601 } })
    expect(aboutYou.body).toMatchObject({ version: 2, name: 'About you' })
  })

  it('tell their attributes and their elements', async () => {
    const params = { ...place, formTemplateId: 602 }
    expect(itemsOf(await call(formTemplates.listAttributes, { params }))).toEqual([
      { attribute: 'reason_for_visit', lifecycle: 'Form Group', elementId: 602001 },
      { attribute: 'allergies', lifecycle: 'Patient', elementId: 602005 },
    ])
    const elements = itemsOf(await call(formTemplates.listElements, { params }))
    expect(elements.map(({ id }) => id)).toEqual([602001, 602002, 602003, 602004, 602005])
  })
})

describe('form template groups', () => {
  it('are those of the location, or of the whole account', async () => {
    const here = itemsOf(await call(formTemplateGroups.listForLocation, { params: place }))
    expect(here.map(({ id }) => id)).toEqual([7011, 7012, 7013, 7014])
    const all = itemsOf(await call(formTemplateGroups.list, { params: place }))
    expect(all).toHaveLength(12)
    const elsewhere = { params: { ...place, groupId: 7021 } }
    expect((await call(formTemplateGroups.getForLocation, elsewhere)).status).toBe(404)
    expect((await call(formTemplateGroups.get, elsewhere)).status).toBe(200)
  })

  it('carry their templates and their public link', async () => {
    const params = { ...place, groupId: sandbox.defaultTemplateGroupId }
    const { body } = await call(formTemplateGroups.getForLocation, { params })
    expect(body).toMatchObject({ formTemplates: [{ id: 601 }, { id: 602 }, { id: 603 }] })
    const { staticLink } = body as { staticLink: string }
    expect(staticLink.startsWith(`${sandbox.pagesUrl}/public/`)).toBe(true)
  })
})

describe('patients', () => {
  it('are found by part of a name or of an e-mail address', async () => {
    const byName = await call(patients.list, { params: account, query: { name: 'delgado' } })
    expect(itemsOf(byName)).toMatchObject([{ id: cases.onePacket.id, dateOfBirth: '3/7/1984' }])
    const query = { email: cases.sharedEmail.email }
    expect(itemsOf(await call(patients.list, { params: account, query }))).toHaveLength(2)
    const firstPage = await call(patients.list, { params: account })
    expect(itemsOf(firstPage)).toHaveLength(20)
  })

  it('are created, found again, and changed in part', async () => {
    const body = { firstName: 'Noor', lastName: 'Said', mobilePhone: '+12065550198' }
    const created = await call(patients.create, { params: account, body })
    expect(created.status).toBe(201)
    const params = { ...account, patientId: (created.body as { id: number }).id }
    const change = { dateOfBirth: '2000-01-09', mobilePhone: null }
    await call(patients.update, { params, body: change })
    const { body: changed } = await call(patients.get, { params })
    expect(changed).toMatchObject({
      mobilePhone: '',
      firstName: 'Noor',
      dateOfBirth: '1/9/2000',
      active: true,
    })
    const bad = { ...body, mobilePhone: '555' }
    expect((await call(patients.create, { params: account, body: bad })).status).toBe(400)
  })
})

describe('appointments', () => {
  const today = { from: '2026-03-10', to: '2026-03-10' }

  it('of today are there, sorted by start, and filters narrow the list', async () => {
    const all = itemsOf(await call(appointments.list, { params: place, query: today }))
    // Seven at full hours, and those of the arrivals but for the one elsewhere.
    expect(all).toHaveLength(7 + 9)
    const starts = all.map(({ startAt }) => String(startAt))
    expect(starts).toEqual([...starts].sort())
    expect(starts[0]).toBe('2026-03-10T16:00:00.000Z')
    const query = { ...today, status: 'CANCELLED' } as const
    expect(itemsOf(await call(appointments.list, { params: place, query }))).toHaveLength(2)
    const whose = { patientId: cases.arrivals.due.id, practitionerId: 401 }
    expect(itemsOf(await call(appointments.list, { params: place, query: whose }))).toHaveLength(1)
  })

  it('are booked only when the practitioner is free, and moved in part', async () => {
    const wish = {
      patientId: cases.noPacket.id,
      practitionerId: 401,
      appointmentTypeId: 502,
      startAt: '2026-03-10T10:00:00-07:00',
    }
    const taken = await call(appointments.create, { params: place, body: wish })
    expect(taken).toMatchObject({ status: 422, body: { error: 'not_available' } })
    const body = { ...wish, startAt: '2026-03-10T12:00:00-07:00' }
    const booked = await call(appointments.create, { params: place, body })
    expect(booked).toMatchObject({
      status: 201,
      body: {
        startAt: '2026-03-10T19:00:00.000Z',
        endAt: '2026-03-10T19:20:00.000Z',
        status: 'SCHEDULED',
        practitioner: { name: 'Dr. Amelia Stone' },
        location: { name: 'Harbor Family Clinic' },
      },
    })
    const appointmentId = (booked.body as { id: number }).id
    const params = { ...place, appointmentId }
    const clash = { startAt: '2026-03-10T13:00:00-07:00' }
    expect((await call(appointments.update, { params, body: clash })).status).toBe(422)
    await call(appointments.update, { params, body: { status: 'CHECKED_IN' } })
    expect((await call(appointments.get, { params })).body).toMatchObject({
      startAt: '2026-03-10T19:00:00.000Z',
      status: 'CHECKED_IN',
      patient: { name: 'Aisha Rahman' },
    })
  })
})

describe('the developer interface', () => {
  it('answers in its envelope, with status 200', async () => {
    const list = await call(contract.developer.locations.list, {})
    expect(list.status).toBe(200)
    const read = envelope(contract.developer.locations.list.answer).parse(list.body)
    expect(read).toMatchObject({ success: true, message: '', data: [{ id: 301 }, {}, {}] })
    const [location] = read.success ? read.data : []
    expect(location).not.toHaveProperty('branding')
  })

  it('fails in its envelope too, with status 200 and empty data', async () => {
    for (const location_id of [901, 'x']) {
      const reply = await call(contract.developer.locations.get, { params: { location_id } })
      expect(reply).toMatchObject({ status: 200, body: { success: false, data: {} } })
      expect(envelope(z.unknown()).parse(reply.body).message).not.toBe('')
    }
  })

  it('gives a location with address and branding', async () => {
    const reply = await call(contract.developer.locations.get, { params: { location_id: 303 } })
    expect(reply.body).toMatchObject({
      data: {
        timeZone: 'America/Phoenix',
        address: { fullAddress: '7 Saguaro Lane, Tucson, AZ 85701' },
        branding: { logoName: 'Sunrise Physical Therapy', logoCircleColor: '#fff3b0' },
      },
    })
  })

  it('lists groups without templates and gives one with them', async () => {
    const list = await call(contract.developer.formTemplateGroups.list, {})
    const { data } = list.body as { data: Record<string, unknown>[] }
    expect(data).toHaveLength(15)
    expect(data[0]).not.toHaveProperty('formTemplates')
    const params = { form_template_group_id: 7011 }
    const one = await call(contract.developer.formTemplateGroups.get, { params })
    expect(one.body).toMatchObject({
      data: { name: 'New patient forms', formTemplates: [{}, {}, {}] },
    })
  })
})
