import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import type { Operation } from '../operation.ts'
import { outboxReaders } from './outbox-readers.ts'
import { packet, packetReader } from './packet.ts'
import { wholeAnswer, type Reader } from './reading.ts'
import { grantReader, visitReaders } from './visit-readers.ts'
import { answerOf, valueOf } from '#harness/service/service-answer.ts'

describe('what could be two things is none', () => {
  it.each([
    '03-07-1984',
    '1984-03-06T16:00:00Z',
    '1984-02-30',
    'spring of 1984',
    '84-03-07',
    true,
    447_465_600,
  ])('a date of birth: %s', (dateOfBirth) => {
    expect(valueOf(visitReaders.birthDate(9), { id: 9, dateOfBirth }).date).toBe('unreadable')
  })

  it('a record that says it is another one', () => {
    const read = valueOf(visitReaders.birthDate(9), { id: 10, dateOfBirth: '1984-03-07' })
    expect(read.isOfPatient).toBe(false)
  })

  it.each([[[1, 2]], [{ items: [{ id: 1 }, { id: 2 }] }], [[{ patientId: 1 }, { patientId: 2 }]]])(
    'several matches: %j',
    (body) => expect(valueOf(visitReaders.match, body)).toEqual({ kind: 'several' }),
  )

  it.each([null, {}, [], { patientId: null }, { items: [] }, { data: null }])(
    'no match: %j',
    (body) => expect(valueOf(visitReaders.match, body)).toEqual({ kind: 'none' }),
  )

  it.each([
    { hasMore: true },
    { pageInfo: { hasNextPage: true, endCursor: 'c' } },
    { nextCursor: { value: 'c' } },
    { nextCursor: true },
    { nextCursor: null, hasMore: true },
    { total: 2 },
    { nextCursor: null, meta: { totalCount: '2' } },
    { count: 2 },
    { itemCount: 2 },
    { numFound: 2 },
    { isLast: false },
    { last: false, number: 0 },
    { truncated: true },
    { page: { complete: false } },
    { next: 'https://service.example/x?page=2&limit=50' },
    { page: 1, totalPages: 2 },
    { links: { next: { href: '/x' } } },
    { number: 1, totalPages: 2 },
    { nextCursor: '/x?page=2' },
  ])('half a list, of which the rest is told by %j', (more) => {
    expect(visitReaders.packets(answerOf({ items: [{ id: 1 }], ...more })).ok).toBe(false)
  })

  it.each([
    { hasMore: false },
    { next: null, nextCursor: null },
    { pageInfo: { hasNextPage: false, endCursor: null } },
    { page: 2, totalPages: 2 },
    { nextCursor: '' },
    { nextCursor: false, total: 1 },
    { nextCursor: null, cursor: 'c1', total: 1 },
    { last: true, totalPages: 1, count: 1, truncated: false },
    { account: 1_234, discount: 20, totalTimeMs: 12, numberOfPages: 1 },
  ])('but the last page is whole: %j', (more) => {
    const read = visitReaders.packets(answerOf({ items: [{ id: 1 }], ...more }))
    expect(read).toMatchObject({ ok: true, value: { nextCursor: null } })
  })

  it.each([
    { errors: [{ message: 'timeout' }] },
    { error: 'unavailable' },
    { code: 500 },
    { status: 'PROCESSING' },
    { timed_out: true },
    { LastEvaluatedKey: { id: 1 } },
    { continuationToken: 'abc' },
    { recordsTotal: 1 },
    { hits: { total: { value: 1 } } },
    { '@odata.count': 1 },
    { done: false },
    { packets: [{ id: 1 }] },
  ])('no rows, and not certain that there are none: %j', (more) => {
    expect(visitReaders.packets(answerOf({ items: [], nextCursor: null, ...more })).ok).toBe(false)
  })

  it.each([
    { success: true, status: 'OK', code: 200, requestId: 7, took: 12, errors: [] },
    { filters: { patientId: 5 }, limit: 50, page: 1, pages: 1, error: false },
    {
      first: true,
      last: 1,
      empty: true,
      size: 20,
      number: 0,
      totalElements: 0,
      sort: { sorted: true },
    },
    { links: [{ rel: 'self', href: '/x' }], timestamp: 1_772_474_400 },
  ])('but none are none beside %j', (more) => {
    expect(valueOf(visitReaders.packets, { items: [], ...more }).items).toEqual([])
  })

  it.each([
    { matched: false, patientId: 9 },
    { error: 'ambiguous', patientId: 9 },
  ])('a match that is none: %j', (body) => {
    expect(visitReaders.match(answerOf(body)).ok).toBe(false)
  })

  it.each([{ success: true, data: null }, { formPackets: [] }, { results: [] }, {}, null, 'none'])(
    'an empty list: %j',
    (body) => expect(visitReaders.packets(answerOf(body)).ok).toBe(false),
  )
})

