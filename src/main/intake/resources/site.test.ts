import { describe, expect, it } from 'vitest'
import { contract } from '../../../contract/index.ts'
import type { Page } from '../../../contract/readers/lists.ts'
import { patientsReader } from '../../../contract/readers/patient-readers.ts'
import type { Reader } from '../../../contract/readers/reading.ts'
import { err, ok, type Result } from '../../../shared/result.ts'
import type { ServiceError } from '../http/errors.ts'
import type { Call } from '../client/call-types.ts'
import { pagesOf, readAllPages } from './site.ts'
import type { Id } from '../../../contract/values.ts'
import { value } from '#harness/sandbox/client.ts'
import { connect, sendJson, type SeenRequest } from '#harness/service/test-service.ts'

const operation = contract.partner.patients.list
const params = { accountId: 7 }

type Read = (cursor: string | undefined) => Promise<Result<Page<number>, ServiceError>>

/** Pages of a list whose every page is read so. */
function pagesBy(read: Read, paging: Parameters<typeof pagesOf>[4] = { maxPages: 1_000 }) {
  const call = (_operation: unknown, _reader: unknown, { query }: { query: { cursor?: string } }) =>
    read(query.cursor)
  const byNumber = patientsReader as unknown as Reader<Page<number>>
  return pagesOf(call as unknown as Call, operation, byNumber, { params }, paging)
}

const reader = (pages: Record<string, Page<number>>) => {
  const asked: (string | undefined)[] = []
  const read = (cursor: string | undefined) => {
    asked.push(cursor)
    return Promise.resolve(ok(pages[cursor ?? 'first'] ?? { items: [] }))
  }
  return { asked, read }
}

const unreadable = (attempts: number, reason: string) =>
  err({ operation: operation.id, attempts, kind: 'unreadableAnswer', reason })

describe('a list in pages', () => {
  it('is read to its end, in order', async () => {
    const { asked, read } = reader({
      first: { items: [1, 2], nextCursor: 'b' },
      b: { items: [], nextCursor: 'c' },
      c: { items: [3], nextCursor: null },
    })
    expect(await readAllPages(pagesBy(read))).toEqual(ok([1, 2, 3]))
    expect(asked).toEqual([undefined, 'b', 'c'])
  })

  it.each([undefined, null, ''])('ends at the cursor %o', async (nextCursor) => {
    const { asked, read } = reader({ first: { items: [1], nextCursor } })
    expect(await readAllPages(pagesBy(read))).toEqual(ok([1]))
    expect(asked).toHaveLength(1)
  })

  const noEnd = 'a list without an end'
  it.each([
    ['goes in circles', { first: 'b', b: 'c', c: 'b' }, {}, [undefined, 'b', 'c'], noEnd],
    ['comes back to where its reader began', { b: 'b' }, { from: 'b' }, ['b'], noEnd],
    [
      ...(['has a cursor longer than may be sent back', { first: 'x'.repeat(2049) }, {}] as const),
      ...([[undefined], 'a cursor that cannot be sent back'] as const),
    ],
  ])('that %s is an error', async (_, cursors, options, expected, reason) => {
    const pages: Record<string, Page<number>> = {}
    for (const [at, nextCursor] of Object.entries(cursors)) pages[at] = { items: [1], nextCursor }
    const { asked, read } = reader(pages)
    const result = await readAllPages(pagesBy(read, options))
    expect(result).toEqual(unreadable(expected.length, reason))
    expect(asked).toEqual(expected)
  })

  it('that is longer than its reader wants is an error that says so', async () => {
    let asked = 0
    const read = () => Promise.resolve(ok({ items: [1], nextCursor: String(asked++) }))
    expect(await readAllPages(pagesBy(read, { maxPages: 7 }))).toEqual(
      unreadable(7, 'a list of more than 7 pages'),
    )
    expect(asked).toBe(7)
    asked = 0
    expect(await readAllPages(pagesBy(read))).toMatchObject({
      error: { reason: 'a list of more than 1000 pages' },
    })
    expect(asked).toBe(1_000)
  })

  it('fails as a whole when one page does', async () => {
    const error: ServiceError = { operation: operation.id, attempts: 1, kind: 'forbidden' }
    const read = (cursor?: string) =>
      Promise.resolve(cursor ? err(error) : ok({ items: [1], nextCursor: 'b' }))
    expect(await readAllPages(pagesBy(read))).toEqual(err(error))
  })

  it('asks for no page that its reader does not want', async () => {
    const { asked, read } = reader({ first: { items: [1], nextCursor: 'b' } })
    for await (const page of pagesBy(read)) {
      expect(page.ok).toBe(true)
      break
    }
    expect(asked).toHaveLength(1)
  })
})

/** Patients 1 to 5, two a page; the cursor is the last id. */
function pageOfPatients({ url }: SeenRequest) {
  const after = Number(new URL(url, 'http://x').searchParams.get('cursor') ?? 0)
  const items = [1, 2, 3, 4, 5].filter((id) => id > after).slice(0, 2)
  const last = items.at(-1) ?? 5
  return { items: items.map((id) => ({ id })), nextCursor: last < 5 ? String(last) : null }
}

describe('a paginated operation of the client', () => {
  const open = () => connect((request, response) => sendJson(response, pageOfPatients(request)))
  const idsIn = async (pages: Parameters<typeof readAllPages<{ readonly id: Id }>>[0]) =>
    (await value(readAllPages(pages))).map(({ id }) => id)

  it('is read page by page, each with its cursor, under the same filters', async () => {
    const { client, service } = await open()
    const input = { params, query: { name: 'a b' } }
    expect(await idsIn(pagesOf(client.read, operation, patientsReader, input))).toEqual([
      1, 2, 3, 4, 5,
    ])
    expect(service.calls.map(({ url }) => url.split('?')[1])).toEqual([
      'limit=200&name=a+b',
      'cursor=2&limit=200&name=a+b',
      'cursor=4&limit=200&name=a+b',
    ])
  })

  it('goes on from a cursor of the caller, in pages of the size that it names', async () => {
    const { client, service } = await open()
    const paging = { from: '3', pageSize: 5 }
    const pages = pagesOf(client.read, operation, patientsReader, { params }, paging)
    expect(await idsIn(pages)).toEqual([4, 5])
    expect(service.calls.map(({ url }) => url.split('?')[1])).toEqual(['cursor=3&limit=5'])
  })

  it('ends when its caller gives up', async () => {
    const { client, service } = await open()
    const controller = new AbortController()
    const seen = []
    const read = client.readUntil(controller.signal)
    for await (const page of pagesOf(read, operation, patientsReader, { params })) {
      seen.push(page)
      controller.abort()
    }
    expect(seen).toMatchObject([{ ok: true }, { ok: false, error: { reason: 'aborted' } }])
    expect(service.calls).toHaveLength(1)
  })
})
