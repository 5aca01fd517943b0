import { answers, insteadOf, refusal, repliesTo, without } from '../changes.ts'
import { op } from '../operations.ts'
import { rowsOf } from '../variant.ts'
import { text, type Fields } from '../wire.ts'

const { through, allThrough, allToStaff, allAdapted } = rowsOf('completed')
const body = (write: (packet: Fields) => unknown) => answers(op.packet, write)
const forms = (packet: Fields) => packet['forms'] as Fields[]
const isDone = ({ status }: Fields) => status === 'COMPLETED'
/** A packet with no other sign than `fields`. */
const alone = (fields: (packet: Fields) => Fields) =>
  body((packet) => ({ id: packet['id'], patientId: packet['patientId'], ...fields(packet) }))
const word = (done: unknown, open: unknown) =>
  alone((packet) => ({ status: isDone(packet) ? done : open }))

const words: Readonly<Record<string, string>> = {
  completed: 'in_progress',
  Completed: 'In progress',
  COMPLETE: 'INCOMPLETE',
  complete: 'open',
  SUBMITTED: 'OPEN',
  submitted: 'started',
  DONE: 'TODO',
  finished: 'pending',
  CLOSED: 'OPEN',
  InProgressCompleted: 'NotStarted',
}
const signs: Readonly<Record<string, (packet: Fields) => Fields>> = {
  'a flag completed': (packet) => ({ completed: isDone(packet) }),
  'a flag isCompleted': (packet) => ({ isCompleted: isDone(packet) }),
  'a flag isComplete': (packet) => ({ isComplete: isDone(packet) }),
  'completedAt alone': ({ completedAt }) => ({ completedAt }),
  'completed_at alone': ({ completedAt }) => ({ completed_at: completedAt }),
  'completedOn alone': ({ completedAt }) => ({ completedOn: completedAt }),
  'completedAt as ms': ({ completedAt }) => ({
    completedAt: completedAt && Date.parse(completedAt as string),
  }),
  'submittedAt alone': ({ completedAt }) => ({ submittedAt: completedAt }),
  'the status of its forms': (packet) => ({
    forms: forms(packet).map(({ id, status }) => ({ id, status })),
  }),
  'the submittedAt of its forms': (packet) => ({
    forms: forms(packet).map(({ id, submittedAt }) => ({ id, submittedAt })),
  }),
  'flags of its forms': (packet) => ({
    forms: forms(packet).map((form) => ({ id: form['id'], completed: isDone(form) })),
  }),
  'small words of its forms': (packet) => ({
    forms: forms(packet).map((form) => ({
      id: form['id'],
      status: String(form['status']).toLowerCase(),
    })),
  }),
  'a word of its own and completedAt': (packet) => ({
    status: isDone(packet) ? 'IN_REVIEW' : 'WITH_PATIENT',
    completedAt: packet['completedAt'],
  }),
  'a word of its own and its forms': (packet) => ({ status: 'ACTIVE', forms: forms(packet) }),
  'a status with a code': (packet) => ({ status: { code: packet['status'], label: 'x' } }),
  'a status with a name': (packet) => ({ status: { id: 1, name: packet['status'] } }),
  'a status under state': ({ status }) => ({ state: status }),
  'a status under packetStatus': ({ status }) => ({ packetStatus: status }),
  'a status under completionStatus': ({ status }) => ({ completionStatus: status }),
  'the packet archived at once, and completed': (packet) =>
    isDone(packet)
      ? {
          status: 'ARCHIVED',
          completedAt: packet['completedAt'],
          archivedAt: packet['completedAt'],
        }
      : packet,
}
const shapes: Readonly<Record<string, (packet: Fields) => unknown>> = {
  'under data': (data) => ({ data }),
  'under formPacket': (formPacket) => ({ formPacket }),
  'under packet': (packet) => ({ packet }),
  'as a list of one': (packet) => [packet],
  'without its id': (packet) => without(packet, 'id'),
  'without its name': (packet) => without(packet, 'name'),
  'without its patient': (packet) => without(packet, 'patientId'),
  'with answers as a map': (packet) => ({
    ...packet,
    forms: forms(packet).map((form) => ({ ...form, answers: { 601001: 'Rosa' } })),
  }),
  'with answers under elements of another type': (packet) => ({
    ...packet,
    forms: forms(packet).map((form) => ({ ...form, answers: ['Rosa', null, 3] })),
  }),
}

/** Other ways to say that everything was sent. */
export const completedRows = [
  ...Object.entries(words)
    .slice(0, -1)
    .map(([done, open]) => through(`sent in the words ${done} and ${open}`, word(done, open))),
  ...Object.entries(signs).map(([how, write]) => through(`sent by ${how}`, alone(write))),
  ...Object.entries(shapes).map(([how, write]) => through(`a sent packet ${how}`, body(write))),
  ...allAdapted({
    'sent in words of its own': [
      { read: { words: { completed: ['ABGESCHLOSSEN'] } } },
      word('ABGESCHLOSSEN', 'OFFEN'),
    ],
    'sent in numbers': [{ read: { words: { completed: [3] } } }, word(3, 1)],
    'sent by a percentage': [
      { read: { fields: { 'packet.status': 'progress' }, words: { completed: [100] } } },
      alone((packet) => ({ progress: isDone(packet) ? 100 : 40 })),
    ],
  }),
  ...allThrough({
    // The patient is thanked in neutral words, and a line of the log says that nothing tells.
    'nothing that says whether it was sent': alone(() => ({})),
  }),
  ...allToStaff(op.packet, {
    'a sent packet as a page of HTML': [
      'nobody can tell',
      repliesTo(op.packet, () => text('<p>Thanks</p>', 200, 'text/html')),
    ],
    'a sent packet that is not there (404)': [
      'nobody can tell',
      insteadOf(op.packet, () => refusal(404)),
    ],
    'a sent packet that is refused (403)': [
      'nobody can tell',
      insteadOf(op.packet, () => refusal(403)),
    ],
  }),
]
