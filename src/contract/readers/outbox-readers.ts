import { find, readFlag, readId, readList, unwrap } from './fields.ts'
import { pageReader } from './lists.ts'
import { createdPacket, packetInFull } from './packet.ts'
import { patientRecord } from './patient-readers.ts'
import { readerOf } from './reading.ts'

/** Readers for the outbox; every row of its lists must be readable, since an omitted one could be the one it needs. */
export const outboxReaders = {
  patients: pageReader('a list of patients with ids', 'every', (row) => patientRecord(row)),
  /** Null where the answer does not name the new patient, or names one with another date of birth. */
  createdPatient: (bornOn: string) =>
    readerOf('a new patient', ({ body }) => {
      const read = patientRecord(body)
      if (!read) return readId(unwrap(body).core) ?? null
      return read.dateOfBirth === null || read.dateOfBirth === bornOn ? read.id : null
    }),
  packets: pageReader('a list of form packets with ids', 'every', (row) => packetInFull(row)),
  /** Null where the answer does not name the packet. */
  createdPacket: readerOf('a new form packet', (answer) => {
    const id = createdPacket(answer)?.id
    return (id === undefined ? undefined : packetInFull(answer.body, id)) ?? null
  }),
  prefilled: readerOf('what was filled', ({ body }) => {
    const filled = find(unwrap(body).layers, 'filled', readList) ?? []
    return filled.filter((entry) => typeof entry === 'string')
  }),
  /** True unless the template says that no more packets are made from it. */
  template: readerOf(
    'a form template',
    ({ body }) => find(unwrap(body).layers, 'isActive', readFlag) !== false,
  ),
} as const
