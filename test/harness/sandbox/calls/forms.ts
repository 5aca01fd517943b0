import { expect } from 'vitest'
import * as cases from '../../../../sandbox/seeds/cases.ts'
import { first, value } from '../client.ts'
import type { Opened } from '../client.ts'

/** Calls every operation of templates, template groups and packets. */
export async function callForms({ partner, here: params, sandbox }: Opened): Promise<void> {
  const { formTemplates, formTemplateGroups, formPackets } = partner
  const groupId = sandbox.defaultTemplateGroupId
  const template = await first(formTemplates.list({ params, query: { limit: 1 } }))
  const inTemplate = { params: { ...params, formTemplateId: template.id } }
  expect((await value(formTemplates.get(inTemplate))).name).toBe(template.name)
  expect((await value(formTemplates.listAttributes(inTemplate))).items).toBeInstanceOf(Array)
  expect((await value(formTemplates.listElements(inTemplate))).items.length).toBeGreaterThan(0)

  const inGroup = { params: { ...params, groupId } }
  await first(formTemplateGroups.list({ params }))
  await first(formTemplateGroups.listForLocation({ params }))
  expect((await value(formTemplateGroups.get(inGroup))).id).toBe(groupId)
  expect((await value(formTemplateGroups.getForLocation(inGroup))).id).toBe(groupId)

  const body = { patientId: cases.noPacket.id, formTemplateGroupId: groupId }
  const created = await value(formPackets.create({ params, body }))
  const inPacket = { params: { ...params, formPacketId: created.id } }
  const query = { patientId: cases.noPacket.id }
  expect((await first(formPackets.list({ params, query }))).id).toBe(created.id)
  expect((await value(formPackets.get(inPacket))).forms?.length).toBeGreaterThan(0)
  const change = { ...inPacket, body: { dueDate: '2031-01-02' } }
  expect((await value(formPackets.update(change))).dueDate).toBe('2031-01-02')
  const filled = await value(formPackets.prefill({ ...inPacket, body: { no_such_attribute: 'x' } }))
  expect(filled.skipped).toEqual(['no_such_attribute'])
  expect((await value(formPackets.getPdf(inPacket))).url).toMatch(/^http/)
  expect((await value(formPackets.getUrl(inPacket))).url).toMatch(/^http/)
  expect((await value(formPackets.archive(inPacket))).archivedAt).toMatch(/^\d{4}-/)
}
