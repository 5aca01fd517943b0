import { describe, expect, it } from 'vitest'
import { send, useClient, value } from '#harness/sandbox/client.ts'

const { sandbox, developer, partner, here, control } = useClient()
const one = (id: number) => ({ params: { form_template_id: id } })

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
    const { formTemplateSections } = await value(developer.formTemplates.get(one(602)))
    const labels = formTemplateSections[0]?.formElements.map(({ label }) => label)
    expect(labels?.at(-1)).toBe(question)
  })
})
