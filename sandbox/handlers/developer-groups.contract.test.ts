import { describe, expect, it } from 'vitest'
import { send, testStart, failure, useClient, value } from '#harness/sandbox/client.ts'

const now = new Date(testStart).toISOString()
const body = {
  locationId: 301,
  formTemplateIds: [604, 601],
  name: 'Sports check',
  practitionerId: 402,
}

const { sandbox, developer, partner, here } = useClient()
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
