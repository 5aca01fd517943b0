import { describe, expect, it } from 'vitest'
import { contract } from '../src/contract/index.ts'
import { useSandbox, type Reply } from '#harness/sandbox/client.ts'

const { formTemplates, formTemplateGroups } = contract.partner
const place = { accountId: 101, locationId: 301 }

const { call } = useSandbox()

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
})
