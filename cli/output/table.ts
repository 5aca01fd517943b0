import { cut, pad, widthOf } from './text.ts'

const gap = '  '
const narrowest = 6

/** Draws one-line cells under headings, in `width` columns. Cuts cells over `widest`; the last columns give way. */
export function drawTable(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
  width: number,
  widest = 48,
) {
  const natural = headings.map((heading, column) =>
    Math.max(widthOf(heading), ...rows.map((row) => widthOf(row[column] ?? ''))),
  )
  const least = natural.map((wide) => Math.min(wide, narrowest * 2))
  const count = fitting(least, width)
  const widths = widen(
    least.slice(0, count),
    natural.map((wide) => Math.min(wide, widest)),
    width,
  )
  const numeric = widths.map((_, column) =>
    rows.every((row) => /^(?:-?\d+(?:\.\d+)?)?$/.test(row[column] ?? '')),
  )
  const line = (cells: readonly string[]) =>
    widths
      .map((wide, column) =>
        pad(cut(cells[column] ?? '', wide), wide, numeric[column] ? 'right' : 'left'),
      )
      .join(gap)
      .trimEnd()
  const rule = widths.map((wide) => '─'.repeat(wide))
  return {
    text: [headings, rule, ...rows].map((cells) => `${line(cells)}\n`).join(''),
    leftOut: headings.slice(count),
  }
}

function fitting(least: readonly number[], width: number): number {
  let used = 0
  const over = least.findIndex((wide, column) => {
    used += wide + (column > 0 ? gap.length : 0)
    return used > width
  })
  return over === -1 ? least.length : Math.max(1, over)
}

function widen(least: readonly number[], wanted: readonly number[], width: number): number[] {
  const widths = least.map((wide) => Math.min(wide, width))
  let free = width - widths.reduce((sum, wide) => sum + wide, gap.length * (widths.length - 1))
  for (;;) {
    const wanting = widths
      .map((wide, column) => ({ column, wide }))
      .filter(({ wide, column }) => wide < (wanted[column] ?? 0))
      .sort((a, b) => a.wide - b.wide)[0]
    if (!wanting || free <= 0) return widths
    widths[wanting.column] = wanting.wide + 1
    free -= 1
  }
}
