import { expect } from 'vitest'
import * as cases from '../../../../sandbox/seeds/cases.ts'
import { first, value } from '../client.ts'
import type { Opened } from '../client.ts'

/** Calls every operation of appointments and their types. */
export async function callScheduling({ partner, account, here: params }: Opened): Promise<void> {
  const { appointments, appointmentTypes } = partner
  const type = await first(appointmentTypes.list({ params: account }))
  const inType = { params: { ...account, appointmentTypeId: type.id } }
  expect(await value(appointmentTypes.get(inType))).toEqual(type)

  const { practitionerId } = await first(appointments.list({ params }))
  if (!practitionerId) throw new Error('an appointment without a practitioner')
  const startAt = '2031-03-04T10:00:00Z'
  const body = {
    patientId: cases.onePacket.id,
    practitionerId,
    appointmentTypeId: type.id,
    startAt,
  }
  const { id: appointmentId } = await value(appointments.create({ params, body }))
  const one = { params: { ...params, appointmentId } }
  expect(Date.parse((await value(appointments.get(one))).startAt)).toBe(Date.parse(startAt))
  const change = { ...one, body: { status: 'CANCELLED' as const } }
  expect((await value(appointments.update(change))).status).toBe('CANCELLED')
}

/** Calls every operation of pipelines and categories. */
export async function callCrm({ partner, account: params }: Opened): Promise<void> {
  const { crmStatusGroups, categories } = partner
  const group = await first(crmStatusGroups.list({ params }))
  const inGroup = { params: { ...params, groupId: group.id } }
  expect(await value(crmStatusGroups.get(inGroup))).toEqual(group)
  const status = await first(crmStatusGroups.listStatuses(inGroup))
  const inStatus = { params: { ...inGroup.params, statusId: status.id } }
  expect(await value(crmStatusGroups.getStatus(inStatus))).toEqual(status)
  const category = await first(categories.list({ params }))
  const inCategory = { params: { ...params, categoryId: category.id } }
  expect(await value(categories.get(inCategory))).toEqual(category)
}

/** Calls every operation of invoices and labs. */
export async function callRecords({ partner, here: params }: Opened): Promise<void> {
  const { invoices, labs } = partner
  const invoice = await first(invoices.list({ params }))
  const inInvoice = { params: { ...params, invoiceId: invoice.id } }
  expect(await value(invoices.get(inInvoice))).toMatchObject({ ...invoice })
  const line = await first(invoices.listLineItems(inInvoice))
  const inLine = { params: { ...inInvoice.params, lineItemId: line.id } }
  expect(await value(invoices.getLineItem(inLine))).toEqual(line)
  expect((await value(invoices.getPdf(inInvoice))).url).toMatch(/^http/)

  const lab = await first(labs.list({ params }))
  const inLab = { params: { ...params, labId: lab.id } }
  expect(await value(labs.get(inLab))).toMatchObject({ ...lab })
  const component = await first(labs.listTestComponents(inLab))
  const inComponent = { params: { ...inLab.params, componentId: component.id } }
  expect(await value(labs.getTestComponent(inComponent))).toEqual(component)
}

/** Calls every operation of remote care conversion. */
export async function callRemoteCare({ partner, here: params }: Opened): Promise<void> {
  const { remoteCareConversions } = partner
  const body = { patient: { firstName: 'Ada' } }
  const created = await value(remoteCareConversions.create({ params, body }))
  const one = { params: { ...params, id: created.id } }
  expect(await value(remoteCareConversions.get(one))).toEqual(created)
  const change = { ...one, body: { selectedServices: ['Remote monitoring'] } }
  expect((await value(remoteCareConversions.update(change))).selectedServices).toHaveLength(1)
}
