import { presentPacket } from '../../sandbox/state/packets.ts'
import type { Packet } from '../../sandbox/state/types.ts'
import {
  answers,
  insteadOf,
  ofAddress,
  ofList,
  ofListed,
  ofPacket,
  ofPackets,
  repliesTo,
  together,
  wants,
  without,
} from './changes.ts'
import { op } from './operations.ts'
import { testVisits } from './variant.ts'
import { bare, json, jsonOf, text, type Fields, type WireAnswer } from './wire.ts'

const through = { end: 'through' } as const
const nothingWaits = { end: 'nothing waits' } as const

const rows = (write: (packets: readonly Fields[]) => unknown) =>
  ofList((page) => ({ ...page, items: write(page['items'] as Fields[]) }))
const formsOf = (packet: Fields) => packet['forms'] as Fields[]
/** A service that lists what the sandbox would not. */
const listing = (shows: (packet: Packet) => boolean, write = (one: Fields) => one) =>
  answers(op.packets, (_, { state }) => ({
    items: [...state.packets.values()].filter(shows).map((one) => write(presentPacket(state, one))),
    nextCursor: null,
  }))
const here = ({ locationId }: Packet) => locationId === 301

testVisits('the list of packets', through, {
  'with rows of something else beside': rows((all) => [null, { type: 'folder' }, ...all]),
  'with the patient in the packet alone': ofListed((one) => without(one, 'patientId')),
})
testVisits(
  'the list of three packets',
  through,
  {
    'with the filter by patient and the location ignored': listing(() => true),
    'with archived ones': listing((one) => here(one) && one.patientId === 5002),
    'with the patients in the packets alone': ofListed((one) => without(one, 'patientId')),
  },
  'several',
)
testVisits('a packet', through, {
  'with its patient as an object': ofPackets((one) => ({
    ...one,
    patientId: { id: one['patientId'] },
  })),
  'without a name': ofPackets((one) => without(one, 'name')),
  'without forms': ofPackets((one) => without(one, 'forms')),
  'with forms as their ids': ofPackets((one) => ({
    ...one,
    forms: formsOf(one).map(({ id }) => id),
  })),
  'without a location': ofPackets((one) => without(one, 'locationId')),
  'with a location as an object': ofPackets((one) => ({
    ...one,
    locationId: { id: one['locationId'] },
  })),
  'without a status': ofListed((one) => without(one, 'status')),
})

/** The cursor of a page that holds nothing, after the last one. */
const afterTheLast = 'after-the-last'
const address = '/partner/v2/account/101/location/301/form'
/** The list in pages of two, whatever is asked for. */
const paged = (write: (items: unknown, cursor: string | null) => WireAnswer) =>
  together(
    wants(op.packets, (request) => {
      const query = new URLSearchParams(request.query)
      query.set('limit', '2')
      return { ...request, query }
    }),
    repliesTo(op.packets, (answer) => {
      const { items, nextCursor } = jsonOf(answer) as Fields
      return write(items, nextCursor as string | null)
    }),
  )
testVisits(
  'pages, each read to the end',
  through,
  {
    'with an address in nextCursor': paged((items, cursor) =>
      json({ items, nextCursor: cursor && `${address}?limit=2&cursor=${cursor}` }),
    ),
    'with an empty page at the end': together(
      wants(op.packets, (request) =>
        request.query.get('cursor') === afterTheLast
          ? json({ items: [], nextCursor: null })
          : request,
      ),
      paged((items, cursor) =>
        json({
          items,
          nextCursor: cursor ?? ((items as unknown[]).length > 0 ? afterTheLast : null),
        }),
      ),
    ),
  },
  'several',
)
testVisits(
  'half a list, which must not pass for all of it',
  { end: 'staff', operation: op.packets },
  {
    'with a cursor under another name': paged((items, next) => json({ items, paging: { next } })),
  },
  'several',
)

testVisits(
  'no packets',
  nothingWaits,
  {
    'as 204': repliesTo(op.packets, () => bare(204)),
    'as items: null': ofList(() => ({ items: null, nextCursor: null })),
    'as archived ones alone': listing(
      ({ patientId, archivedAt }) => patientId === 5002 && archivedAt !== null,
      (one) => ({ ...one, patientId: 5003 }),
    ),
  },
  'nothing',
)
testVisits(
  'nothing that is certain of packets',
  { end: 'staff', operation: op.packets },
  {
    'as rows of something else alone': rows(() => [{ type: 'folder' }]),
    'as packets of somebody else alone': ofPackets((one) => ({ ...one, patientId: 5002 })),
    'as a packet without an id': ofPackets((one) => without(one, 'id')),
    'as packets of nobody': ofPackets((one) => without(one, 'patientId')),
  },
)
testVisits(
  'a packet that is completed, and must not be offered again',
  nothingWaits,
  {
    'by its forms’ submittedAt alone': ofListed((one) => ({
      ...without(one, 'status', 'completedAt'),
      forms: formsOf(one).map((form) => without(form, 'status')),
    })),
  },
  'completed',
)
testVisits('a packet that is archived', nothingWaits, {
  'by archived_at': ofListed((one) => ({
    ...without(one, 'archivedAt'),
    archived_at: '2026-01-01T00:00:00Z',
  })),
})

const made = (write: (answer: WireAnswer) => WireAnswer) => repliesTo(op.newPacket, write)
const madeBy = (write: (packet: Fields) => unknown) => answers(op.newPacket, write)
testVisits(
  'a new packet',
  through,
  {
    'as its id alone': madeBy(({ id }) => ({ id })),
    'as a bare id': madeBy(({ id }) => id),
    'under formPacket': madeBy((formPacket) => ({ formPacket })),
    'as 204: the list has it': made(() => bare(204)),
    'as success: true: the list has it': made(() => json({ success: true })),
    'with 503, though it was made': insteadOf(op.newPacket, () => text('', 503), 1),
  },
  'newPacket',
)

const where = (write: (url: string) => unknown) =>
  answers(op.address, ({ url }) => write(String(url)))
testVisits('the address of the form', through, {
  'as plain text': ofAddress((url) => text(`${url}\r\n`)),
  'with blanks around it': where((url) => ({ url: ` ${url}\n` })),
})

testVisits('whether all was sent', through, {
  'by the packet archived at once': ofPacket((one) =>
    one['status'] === 'COMPLETED' ? { status: 'ARCHIVED', archivedAt: one['completedAt'] } : one,
  ),
  // The patient is thanked in neutral words, and a line of the log says that nothing tells.
  'by nothing': ofPacket(() => ({})),
})
