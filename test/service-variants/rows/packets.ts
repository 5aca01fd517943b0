import { presentPacket } from '../../../sandbox/state/packets.ts'
import type { Packet } from '../../../sandbox/state/types.ts'
import { answers, insteadOf, refusal, repliesTo, together, without } from '../changes.ts'
import { op } from '../operations.ts'
import { rowsOf } from '../variant.ts'
import { bare, json, text, type Call, type Fields } from '../wire.ts'

const { through, allThrough, nothingWaitsFor, allToStaff, allAdapted } = rowsOf('packets')
const body = (write: (page: Fields, call: Call) => unknown) => answers(op.packets, write)
const listed = (write: (packets: readonly Fields[]) => unknown) =>
  body((page) => ({ ...page, items: write(page['items'] as Fields[]) }))
const wrapped = (write: (packets: unknown) => unknown) => body(({ items }) => write(items))
/** A service that lists what the sandbox would not. */
const listing = (
  shows: (packet: Packet) => boolean,
  write: (packet: Fields) => Fields = (one) => one,
) =>
  body((_, { state }) => ({
    items: [...state.packets.values()]
      .filter(shows)
      .map((packet) => write(presentPacket(state, packet))),
    nextCursor: null,
  }))

const wrappers: readonly (readonly [string, (packets: unknown) => unknown])[] = [
  ['as a bare list', (packets) => packets],
  ...['data', 'results', 'content', 'value', 'records', 'rows', 'list', 'entries'].map(
    (name) => [`under ${name}`, (packets: unknown) => ({ [name]: packets })] as const,
  ),
  ['under formPackets', (formPackets) => ({ formPackets })],
  ['under packets', (packets) => ({ packets, total: 1 })],
  ['under form_packets', (packets) => ({ form_packets: packets })],
  ['under Items', (packets) => ({ Items: packets, Count: 1 })],
  ['under data.items', (items) => ({ data: { items, nextCursor: null } })],
  ['under success and data', (data) => ({ success: true, message: '', data })],
  [
    'in a page of Spring',
    (content) => ({ content, last: true, totalPages: 1, number: 0, size: 100 }),
  ],
  ['in a page of Django', (results) => ({ count: 1, next: null, previous: null, results })],
  ['in a page of Laravel', (data) => ({ data, links: { next: null }, meta: { current_page: 1 } })],
  ['in a page of OData', (value) => ({ '@odata.context': 'x', value })],
]

/** Ends of a list in other words: there is no next page. */
const lastPages: Readonly<Record<string, Fields>> = {
  'an empty cursor': { nextCursor: '' },
  'a cursor of false': { nextCursor: false },
  'no cursor': { nextCursor: undefined },
  'hasMore: false': { nextCursor: undefined, hasMore: false },
  'a cursor of an object that is null within': { nextCursor: undefined, paging: { next: null } },
}

const here = ({ locationId }: Packet) => locationId === 301

/** Other lists of packets, as a whole. */
export const packetListRows = [
  ...wrappers.map(([how, write]) => through(`packets ${how}`, wrapped(write))),
  ...Object.entries(lastPages).map(([how, end]) =>
    through(
      `packets with ${how}`,
      body((page) => ({ ...page, ...end })),
    ),
  ),
  ...allThrough(
    {
      'no packets as items: null': body(() => ({ items: null, nextCursor: null })),
    },
    'newPacket',
  ),
  ...nothingWaitsFor(
    {
      'no packets: items null': body(() => ({ items: null, nextCursor: null })),
      'no packets: 204': repliesTo(op.packets, () => bare(204)),
      'no packets: a bare empty list': repliesTo(op.packets, () => json([])),
      'no packets: an empty envelope': repliesTo(op.packets, () =>
        json({ success: true, data: [] }),
      ),
      'archived packets in the list alone': listing(
        (packet) => packet.patientId === 5002 && packet.archivedAt !== null,
        (packet) => ({ ...packet, patientId: 5003 }),
      ),
    },
    'nothing',
  ),
  ...allThrough({
    'packets with 206': repliesTo(op.packets, (answer) => ({ ...answer, status: 206 })),
  }),
  ...allThrough(
    {
      'the filter by patient ignored': listing(here),
      'the filter by patient and the location ignored': listing(() => true),
      'archived packets in the list': listing(
        (packet) => here(packet) && packet.patientId === 5002,
      ),
    },
    'several',
  ),
  ...allThrough({
    'a row of something else beside the packet': listed((packets) => [
      { type: 'folder', label: 'Old' },
      ...packets,
    ]),
    'a row of null beside the packet': listed((packets) => [null, ...packets]),
  }),
  ...allToStaff(op.packets, {
    'rows of something else alone': [
      'what waits cannot be read',
      listed(() => [{ type: 'folder', label: 'Old' }]),
    ],
    'packets as a number': ['what waits cannot be read', wrapped(() => 3)],
    'packets as an empty object': ['what waits cannot be read', wrapped(() => ({}))],
    'packets as a page of HTML': [
      'what waits cannot be read',
      repliesTo(op.packets, () => text('<ul></ul>', 200, 'text/html')),
    ],
    'packets that are not there (404)': [
      'the path is another one',
      insteadOf(op.packets, () => refusal(404)),
    ],
    'packets that are refused (403)': [
      'this operation alone is not granted',
      insteadOf(op.packets, () => refusal(403)),
    ],
    'packets that are refused (400)': [
      'the service wants something else',
      insteadOf(op.packets, () => refusal(400)),
    ],
    'a cursor that comes again and again': [
      'a list without an end',
      body((page) => ({ ...page, nextCursor: 'again' })),
    ],
    'the filter by patient ignored, and patients neither in the list nor in the packet': [
      'whose packets they are, nobody says',
      together(
        listing(here, (packet) => without(packet, 'patientId')),
        answers(op.packet, (packet) => without(packet, 'patientId')),
      ),
    ],
  }),
  ...allAdapted({
    'packets in HAL': [
      { read: { fields: { 'list.items': '_embedded.packets' } } },
      wrapped((packets) => ({ _embedded: { packets }, _links: {} })),
    ],
    'packets in a bundle': [
      { read: { fields: { 'list.items': 'bundle.contained' } } },
      wrapped((contained) => ({ bundle: { contained } })),
    ],
  }),
  ...allAdapted(
    {
      'patients neither in the list nor in the packet': [
        { lists: { trustPatientFilter: true } },
        together(
          listed((packets) => packets.map((packet) => without(packet, 'patientId'))),
          answers(op.packet, (packet) => without(packet, 'patientId')),
        ),
      ],
    },
    'several',
  ),
]
