import type { Id } from '../values.ts'
import {
  createdIntakePacket,
  createdPatient,
  filledAttributes,
  intakePacket,
  isTemplateActive,
  packetContents,
  patientRecord,
} from './intake-records.ts'
import { readPage } from './lists.ts'
import { readerOf, type Reader, type ServiceAnswer } from './reading.ts'

/** A page of a list whose rows must all be readable: one that is left out could be the one that is looked for. */
interface PageOf<T> {
  readonly items: readonly T[]
  readonly nextCursor: string | null
}

function pageOf<T>(expected: string, read: (row: unknown) => T | undefined): Reader<PageOf<T>> {
  return readerOf(expected, ({ status, body, headers }: ServiceAnswer) => {
    if (status === 204) return { items: [], nextCursor: null }
    const page = readPage(body, headers)
    const items = page?.items.flatMap((row) => read(row) ?? [])
    if (!page || items?.length !== page.items.length) return undefined
    return { items, nextCursor: page.nextCursor }
  })
}

/** What the outbox reads of the service's answers, and nothing else of them. */
export const outboxReaders = {
  patients: { read: () => pageOf('a list of patients with ids', patientRecord) },
  patient: { read: () => readerOf('a patient', ({ body }) => patientRecord(body)) },
  /** Null where the answer does not name the patient that was asked for. */
  createdPatient: {
    read: (bornOn: string) => readerOf('a new patient', (answer) => createdPatient(answer, bornOn)),
  },
  packets: { read: () => pageOf('a list of form packets with ids', (row) => intakePacket(row)) },
  /** Null where the answer does not name the packet. */
  createdPacket: { read: () => readerOf('a new form packet', createdIntakePacket) },
  packet: {
    read: (asked: Id) =>
      readerOf('the form packet that was asked for', ({ body }) => packetContents(body, asked)),
  },
  prefilled: { read: () => readerOf('what was filled', ({ body }) => filledAttributes(body)) },
  template: { read: () => readerOf('a form template', ({ body }) => isTemplateActive(body)) },
} as const
