import { describe, expect, it } from 'vitest'
import { err, ok } from '../../shared/result.ts'
import type { ServiceError } from './errors.ts'
import { eachPage, readAllPages, type Page } from './pages.ts'

const reader = (pages: Record<string, Page<number>>) => {
  const asked: (string | undefined)[] = []
  const read = (cursor: string | undefined) => {
    asked.push(cursor)
    return Promise.resolve(ok(pages[cursor ?? 'first'] ?? { items: [] }))
  }
  return { asked, read }
}

describe('a list in pages', () => {
  it('is read to its end, in order', async () => {
    const { asked, read } = reader({
      first: { items: [1, 2], nextCursor: 'b' },
      b: { items: [], nextCursor: 'c' },
      c: { items: [3], nextCursor: null },
    })
    expect(await readAllPages('op', read)).toEqual(ok([1, 2, 3]))
    expect(asked).toEqual([undefined, 'b', 'c'])
  })

  it.each([undefined, null, ''])('ends at the cursor %o', async (nextCursor) => {
    const { asked, read } = reader({ first: { items: [1], nextCursor } })
    expect(await readAllPages('op', read)).toEqual(ok([1]))
    expect(asked).toHaveLength(1)
  })

  it('that goes in circles is an error', async () => {
    const { asked, read } = reader({
      first: { items: [1], nextCursor: 'b' },
      b: { items: [2], nextCursor: 'c' },
      c: { items: [3], nextCursor: 'b' },
    })
    const error = {
      operation: 'op',
      attempts: 3,
      kind: 'unreadableAnswer',
      reason: 'a list without an end',
    }
    expect(await readAllPages('op', read)).toEqual(err(error))
    expect(asked).toHaveLength(3)
  })

  it('that never ends is an error', async () => {
    let asked = 0
    const read = () => Promise.resolve(ok({ items: [1], nextCursor: String(asked++) }))
    expect(await readAllPages('op', read)).toMatchObject({ ok: false })
    expect(asked).toBeLessThanOrEqual(201)
  })

  it('fails as a whole when one page does', async () => {
    const error: ServiceError = { operation: 'op', attempts: 1, kind: 'forbidden' }
    const read = (cursor?: string) =>
      Promise.resolve(cursor ? err(error) : ok({ items: [1], nextCursor: 'b' }))
    expect(await readAllPages('op', read)).toEqual(err(error))
  })

  it('asks for no page that its reader does not want', async () => {
    const { asked, read } = reader({ first: { items: [1], nextCursor: 'b' } })
    for await (const page of eachPage('op', read)) {
      expect(page.ok).toBe(true)
      break
    }
    expect(asked).toHaveLength(1)
  })
})
