import { describe, expect, it } from 'vitest'
import { contract } from '../../../contract/index.ts'
import { ok } from '../../../shared/result.ts'
import { createReferences } from '../references.ts'
import type { DeskWork } from '../work.ts'
import { createChartRecords } from './chart-records.ts'

interface Row {
  readonly id: number
  readonly patientId: number | undefined
}
type Pages = Readonly<Record<string, { readonly items: readonly Row[]; readonly next?: string }>>
const row = (id: number, patientId?: number): Row => ({ id, patientId })

/** Reads a list of patient 9 from pages by cursor, the first under `start`. */
function openList(pages: Pages, trustPatientFilter = false, isOfOwner = false) {
  const work = { references: createReferences(), place: { lists: { trustPatientFilter } } }
  const records = createChartRecords(work as unknown as DeskWork)
  const cursors: (string | undefined)[] = []
  const page = (after?: string) =>
    records.page(
      'chart-1 invoices',
      { patientId: 9, after },
      {
        operation: contract.partner.invoices.list,
        read({ cursor }) {
          cursors.push(cursor)
          const found = pages[cursor ?? 'start'] ?? { items: [] }
          return Promise.resolve(ok({ items: found.items, nextCursor: found.next ?? null }))
        },
        isOfOwner,
        row: ({ id }) => id,
      },
    )
  return { page, cursors }
}

describe('a page of a chart', () => {
  it('follows the one before, and the page learns no cursor', async () => {
    const { page, cursors } = openList({
      start: { items: [row(1, 9)], next: 'secret cursor' },
      'secret cursor': { items: [row(2, 9)] },
    })
    const one = await page()
    if (!one.ok || one.value.after === null) throw new Error('there is no next page')
    expect(one.value.rows).toEqual([1])
    expect(one.value.after).not.toContain('secret')
    expect(await page(one.value.after)).toEqual(ok({ rows: [2], after: null }))
    expect(cursors).toEqual([undefined, 'secret cursor'])
  })

  it('leaves out what is somebody else’s, and goes on to where the patient’s own is', async () => {
    const { page } = openList({
      start: { items: [row(1, 8)], next: 'b' },
      b: { items: [row(2, 8), row(3, 9)] },
    })
    expect(await page()).toEqual(ok({ rows: [3], after: null }))
  })

  it.each([
    ['fails', false, false, { ok: false, error: { kind: 'failed' } }],
    ['is read where the filter is trusted', true, false, ok({ rows: [1], after: null })],
    ['is read where its path names the owner', false, true, ok({ rows: [1], after: null })],
  ] as const)('%s where it does not say whose its rows are', async (_, trusts, isOwn, expected) => {
    const { page } = openList({ start: { items: [row(1)] } }, trusts, isOwn)
    expect(await page()).toEqual(expected)
  })

  it('is not read in a circle', async () => {
    const { page } = openList({ start: { items: [], next: 'a' }, a: { items: [], next: 'a' } })
    expect(await page()).toEqual({ ok: false, error: { kind: 'failed' } })
    const again = openList({
      start: { items: [row(1, 9)], next: 'a' },
      a: { items: [row(2, 9)], next: 'a' },
    })
    const one = await again.page()
    const after = one.ok ? (one.value.after ?? undefined) : undefined
    expect(await again.page(after)).toEqual({ ok: false, error: { kind: 'failed' } })
  })

  it('is nobody’s under a name that was not given', async () => {
    const { page, cursors } = openList({})
    expect(await page('page-7')).toEqual({ ok: false, error: { kind: 'unknownReference' } })
    expect(cursors).toEqual([])
  })
})
