import { expect, it } from 'vitest'
import { contract } from '../../src/contract/index.ts'
import type { Operation } from '../../src/contract/operation.ts'
import { noPacket, onePacket, threePackets } from '../seeds/cases.ts'
import { failure, useClient, value } from '#harness/sandbox/client.ts'

const { appointmentTypes, categories, crmStatusGroups, healthProfile, invoices, labs } =
  contract.partner
type Row = Readonly<Record<string, unknown>>

const { partner, here, call } = useClient()

/** Calls an operation with those of its path's parameters that are known here. */
async function ask(operation: Operation, own: object = {}, query?: object): Promise<unknown> {
  const known: Row = { ...here, ...own }
  const names = Object.keys(operation.params?.shape ?? {})
  const params = Object.fromEntries(names.map((name) => [name, known[name]]))
  return (await call<Operation>(operation, { params, ...(query && { query }) })).body
}
const list = async (...input: Parameters<typeof ask>) =>
  ((await ask(...input)) as { items: Row[] }).items

const rosa = { patientId: onePacket.id }
it.each<[Operation, object, object, number[]]>([
  [appointmentTypes.list, {}, {}, [501, 502, 503, 504]],
  [appointmentTypes.list, {}, { name: 'FOLLOW' }, [502, 504]],
  [appointmentTypes.list, {}, { description: 'video' }, [504]],
  [appointmentTypes.list, {}, { name: 'visit', description: 'first' }, [501]],
  [crmStatusGroups.list, {}, {}, [1101, 1102, 1103]],
  [crmStatusGroups.listStatuses, { groupId: 1101 }, {}, [1111, 1114, 1112, 1113]],
  [healthProfile.listAllergies, rosa, {}, [2101, 2102, 2103]],
  [healthProfile.listAllergies, { patientId: noPacket.id }, {}, []],
  [invoices.list, {}, rosa, [2501]],
  [invoices.list, {}, { ...rosa, from: '2026-02-18', to: '2026-02-18' }, [2501]],
  [invoices.list, {}, { ...rosa, from: '2026-02-19' }, []],
  [invoices.list, {}, { status: 'CANCELLED' }, [2504]],
  [labs.list, {}, rosa, [2402, 2401]],
  [labs.list, {}, { ...rosa, status: 'RESULTED' }, [2401]],
  [labs.list, {}, { ...rosa, from: '2026-03-09', to: '2026-03-09' }, [2402]],
  [labs.list, {}, { patientId: threePackets.id, status: 'CANCELLED' }, [2404]],
])('$0.id of $1 by $2 lists $3', async (operation, own, query, ids) => {
  expect((await list(operation, own, query)).map(({ id }) => id)).toEqual(ids)
})

it.each<[Operation, string, string]>([
  [invoices.list, 'createdAt', 'lineItems'],
  [labs.list, 'orderedAt', 'testPanels'],
])('$0.id lists what is at its own location, the newest first, without $2', async (...row) => {
  const [operation, time, details] = row
  const all = await list(operation, {}, { limit: 1000 })
  const times = all.map((each) => String(each[time]))
  expect(times.length).toBeGreaterThan(5)
  expect(times).toEqual([...times].sort().reverse())
  for (const each of all) {
    expect(each['locationId']).toBe(301)
    expect(each).not.toHaveProperty(details)
  }
})

const text = expect.any(String) as string
it.each<[Operation, object, object]>([
  [categories.get, { categoryId: 1204 }, { isCrmTracked: false, isActive: false }],
  [healthProfile.getMedication, { medicationId: 2202 }, { status: 'INACTIVE', endedAt: text }],
  [
    invoices.get,
    { invoiceId: 2503 },
    { status: 'PAID', paymentStatus: 'PAID', paidAmount: 185.5, paidAt: text },
  ],
  [
    labs.get,
    { labId: 2403 },
    {
      testPanels: [
        { name: 'Basic metabolic panel', testComponents: [{ value: text }, {}, {}] },
        { name: 'Lipid panel', testComponents: [{ value: null }, {}] },
      ],
    },
  ],
])('$0.id of $1', async (operation, own, expected) => {
  expect(await ask(operation, own)).toMatchObject(expected)
})

it('an appointment type can be booked while it is active, for as long as it lasts', async () => {
  const wish = { patientId: 5003, practitionerId: 401, startAt: '2026-03-11T19:30:00Z' }
  const book = (appointmentTypeId: number) =>
    partner.appointments.create({ params: here, body: { ...wish, appointmentTypeId } })
  expect(await failure(book(505))).toMatchObject({ status: 422 })
  expect(await value(book(504))).toMatchObject({ endAt: '2026-03-11T19:45:00.000Z' })
})
