import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { envelope } from '../src/contract/developer-v1/envelope.ts'
import { contract } from '../src/contract/index.ts'
import { listOperations } from '../src/contract/operation.ts'
import { routes } from './routes.ts'
import * as cases from './seeds/cases.ts'
import { useSandbox } from '../test/harness/sandbox/caller.ts'
import type { Reply } from '../test/harness/sandbox/caller.ts'

const { formTemplates, formTemplateGroups, patients, appointments } = contract.partner
const place = { accountId: 101, locationId: 301 }
const account = { accountId: 101 }

const { sandbox, control, call } = useSandbox()

const itemsOf = (reply: Reply) => (reply.body as { items: Record<string, unknown>[] }).items
const namesOf = (reply: Reply) => itemsOf(reply).map(({ name }) => name)

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
