import { cut, pad, widthOf } from './text.ts'

const gap = '  '
/** Columns to which any column may be cut. */
const narrowest = 12

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
  const least = natural.map((wide) => Math.min(wide, narrowest))
  const fitting = least.filter((_, column) => widthTo(least, column + 1) <= width)
  const count = Math.max(1, fitting.length)
  const widths = least.slice(0, count).map((wide) => Math.min(wide, width))
  // The room that is left goes, a column at a time, to the narrowest of those that want more.
  for (let free = width - widthTo(widths, count); free > 0; free--) {
    const growing = widths.map((wide, at) =>
      wide < Math.min(natural[at] ?? 0, widest) ? wide : Infinity,
    )
    const slimmest = Math.min(...growing)
    if (slimmest === Infinity) break
    widths[growing.indexOf(slimmest)] = slimmest + 1
  }
  const numeric = widths.map((_, column) =>
    rows.every((row) => /^(?:-?\d+(?:\.\d+)?)?$/.test(row[column] ?? '')),
  )
  const cell = (text: string, column: number, wide: number) =>
    pad(cut(text, wide), wide, numeric[column] ? 'right' : 'left')
  const line = (cells: readonly string[]) =>
    widths
      .map((wide, column) => cell(cells[column] ?? '', column, wide))
      .join(gap)
      .trimEnd()
  const rule = widths.map((wide) => '─'.repeat(wide))
  return {
    text: [headings, rule, ...rows].map((cells) => `${line(cells)}\n`).join(''),
    leftOut: headings.slice(count),
  }
}

/** Sums the widths of the first `count` columns and the gaps between them. */
const widthTo = (widths: readonly number[], count: number) =>
  widths.slice(0, count).reduce((sum, wide) => sum + wide + gap.length, -gap.length)
