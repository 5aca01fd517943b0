import { contract } from '../index.ts'
import type { Operation } from '../operation.ts'
import { formPacket } from '../partner-v2/form-packets.ts'

const { partner, auth } = contract
const { formPackets, formTemplateGroups, identityProof, patients, appointments } = partner

export interface AnsweredRecord {
  readonly single: readonly Operation[]
  readonly listed?: readonly Operation[]
  readonly fields: readonly string[]
}

/** Every record whose fields `read.fields` may name, as `packet.status`. */
export const answeredRecords = {
  token: {
    single: [auth.partnerToken, auth.developerToken],
    fields: ['access_token', 'expires_in'],
  },
  proof: {
    single: [identityProof.create, identityProof.get],
    fields: ['id', 'token', 'methods'],
  },
  code: { single: [identityProof.send], fields: ['expiresAt'] },
  verification: {
    single: [identityProof.verify],
    fields: ['result', 'methods', 'email', 'phone'],
  },
  match: { single: [identityProof.getPatient], fields: ['patientId'] },
  patient: {
    single: [patients.get, patients.create, patients.update],
    listed: [patients.list],
    fields: ['id', 'dateOfBirth', 'firstName', 'lastName', 'email', 'mobilePhone', 'active'],
  },
  packet: {
    single: [formPackets.create, formPackets.get, formPackets.update, formPackets.archive],
    listed: [formPackets.list],
    fields: Object.keys(formPacket.shape),
  },
  address: { single: [formPackets.getUrl, formPackets.getPdf], fields: ['url', 'expiresAt'] },
  group: {
    single: [formTemplateGroups.getForLocation, formTemplateGroups.get],
    listed: [formTemplateGroups.listForLocation, formTemplateGroups.list],
    fields: ['id', 'name', 'active', 'staticLink'],
  },
  appointment: {
    single: [appointments.get, appointments.create, appointments.update],
    listed: [appointments.list],
    fields: ['id', 'status', 'patientId', 'startAt', 'endAt'],
  },
} as const satisfies Record<string, AnsweredRecord>

export type RecordName = keyof typeof answeredRecords

export const listFields = ['items', 'nextCursor'] as const

/** Every name that `read.fields` takes: `packet.status`, `list.items`. */
export const answerFieldNames: readonly string[] = [
  ...listFields.map((field) => `list.${field}`),
  ...Object.entries(answeredRecords).flatMap(([record, { fields }]) =>
    fields.map((field) => `${record}.${field}`),
  ),
]

/** Finds the record that an operation answers with; undefined if no profile can change it. */
export function recordOf({
  id,
}: Operation): { readonly name: RecordName; readonly isListed: boolean } | undefined {
  for (const [name, { single, listed }] of Object.entries<AnsweredRecord>(answeredRecords)) {
    if (single.some((each) => each.id === id)) return { name: name as RecordName, isListed: false }
    if (listed?.some((each) => each.id === id)) return { name: name as RecordName, isListed: true }
  }
  return undefined
}
