import { describe, expect, it } from 'vitest'
import { contract } from '../../../contract/index.ts'
import { err, ok } from '../../../shared/result.ts'
import type { ServiceError } from '../http/errors.ts'
import { eachPage, readAllPages, type Page } from './pages.ts'
import { connect, sendJson, type SeenRequest } from '#harness/service/test-service.ts'

const operation = contract.partner.patients.list
const params = { accountId: 7 }

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
    expect(await readAllPages(eachPage(operation, read))).toEqual(ok([1, 2, 3]))
    expect(asked).toEqual([undefined, 'b', 'c'])
  })

  it.each([undefined, null, ''])('ends at the cursor %o', async (nextCursor) => {
    const { asked, read } = reader({ first: { items: [1], nextCursor } })
    expect(await readAllPages(eachPage(operation, read))).toEqual(ok([1]))
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
    const result = await readAllPages(eachPage(operation, read, options))
    expect(result).toEqual(unreadable(expected.length, reason))
    expect(asked).toEqual(expected)
  })

  it('that is longer than its reader wants is an error that says so', async () => {
    let asked = 0
    const read = () => Promise.resolve(ok({ items: [1], nextCursor: String(asked++) }))
    expect(await readAllPages(eachPage(operation, read, { maxPages: 7 }))).toEqual(
      unreadable(7, 'a list of more than 7 pages'),
    )
    expect(asked).toBe(7)
    asked = 0
    expect(await readAllPages(eachPage(operation, read))).toMatchObject({
      error: { reason: 'a list of more than 1000 pages' },
    })
    expect(asked).toBe(1_000)
  })

  it('fails as a whole when one page does', async () => {
    const error: ServiceError = { operation: operation.id, attempts: 1, kind: 'forbidden' }
    const read = (cursor?: string) =>
      Promise.resolve(cursor ? err(error) : ok({ items: [1], nextCursor: 'b' }))
    expect(await readAllPages(eachPage(operation, read))).toEqual(err(error))
  })

  it('asks for no page that its reader does not want', async () => {
    const { asked, read } = reader({ first: { items: [1], nextCursor: 'b' } })
    for await (const page of eachPage(operation, read)) {
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

  it('is read page by page, each with its cursor, under the same filters', async () => {
    const { client, service } = await open()
    const pages = []
    for await (const page of client.partner.patients.list.pages({ params, query: { name: 'a b' } }))
      pages.push(page)
    expect(pages).toEqual([
      ok({ items: [{ id: 1 }, { id: 2 }], nextCursor: '2' }),
      ok({ items: [{ id: 3 }, { id: 4 }], nextCursor: '4' }),
      ok({ items: [{ id: 5 }], nextCursor: null }),
    ])
    expect(service.calls.map(({ url }) => url.split('?')[1])).toEqual([
      'limit=200&name=a+b',
      'cursor=2&limit=200&name=a+b',
      'cursor=4&limit=200&name=a+b',
    ])
  })

  it('goes on from a cursor of the caller, in pages of the size that it names', async () => {
    const { client, service } = await open()
    const pages = client.partner.patients.list.pages({ params, query: { cursor: '3', limit: 5 } })
    expect(await readAllPages(pages)).toEqual(ok([{ id: 4 }, { id: 5 }]))
    expect(service.calls.map(({ url }) => url.split('?')[1])).toEqual(['cursor=3&limit=5'])
  })

  it('ends when its caller gives up', async () => {
    const { client, service } = await open()
    const controller = new AbortController()
    const seen = []
    const reading = client.partner.patients.list.pages({ params }, { signal: controller.signal })
    for await (const page of reading) {
      seen.push(page)
      controller.abort()
    }
    expect(seen).toMatchObject([{ ok: true }, { ok: false, error: { reason: 'aborted' } }])
    expect(service.calls).toHaveLength(1)
  })
})
