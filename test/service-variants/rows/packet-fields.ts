import { answers, rename, together, without } from '../changes.ts'
import { op } from '../operations.ts'
import { rowsOf, type Variant } from '../variant.ts'
import type { Fields } from '../wire.ts'

const { through, nothingWaits, allThrough, allToStaff, allAdapted } = rowsOf('packets')
type Write = (packet: Fields) => Fields

/** Packets as this service writes them, in lists and one by one. */
const packets = (write: Write) =>
  together(
    answers(op.packets, (page) => ({ ...page, items: (page['items'] as Fields[]).map(write) })),
    answers(op.packet, write),
  )
const inLists = (write: Write) =>
  answers(op.packets, (page) => ({ ...page, items: (page['items'] as Fields[]).map(write) }))
const with_ = (fields: Fields) => (packet: Fields) => ({ ...packet, ...fields })
const forms = (packet: Fields) => (packet['forms'] as Fields[] | null) ?? []

const ids: Readonly<Record<string, Write>> = {
  'the id of a packet as text': (packet) => ({ ...packet, id: String(packet['id']) }),
  'the id of a packet as an object': (packet) => ({ ...packet, id: { id: packet['id'] } }),
  'the id of a packet as packetId': (packet) => rename(packet, { id: 'packetId' }),
  'the id of a packet as formPacketId': (packet) => rename(packet, { id: 'formPacketId' }),
  'the id of a packet as _id': (packet) => rename(packet, { id: '_id' }),
}
const patients: Readonly<Record<string, Write>> = {
  'as text': (packet) => ({ ...packet, patientId: String(packet['patientId']) }),
  'as patient.id': ({ patientId, ...packet }) => ({ ...packet, patient: { id: patientId } }),
  'as patient.patientId': ({ patientId, ...packet }) => ({ ...packet, patient: { patientId } }),
  'as patient': ({ patientId, ...packet }) => ({ ...packet, patient: patientId }),
  'as patientId.id': (packet) => ({ ...packet, patientId: { id: packet['patientId'] } }),
  'as patient_id': (packet) => rename(packet, { patientId: 'patient_id' }),
  'as PatientId': (packet) => rename(packet, { patientId: 'PatientId' }),
  'as patientID': (packet) => rename(packet, { patientId: 'patientID' }),
  'as patients of one': ({ patientId, ...packet }) => ({
    ...packet,
    patients: [{ id: patientId }],
  }),
}
const nameless: Readonly<Record<string, Write>> = {
  'no name': (packet) => without(packet, 'name'),
  'a name of null': with_({ name: null }),
  'an empty name': with_({ name: '' }),
  'a name as title': (packet) => rename(packet, { name: 'title' }),
  'a name as displayName': (packet) => rename(packet, { name: 'displayName' }),
  'a name as formPacketName': (packet) => rename(packet, { name: 'formPacketName' }),
  'a name as an object by language': (packet) => ({ ...packet, name: { en: packet['name'] } }),
  'a name of the group': ({ name, ...packet }) => ({ ...packet, formTemplateGroup: { name } }),
  'no name, nor one of a form': (packet) => ({
    ...without(packet, 'name'),
    forms: forms(packet).map((form) => without(form, 'name')),
  }),
  'a name as a number': with_({ name: 7 }),
}
const dues: Readonly<Record<string, unknown>> = {
  'M/D/YYYY': '3/5/2026',
  'a timestamp': '2026-03-05T00:00:00Z',
  ms: 1_772_668_800_000,
  'an empty text': '',
  'a word': 'ASAP',
  'an object': { date: '2026-03-05' },
  'a number of days': 3,
  true: true,
}
const unused: Readonly<Record<string, Write>> = {
  'no forms': (packet) => without(packet, 'forms'),
  'forms as their number': (packet) => ({ ...packet, forms: forms(packet).length }),
  'forms as ids': (packet) => ({ ...packet, forms: forms(packet).map(({ id }) => id) }),
  'forms as a map': (packet) => ({
    ...packet,
    forms: Object.fromEntries(forms(packet).map((form) => [String(form['id']), form])),
  }),
  'form ids as objects, versions as texts': (packet) => ({
    ...packet,
    forms: forms(packet).map((form) => ({ ...form, id: {}, version: '3.1', formTemplateId: {} })),
  }),
  'times as numbers': with_({ createdAt: 1_772_000_000 }),
  'a location as text': (packet) => ({ ...packet, locationId: String(packet['locationId']) }),
  'a location as an object': ({ locationId, ...packet }) => ({
    ...packet,
    location: { id: locationId, name: 'Harbor' },
  }),
  'a location as locationId.id': (packet) => ({
    ...packet,
    locationId: { id: packet['locationId'] },
  }),
  'no location': (packet) => without(packet, 'locationId'),
}
const open = [
  'SENT',
  'PENDING',
  'OPEN',
  'ASSIGNED',
  'NEW',
  'Created',
  'not started',
  'not-started',
  'NotStarted',
  'draft',
]
const done = [
  'completed',
  'Completed',
  'COMPLETE',
  'SUBMITTED',
  'submitted',
  'DONE',
  'finished',
  'CLOSED',
  'fully-completed',
]
/** Other ways to say that a packet is completed, with no word that the sandbox knows. */
const completed: readonly (readonly [string, Write])[] = [
  ...done.map((word) => [`the status ${word}`, with_({ status: word })] as const),
  ['completedAt alone', (packet) => without(packet, 'status', 'forms')],
  [
    'completed_at alone',
    (packet) =>
      without({ ...packet, completed_at: packet['completedAt'] }, 'status', 'forms', 'completedAt'),
  ],
  [
    'a flag completed',
    (packet) => ({ ...without(packet, 'status', 'forms', 'completedAt'), completed: true }),
  ],
  [
    'a flag isCompleted',
    (packet) => ({ ...without(packet, 'status', 'forms', 'completedAt'), isCompleted: true }),
  ],
  ['its forms’ status alone', (packet) => without(packet, 'status', 'completedAt')],
  [
    'its forms’ submittedAt alone',
    (packet) => ({
      ...without(packet, 'status', 'completedAt'),
      forms: forms(packet).map((form) => without(form, 'status')),
    }),
  ],
  ['a status with a code', with_({ status: { code: 'COMPLETED', label: 'Completed' } })],
  ['a status with a name', with_({ status: { id: 3, name: 'Completed' } })],
  ['a status in state', ({ status, ...packet }) => ({ ...packet, state: status })],
]
const archived: Readonly<Record<string, Write>> = {
  'the status archived': with_({ status: 'archived', archivedAt: null }),
  'a flag archived': with_({ status: 'NOT_STARTED', archived: true }),
  'a flag isArchived': with_({ status: 'NOT_STARTED', isArchived: true }),
  archivedAt: with_({ status: 'NOT_STARTED', archivedAt: '2026-01-01T00:00:00Z' }),
  archived_at: with_({ status: 'NOT_STARTED', archived_at: '2026-01-01T00:00:00Z' }),
  archivedOn: with_({ status: 'NOT_STARTED', archivedOn: '2026-01-01' }),
  'the status CANCELLED': with_({ status: 'CANCELLED' }),
  'the status EXPIRED': with_({ status: 'Expired' }),
  'the status VOIDED': with_({ status: 'VOIDED' }),
}
/** Peter's only packet is completed, and must not be offered again, however it is said. */
const completedRows: Variant[] = completed.map(([how, write]) =>
  nothingWaits(`completed by ${how}`, inLists(write), 'completed'),
)
/** Rosa's only packet is taken back. */
const archivedRows: Variant[] = Object.entries(archived).map(([how, write]) =>
  nothingWaits(`archived by ${how}`, inLists(write)),
)

