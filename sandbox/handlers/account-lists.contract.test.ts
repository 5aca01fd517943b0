import { describe, expect, it } from 'vitest'
import { failure, useClient, value } from '../../test/harness/sandbox/client.ts'
import type { Opened } from '../../test/harness/sandbox/client.ts'

const { partner, account: params, here } = useClient()
const { appointmentTypes: types, crmStatusGroups: groups } = partner

describe('appointment types', () => {
  type Query = NonNullable<Parameters<Opened['partner']['appointmentTypes']['list']>[0]['query']>
  const idsOf = async (query: Query = {}) =>
    (await value(types.list({ params, query }))).items.map(({ id }) => id)

  it('are listed while they are active; an inactive one is found by its id', async () => {
    expect(await idsOf()).toEqual([501, 502, 503, 504])
    const one = { params: { ...params, appointmentTypeId: 505 } }
    expect(await value(types.get(one))).toMatchObject({ isActive: false })
  })

  it('are narrowed by parts of the name and of the description', async () => {
    expect(await idsOf({ name: 'FOLLOW' })).toEqual([502, 504])
    expect(await idsOf({ description: 'video' })).toEqual([504])
    expect(await idsOf({ name: 'visit', description: 'first' })).toEqual([501])
    expect(await idsOf({ name: 'vaccination' })).toEqual([])
  })

  it('say all of a visit', async () => {
    expect((await value(types.list({ params }))).items[3]).toEqual({
      ...{ id: 504, name: 'Video follow-up', durationMinutes: 15, color: '#b25f2f' },
      ...{ description: 'A short visit by video. We send you a link.' },
      ...{ isTelehealth: true, isActive: true },
    })
  })

  it('can be booked while they are active, for as long as they last', async () => {
    const wish = { patientId: 5003, practitionerId: 401, startAt: '2026-03-11T19:30:00Z' }
    const book = (appointmentTypeId: number) =>
      partner.appointments.create({ params: here, body: { ...wish, appointmentTypeId } })
    expect(await failure(book(505))).toMatchObject({ status: 422 })
    expect(await value(book(504))).toMatchObject({ endAt: '2026-03-11T19:45:00.000Z' })
  })
})

describe('CRM status groups', () => {
  it('are listed, used or not', async () => {
    const { items } = await value(groups.list({ params }))
    expect(items.map(({ isActive }) => isActive)).toEqual([true, true, false])
  })

  it('hold statuses in their order, which is not that of their ids', async () => {
    const { items } = await value(groups.listStatuses({ params: { ...params, groupId: 1101 } }))
    expect(items.map(({ id }) => id)).toEqual([1111, 1114, 1112, 1113])
    expect(items[1]).toEqual({
      ...{ id: 1114, crmStatusGroupId: 1101, name: 'Called back', color: '#2f6fb2', sortOrder: 2 },
    })
  })
})

it('categories are tracked by a pipeline or a plain grouping', async () => {
  expect((await value(partner.categories.list({ params }))).items).toMatchObject([
    { id: 1201, isCrmTracked: true, crmStatusGroupId: 1101 },
    { id: 1202, isCrmTracked: true, crmStatusGroupId: 1102 },
    { id: 1203, isCrmTracked: false, crmStatusGroupId: null, isActive: true },
    { id: 1204, isCrmTracked: false, crmStatusGroupId: null, isActive: false },
  ])
})
