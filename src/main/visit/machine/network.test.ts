import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { arrivalRows } from '../../../../test/harness/visit/network/arrival-rows.ts'
import { askingRows } from '../../../../test/harness/visit/network/asking-rows.ts'
import { formRows } from '../../../../test/harness/visit/network/form-rows.ts'
import { restingRows } from '../../../../test/harness/visit/network/resting-rows.ts'
import { happenings, type Row } from '../../../../test/harness/visit/network/row.ts'
import { VisitHarness } from '../../../../test/harness/visit/visit-harness.ts'
import type { Step } from '../view/view.ts'

/** Every state of the visit, and the forms of an intake without the network: one without a row is an error of type. */
const rows: Readonly<Record<Step | 'capture', Row>> = {
  ...restingRows,
  ...askingRows,
  ...arrivalRows,
  ...formRows,
}
const cases = Object.entries(rows).flatMap(([state, row]) =>
  happenings.map((happening) => ({ state, happening, row, ...row.cells[happening] })),
)

/** The table of the document: states, and what each happening does to them. */
function documented(): Readonly<Record<string, readonly string[]>> {
  const text = readFileSync(join(import.meta.dirname, '../../../../docs/offline.md'), 'utf8')
  const table = /<!-- visit x network -->\n([^]*?)<!-- \/visit x network -->/.exec(text)?.[1] ?? ''
  const lines = table.split('\n').filter((line) => line.startsWith('| `'))
  return Object.fromEntries(
    lines.flatMap((line) => {
      const [states = '', ...cells] = line.slice(1, -1).split('|')
      const told = cells.map((cell) => cell.trim())
      return [...states.matchAll(/`(\w+)`/g)].map(([, state = '']) => [state, told] as const)
    }),
  )
}

describe('the network, in every state of the visit', () => {
  it.each(cases)('$state, $happening: $says', async ({ row, happening }) => {
    const kiosk = new VisitHarness({ offline: true, ...row.options })
    await row.prove(kiosk, happening)
    expect(kiosk.logged('bug')).toEqual([])
  })

  it('is told by the document as it is', () => {
    const proved = Object.entries(rows).map(([state, { cells }]) => [
      state,
      happenings.map((happening) => cells[happening].says),
    ])
    expect(documented()).toEqual(Object.fromEntries(proved))
  })
})