/** Other packets. */
export const packetFieldRows = [
  ...Object.entries(ids).map(([how, write]) => through(how, packets(write))),
  ...Object.entries(patients).map(([how, write]) =>
    through(`the patient of a packet ${how}`, packets(write)),
  ),
  ...allThrough({
    'the patient of a packet in the packet alone': inLists((packet) =>
      without(packet, 'patientId'),
    ),
  }),
  ...allThrough(
    {
      'the patients of three packets in the packets alone': inLists((packet) =>
        without(packet, 'patientId'),
      ),
    },
    'several',
  ),
  ...Object.entries(nameless).map(([how, write]) =>
    through(`a packet with ${how}`, packets(write)),
  ),
  ...Object.entries(dues).map(([how, dueDate]) =>
    through(`a packet due as ${how}`, packets(with_({ dueDate })), 'several'),
  ),
  ...Object.entries(unused).map(([how, write]) => through(`a packet with ${how}`, packets(write))),
  ...open.map((status) => through(`a packet that waits as ${status}`, inLists(with_({ status })))),
  ...allThrough({
    'a packet without a status': inLists((packet) => without(packet, 'status')),
    'a packet with a status of null': inLists(with_({ status: null })),
  }),
  ...allThrough(
    {
      'packets of three with due dates as ms': packets((packet) => ({
        ...packet,
        dueDate: packet['dueDate'] === null ? 0 : Date.parse(packet['dueDate'] as string),
      })),
    },
    'several',
  ),
  ...completedRows,
  ...archivedRows,
  ...allAdapted({
    'completed by a word of its own': [
      { read: { words: { completed: ['ERLEDIGT'] } } },
      together(
        inLists(with_({ status: 'OFFEN' })),
        answers(op.packet, (packet) => ({
          id: packet['id'],
          patientId: packet['patientId'],
          status: packet['status'] === 'COMPLETED' ? 'ERLEDIGT' : 'OFFEN',
        })),
      ),
    ],
    'the patient of a packet deep in it': [
      { read: { fields: { 'packet.patientId': 'subject.ref' } } },
      packets(({ patientId, ...packet }) => ({ ...packet, subject: { ref: patientId } })),
    ],
  }),
  ...allToStaff(op.packets, {
    'packets of somebody else alone': [
      'the list is not the one that was asked for',
      packets(with_({ patientId: 5002 })),
    ],
    'a packet without an id': ['it cannot be opened', packets((packet) => without(packet, 'id'))],
  }),
]
