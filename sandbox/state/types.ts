import type { z } from 'zod'
import type { childFormElement } from '../../src/contract/form-template.ts'
import type { AppointmentStatus } from '../../src/contract/partner-v2/appointments.ts'
import type { ProofChannel } from '../../src/contract/partner-v2/identity-proof.ts'
import type { PatientAddress } from '../../src/contract/partner-v2/patients.ts'
import type { WebhookEventType } from '../../src/contract/partner-v2/webhook-event.ts'
import type { AnswerValue } from '../../src/forms/model.ts'
import type {
  accounts,
  appointmentTypes,
  firstIds,
  locations,
  practitioners,
} from '../seeds/clinics.ts'
import type { RecordTables } from '../seeds/records.ts'

/** Fields of every record; the account of a removed one is null. */
export interface Stored {
  readonly id: number
  readonly accountId: number | null
}

/** Healthcare organization; `granted`: our integration may act on it. */
export type Account = Readonly<(typeof accounts)[number]>
export type Location = (typeof locations)[number]
export type AppointmentType = (typeof appointmentTypes)[number]

export interface Patient {
  readonly id: number
  /** Null once the patient was removed from the account: the record itself remains. */
  accountId: number | null
  active: boolean
  firstName: string
  lastName: string
  email: string | null
  /** E.164. */
  mobilePhone: string | null
  /** YYYY-MM-DD. */
  dateOfBirth: string | null
  readonly gender: string | null
  readonly homeAddress: PatientAddress | null
  readonly mailingAddress: PatientAddress | null
  readonly parentIds: readonly number[]
  readonly practitionerIds: readonly number[]
  /** Answers kept for the patient's later forms: attributes of lifecycle `Patient`. */
  readonly attributes: Record<string, AnswerValue>
  readonly createdOn: string
  lastUpdatedOn: string
}

export interface TemplateElement extends z.infer<typeof childFormElement> {
  readonly id: number
  /** Reach of an attribute's answer: other forms of the packet, or the patient's later ones. */
  readonly lifecycle?: 'Form Group' | 'Patient'
  /** Absent on a child. */
  readonly children?: readonly TemplateElement[]
}

export interface Template {
  readonly id: number
  readonly accountId: number
  readonly name: string
  readonly isActive: boolean
  readonly isStaffOnly: boolean
  readonly sortOrder: number
  readonly version: number
  readonly publicUuid: string
  readonly appointmentTypeIds: readonly number[]
  readonly formTemplateSections: readonly {
    readonly id: number
    readonly name: string
    readonly sortOrder: number
    readonly formElements: readonly TemplateElement[]
  }[]
}

export interface TemplateGroup {
  readonly id: number
  readonly accountId: number
  name: string
  active: boolean
  readonly publicUuid: string
  readonly locationId: number
  practitionerId: number | null
  formTemplateIds: readonly number[]
  readonly createdOn: string
  lastUpdatedOn: string
}

export interface Form {
  readonly id: number
  readonly templateId: number
  readonly version: number
  /** By element id. */
  readonly answers: Record<string, AnswerValue>
  /** Time of the patient's first answer. */
  startedAt: string | null
  submittedAt: string | null
  /** Answers in the last completion event to webhook endpoints. */
  toldAnswers?: Readonly<Record<string, AnswerValue>>
}

export interface Packet {
  readonly id: number
  readonly accountId: number
  readonly locationId: number
  /** Null for one that a public link began. */
  readonly patientId: number | null
  readonly name: string
  /** YYYY-MM-DD. */
  dueDate: string | null
  readonly createdAt: string
  archivedAt: string | null
  readonly forms: Form[]
}

export interface Appointment {
  readonly id: number
  readonly accountId: number
  readonly locationId: number
  readonly patientId: number
  practitionerId: number
  appointmentTypeId: number
  startAt: string
  status: AppointmentStatus
}

/** A code that was sent. `sentAt` and `expiresAt` are milliseconds of the sandbox clock. */
interface SentCode {
  readonly channel: ProofChannel
  readonly to: string
  readonly code: string
  readonly sentAt: number
  readonly expiresAt: number
  used: boolean
}

export interface Proof {
  readonly id: string
  readonly token: string
  readonly accountId: number
  readonly channels: readonly ProofChannel[]
  readonly codes: SentCode[]
  readonly verified: Partial<Record<ProofChannel, string>>
  wrongTries: number
}

export interface Message extends Pick<SentCode, 'channel' | 'to' | 'code'> {
  readonly text: string
  readonly sentAt: string
}

export interface Webhook {
  readonly id: number
  /** Null for an endpoint of the integrator itself, which receives the events of every account that granted access. */
  readonly accountId: number | null
  readonly name: string | null
  readonly signingSecret: string
  readonly secretToken: string | null
  readonly createdAt: string
  url: string
  eventTypes: readonly string[]
  isEnabled: boolean
  updatedAt: string
}

export interface Try {
  /** ms of the sandbox clock. */
  readonly at: number
  readonly statusCode: number | null
  readonly reason: string | null
}

export interface Delivery {
  readonly id: string
  readonly webhookId: number
  readonly eventType: WebhookEventType
  /** The event as JSON, the same for every try. */
  readonly body: string
  readonly maxTries: number
  readonly tries: Try[]
  status: 'PENDING' | 'DELIVERED' | 'FAILED' | 'CANCELLED'
  /** Time of the next try, in ms of the sandbox clock, while the delivery is pending. */
  nextTryAt: number
}

export interface State extends RecordTables {
  readonly accounts: Map<number, Account>
  readonly locations: Map<number, Location>
  readonly patients: Map<number, Patient>
  /** Every version of each template, oldest first. */
  readonly templates: Map<number, readonly Template[]>
  readonly templateGroups: Map<number, TemplateGroup>
  readonly packets: Map<number, Packet>
  readonly practitioners: Map<number, (typeof practitioners)[number]>
  readonly appointmentTypes: Map<number, AppointmentType>
  readonly appointments: Map<number, Appointment>
  readonly proofs: Map<string, Proof>
  /** Newest last. */
  readonly inbox: Message[]
  readonly completionTokens: Map<string, number>
  readonly webhooks: Map<number, Webhook>
  readonly deliveries: Map<string, Delivery>
  readonly nextIds: Record<keyof typeof firstIds, number>
}
