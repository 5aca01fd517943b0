import { describe, expect, it } from 'vitest'
import { failure, inPages, openClient, value } from '../../test/harness/sandbox/client.ts'
import type { Opened } from '../../test/harness/sandbox/client.ts'

const notFound = { kind: 'notFound' }

describe('appointment types', () => {
  type Query = NonNullable<Parameters<Opened['partner']['appointmentTypes']['list']>[0]['query']>
  async function open() {
    const { partner, account: params, here } = await openClient()
    const types = partner.appointmentTypes
    const idsOf = async (query: Query = {}) =>
      (await value(types.list({ params, query }))).items.map(({ id }) => id)
    return { types, partner, params, here, idsOf }
  }

  it('are listed while they are active; an inactive one is found by its id', async () => {
    const { types, params, idsOf } = await open()
    expect(await idsOf()).toEqual([501, 502, 503, 504])
    const one = { params: { ...params, appointmentTypeId: 505 } }
    expect(await value(types.get(one))).toMatchObject({ isActive: false })
    const foreign = { params: { ...params, appointmentTypeId: 911 } }
    expect(await failure(types.get(foreign))).toMatchObject(notFound)
  })

  it('are narrowed by parts of the name and of the description', async () => {
    const { idsOf } = await open()
    expect(await idsOf({ name: 'FOLLOW' })).toEqual([502, 504])
    expect(await idsOf({ description: 'video' })).toEqual([504])
    expect(await idsOf({ name: 'visit', description: 'first' })).toEqual([501])
    expect(await idsOf({ name: 'vaccination' })).toEqual([])
  })

  it('come in pages with all that they say of a visit', async () => {
    const { types, params } = await open()
    const paged = await inPages(3, (page) => types.list({ params, ...page }))
    expect(paged).toEqual((await value(types.list({ params }))).items)
    expect(paged[3]).toEqual({
      id: 504,
      name: 'Video follow-up',
      description: 'A short visit by video. We send you a link.',
      durationMinutes: 15,
      color: '#b25f2f',
      isTelehealth: true,
      isActive: true,
    })
  })

  it('can be booked while they are active, for as long as they last', async () => {
    const { partner, here: params } = await open()
    const wish = { patientId: 5003, practitionerId: 401, startAt: '2026-03-11T19:30:00Z' }
    const book = (appointmentTypeId: number) =>
      partner.appointments.create({ params, body: { ...wish, appointmentTypeId } })
    expect(await failure(book(505))).toMatchObject({ status: 422 })
    expect(await value(book(504))).toMatchObject({ endAt: '2026-03-11T19:45:00.000Z' })
  })
})

describe('CRM status groups', () => {
  it('are listed, and found by their id in their own account', async () => {
    const { partner, account: params } = await openClient()
    const groups = partner.crmStatusGroups
    const all = await inPages(2, (page) => groups.list({ params, ...page }))
    expect(all.map(({ isActive }) => isActive)).toEqual([true, true, false])
    const one = (groupId: number) => groups.get({ params: { ...params, groupId } })
    expect(await value(one(1101))).toEqual(all[0])
    expect(await failure(one(1901))).toMatchObject(notFound)
  })

  it('hold statuses in their order, which is not that of their ids', async () => {
    const { partner, account } = await openClient()
    const groups = partner.crmStatusGroups
    const params = { ...account, groupId: 1101 }
    const statuses = await inPages(3, (page) => groups.listStatuses({ params, ...page }))
    expect(statuses.map(({ id }) => id)).toEqual([1111, 1114, 1112, 1113])
    expect(statuses[1]).toEqual({
      id: 1114,
      crmStatusGroupId: 1101,
      name: 'Called back',
      color: '#2f6fb2',
      sortOrder: 2,
    })
  })

  it('give a status of their own, and none of another group', async () => {
    const { partner, account } = await openClient()
    const get = (groupId: number, statusId: number) =>
      partner.crmStatusGroups.getStatus({ params: { ...account, groupId, statusId } })
    expect(await value(get(1102, 1123))).toMatchObject({ name: 'Discharged' })
    for (const wrong of [get(1101, 1123), get(1901, 1911), get(1101, 1)])
      expect(await failure(wrong)).toMatchObject(notFound)
    const params = { ...account, groupId: 1901 }
    const foreign = partner.crmStatusGroups.listStatuses({ params })
    expect(await failure(foreign)).toMatchObject(notFound)
  })
})

describe('categories', () => {
  it('are tracked by a pipeline or a plain grouping', async () => {
    const { partner, account: params } = await openClient()
    const all = await inPages(3, (page) => partner.categories.list({ params, ...page }))
    expect(all).toMatchObject([
      { id: 1201, isCrmTracked: true, crmStatusGroupId: 1101 },
      { id: 1202, isCrmTracked: true, crmStatusGroupId: 1102 },
      { id: 1203, isCrmTracked: false, crmStatusGroupId: null, isActive: true },
      { id: 1204, isCrmTracked: false, crmStatusGroupId: null, isActive: false },
    ])
    const one = (categoryId: number) =>
      partner.categories.get({ params: { ...params, categoryId } })
    expect(await value(one(1203))).toEqual(all[2])
    expect(await failure(one(1902))).toMatchObject(notFound)
  })
})
