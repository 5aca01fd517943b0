import type { Id } from '../../src/contract/values.ts'

/** Amounts are in cents, so that sums are exact. */
export interface InvoiceLine {
  readonly id: number
  readonly description: string
  readonly quantity: number
  readonly unitPriceCents: number
  readonly billingCodes: readonly string[]
}

export interface Invoice {
  readonly id: number
  readonly accountId: number
  readonly locationId: number
  readonly patientId: number
  readonly invoiceNumber: string
  /** ISO 4217. */
  readonly currency: string
  readonly lineItems: readonly InvoiceLine[]
  readonly paidCents: number
  /** YYYY-MM-DD. */
  readonly dueDate: string
  readonly createdAt: string
  readonly paidAt: string | null
  readonly cancelledAt: string | null
}

/** What is known of a patient before there is a record of them. */
interface ProspectivePatient {
  readonly firstName?: string | undefined
  readonly lastName?: string | undefined
  readonly email?: string | undefined
  /** E.164. */
  readonly mobilePhone?: string | undefined
  /** YYYY-MM-DD. */
  readonly dateOfBirth?: string | undefined
}

/** A record that follows a patient into remote care. */
export interface RemoteCareConversion {
  readonly id: number
  readonly accountId: number
  readonly locationId: number
  /** In progress from the first change on. Nothing in the documents says when a patient is converted. */
  status: 'INITIALIZED' | 'IN_PROGRESS'
  patient: ProspectivePatient
  selectedServices: readonly string[]
  attemptLinks: readonly { readonly attemptId: Id }[]
  readonly createdAt: string
  updatedAt: string
}
