import { z } from 'zod'
import { contract } from '../../../src/contract/index.ts'
import type { Input, Operation } from '../../../src/contract/operation.ts'
import type { Id } from '../../../src/contract/values.ts'
import { onePacket } from '../../../sandbox/seeds/cases.ts'
import type { Caller } from './client.ts'

type Ids = Readonly<Record<string, Id>>

/** Seeded records, by the parameters of paths that name them. */
const seeded: Ids = {
  accountId: 101,
  locationId: 301,
  appointmentTypeId: 501,
  appointmentId: 40_001,
  groupId: 7011,
  statusId: 1111,
  categoryId: 1201,
  formTemplateId: 602,
  formPacketId: 20_001,
  invoiceId: 2501,
  lineItemId: 25_010,
  labId: 2401,
  componentId: 240_100,
  patientId: onePacket.id,
  transitionId: 1301,
  allergyId: 2101,
  medicationId: 2201,
  problemId: 2301,
  webhookId: 50_001,
  location_id: 301,
  patient_id: onePacket.id,
  form_template_id: 602,
  form_template_group_id: 7011,
  practitioner_id: 401,
}
/** The same where a name means another kind of record. */
const seededIn: Readonly<Record<string, Ids>> = {
  crmStatusGroups: { groupId: 1101 },
  webhooks: { webhookId: 50_002 },
}

/** Makes an input with which an operation works at a sandbox: of its seeds, or of what is created for it. */
export async function seededInput(operation: Operation, call: Caller): Promise<Input<Operation>> {
  const { id, params, headers, body } = operation
  const [, group = ''] = id.split('.')
  const made = params && 'id' in params.shape ? await create(group, call) : undefined
  const known: Ids = { ...seeded, ...seededIn[group], ...(made && { id: made.id }) }
  const names = Object.keys(params?.shape ?? {})
  return {
    ...(params && { params: Object.fromEntries(names.map((name) => [name, known[name]])) }),
    ...(id === contract.developer.patients.listTags.id && { query: { patientId: onePacket.id } }),
    ...(headers && made?.token && { headers: { 'x-identity-proof-token': made.token } }),
    ...(body && { body: (z.globalRegistry.get(body)!.examples as unknown[])[0] }),
  }
}

/** The seeds hold no proofs and no conversions. */
async function create(group: string, call: Caller): Promise<{ id: Id; token?: string }> {
  const { identityProof, remoteCareConversions } = contract.partner
  const operation = group === 'identityProof' ? identityProof.create : remoteCareConversions.create
  const reply = await call<Operation>(operation, await seededInput(operation, call))
  return reply.body as { id: Id; token?: string }
}
