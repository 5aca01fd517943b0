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
import { pageReader } from './lists.ts'
import { readerOf } from './reading.ts'

const patients = pageReader('a list of patients with ids', 'every', (row) => patientRecord(row))
const packets = pageReader('a list of form packets with ids', 'every', (row) => intakePacket(row))

/** Readers for the outbox; every row of its lists must be readable, since an omitted one could be the one it needs. */
export const outboxReaders = {
  patients: { read: () => patients },
  patient: { read: () => readerOf('a patient', ({ body }) => patientRecord(body)) },
  /** Null where the answer does not name the patient that was asked for. */
  createdPatient: {
    read: (bornOn: string) => readerOf('a new patient', (answer) => createdPatient(answer, bornOn)),
  },
  packets: { read: () => packets },
  /** Null where the answer does not name the packet. */
  createdPacket: { read: () => readerOf('a new form packet', createdIntakePacket) },
  packet: {
    read: (asked: Id) =>
      readerOf('the form packet that was asked for', ({ body }) => packetContents(body, asked)),
  },
  prefilled: { read: () => readerOf('what was filled', ({ body }) => filledAttributes(body)) },
  template: { read: () => readerOf('a form template', ({ body }) => isTemplateActive(body)) },
} as const
