import { answers, insteadOf, refusal, rename, repliesTo, together, without } from '../changes.ts'
import { op } from '../operations.ts'
import { rowsOf } from '../variant.ts'
import { bare, json, jsonOf, type Fields, type WireAnswer } from '../wire.ts'

const { through, allThrough, allToStaff } = rowsOf('new packet', 'newPacket')
const body = (write: (packet: Fields) => unknown) => answers(op.newPacket, write)
const reply = (write: (answer: WireAnswer) => WireAnswer) => repliesTo(op.newPacket, write)
const idOf = (answer: WireAnswer) => (jsonOf(answer) as Fields)['id']
const locationOf = (answer: WireAnswer, origin = '') => ({
  location: `${origin}/partner/v2/account/101/location/301/form/${String(idOf(answer))}`,
})

const shapes: Readonly<Record<string, (packet: Fields) => unknown>> = {
  'its id alone': ({ id }) => ({ id }),
  'its id as text': ({ id }) => ({ id: String(id) }),
  'its id as formPacketId': ({ id }) => ({ formPacketId: id }),
  'its id as packetId': ({ id }) => ({ packetId: id, created: true }),
  'a bare id': ({ id }) => id,
  'itself under formPacket': (formPacket) => ({ formPacket }),
  'itself under packet': (packet) => ({ packet }),
  'itself under data': (data) => ({ data }),
  'itself as a list of one': (packet) => [packet],
  'no name': (packet) => without(packet, 'name'),
  'no status': (packet) => without(packet, 'status'),
  'a status in small letters': (packet) => ({ ...packet, status: 'not_started' }),
  'forms as ids': (packet) => ({ ...packet, forms: [1, 2] }),
}

/** Other answers to the creation of a packet. */
export const newPacketRows = [
  ...Object.entries(shapes).map(([how, write]) => through(`a new packet with ${how}`, body(write))),
  ...allThrough({
    'a new packet with 200': reply((answer) => ({ ...answer, status: 200 })),
    'a new packet with 202': reply((answer) => ({ ...answer, status: 202 })),
    'a new packet with its Location alone': reply((answer) => bare(201, locationOf(answer))),
    'a new packet with its whole Location alone': reply((answer) =>
      bare(201, locationOf(answer, 'https://intake.example')),
    ),
    'a new packet with 204 and its Location': reply((answer) => bare(204, locationOf(answer))),
    'a new packet with 204: the list has it': reply(() => bare(204)),
    'a new packet with an empty 201: the list has it': reply(() => bare(201)),
    'a new packet as success: true: the list has it': reply(() => json({ success: true })),
    'a new packet with its id as ref: the list has it': body((packet) =>
      rename(without(packet, 'name'), { id: 'ref' }),
    ),
  }),
  ...allToStaff(op.newPacket, {
    'a new packet with an empty 202, which no list shows': [
      'whether it was made is not known, and another one is one too many',
      together(
        reply(() => bare(202)),
        answers(op.packets, () => ({ items: [], nextCursor: null })),
      ),
    ],
    'a new packet refused with 409': [
      'the service says no, and does not say why',
      insteadOf(op.newPacket, () => refusal(409, 'duplicate')),
    ],
    'a new packet refused with 422': [
      'the service says no, and does not say why',
      () => ({
        request: (request) =>
          request.method === 'POST' && request.path.endsWith('/form') ? refusal(422) : request,
      }),
    ],
    'a new packet refused with 403': [
      'this kiosk may make none',
      insteadOf(op.newPacket, () => refusal(403)),
    ],
  }),
]
