import type { BenchRow } from './row.ts'

const rounded = (value: number) =>
  value >= 100 ? value.toFixed(0) : value >= 1 ? value.toFixed(2) : value.toPrecision(2)

/** Draws the rows as a table for a terminal: figure, value, comparison, ratio, target, and if it is met. */
export function tableOf(rows: readonly BenchRow[]): string {
  const cells = rows.map((row) => [
    row.figure,
    row.met === undefined ? '–' : `${rounded(row.value)} ${row.unit}`,
    (row.beside ?? [])
      .map(({ name, value }) => `${name} ${rounded(value)} ${row.unit}`)
      .join('; ') || '–',
    row.ratio === undefined ? '–' : `${row.ratio.toFixed(2)} ×`,
    row.target,
    row.met === undefined ? '–' : row.met ? 'yes' : 'NO',
  ])
  const lines = [['figure', 'value', 'beside', 'ratio', 'to reach', 'met'], ...cells]
  const widths =
    lines[0]?.map((_, column) => Math.max(...lines.map((line) => line[column]?.length ?? 0))) ?? []
  return lines
    .map((line) =>
      line
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}