it.each(['</x?cursor=c>; rel="next"', '</x?list=1>; rel="prev", </x?list=2>; rel=next'])(
  'a list is half where %s links to another page',
  (link) => {
    const body = { items: [], nextCursor: null }
    expect(visitReaders.packets(answerOf(body, { headers: { link } })).ok).toBe(false)
  },
)

it.each<[number, Record<string, string>, boolean]>([
  [200, { 'x-total-count': '57' }, false],
  [206, { 'content-range': 'items 0-0/57' }, false],
  [206, { 'content-range': 'items 0-0/*' }, false],
  [206, {}, true],
  [200, { 'x-total-count': '1', 'content-range': 'items 0-0/1' }, true],
  [200, { 'x-total-pages': '2' }, false],
  [200, { 'x-next-page': '2' }, false],
  [200, { 'x-has-more': 'true' }, false],
  [200, { 'x-nextjs-cache': 'HIT', 'x-total-pages': '1' }, true],
])('a list of one row with %i and %j', (status, headers, isWhole) => {
  const read = visitReaders.packets(answerOf({ items: [{ id: 1 }] }, { status, headers }))
  expect(read.ok).toBe(isWhole)
  const found = read.ok ? '' : read.error.found
  for (const name of isWhole ? [] : Object.keys(headers)) expect(found).toContain(name)
})

it.each([
  '0001-01-01T00:00:00Z',
  '1900-01-01',
  '9999-12-31T23:59:59Z',
  253_402_300_799_000,
  '1970-01-01',
  '0000-00-00 00:00:00',
  '1970-01-01T00:00:00.000Z',
  '01/01/0001',
  '00/00/0000',
  '1969-12-31T16:00:00-08:00',
])('a packet is neither complete nor archived since %s, which means never', (never) => {
  const read = packet({ id: 1, status: 'NOT_STARTED', completedAt: never, archivedAt: never })
  expect(read).toMatchObject({ completed: false, archived: false })
})

describe('nonsense', () => {
  const readers: readonly (readonly [string, Reader<unknown>])[] = [
    ['newProof', visitReaders.newProof],
    ['proofStatus', visitReaders.proofStatus(['sms'])],
    ['packets', visitReaders.packets],
    ['completionUrl', visitReaders.completionUrl],
    ['location', visitReaders.location],
    ['grant', grantReader],
  ]

  it.each(readers)('is told by what was expected, and by names and types: %s', (_name, reader) => {
    const read = reader(answerOf({ strange: { secret: 'canary', 'ana@example.org': 7 } }))
    expect(read.ok).toBe(false)
    if (read.ok) return
    expect(read.error.expected).toMatch(/\w+/)
    expect(read.error.found).toBe('{ strange: { secret: text, *: number } }')
  })

  it('never breaks a reader', () => {
    const all = [
      ...readers.map(([, reader]) => reader),
      visitReaders.codeVerdict('sms'),
      visitReaders.match,
      visitReaders.birthDate(9),
      visitReaders.packet(9),
      visitReaders.createdPacket,
      ...Object.values({
        ...outboxReaders,
        createdPatient: outboxReaders.createdPatient('1'),
        packet: packetReader('1'),
      }),
    ]
    fc.assert(
      fc.property(fc.jsonValue(), (body) => {
        for (const reader of all) expect(typeof reader(answerOf(body)).ok).toBe('boolean')
      }),
    )
  })
})

const listed = z.object({ name: z.string() })
const answer = z.object({ items: z.array(listed), by: z.record(z.string(), z.int()) })
const whole = wholeAnswer({ answer } as unknown as Operation)

it.each([
  ['the field', { items: 1, by: {} }, 'items'],
  ['no place in a list', { items: [{ name: 'a' }, { name: 2 }], by: {} }, 'items.*.name'],
  ['no key that may be data', { items: [], by: { 'ana@example.org': 'x' } }, 'by.*'],
  ['no key that is longer than a name', { items: [], by: { [`a${'b'.repeat(40)}`]: 'x' } }, 'by.*'],
])('names %s of a whole answer of another shape, and nothing that may be data', (_, body, field) =>
  expect(whole(answerOf(body))).toMatchObject({ error: { found: `another at ${field}` } }),
)
