import { drawTable } from '../output/table.ts'
import type { JudgedOrigin } from './judge-origin.ts'
import type { PageRecord } from './watch-page.ts'

/** Draws the needs of a completion page for a person: origins, names and counts. */
export function drawPage(
  record: PageRecord,
  judged: readonly JudgedOrigin[],
  section: object,
  width: number,
): string {
  const rows = judged.map((each) => [
    each.origin,
    each.whose,
    listed(each.kinds),
    each.refused === 0 ? 'no' : `${each.refused} times`,
    listed(each.failures) || 'none',
    each.isEmptyWithout ? 'the page is empty without it' : '',
  ])
  const headings = ['origin', 'whose', 'for what', 'refused', 'failures', '']
  const { firstTextMs, attempts, pdfs, workers, fileFields, scriptErrors } = record
  return [
    `The page led through: ${record.chain.join(' → ') || 'nothing'}`,
    `It ended at: ${record.lastOrigin}`,
    `First text: ${firstTextMs === undefined ? 'none came' : `after ${firstTextMs} ms`}\n`,
    drawTable(headings, rows, width, 100).text,
    `Features refused: ${listed(record.features) || 'none'}`,
    `It tried: ${listed(attempts) || 'nothing else'}`,
    `PDFs: ${pdfs}; workers: ${workers}; file fields: ${fileFields}; errors of its scripts: ${scriptErrors}\n`,
    'For the settings (trackers are left out; list what you want to let through):',
    `${JSON.stringify(section, null, 2)}\n`,
  ].join('\n')
}

function listed(counts: ReadonlyMap<string, number>): string {
  return [...counts].map(([name, times]) => `${name} ${times}`).join(', ')
}

/** Returns the same for programs. */
export function pageAsJson(
  record: PageRecord,
  judged: readonly JudgedOrigin[],
  section: object,
): string {
  const origins = judged.map((each) => ({
    ...each,
    kinds: Object.fromEntries(each.kinds),
    failures: Object.fromEntries(each.failures),
  }))
  const features = Object.fromEntries(record.features)
  const attempts = Object.fromEntries(record.attempts)
  return `${JSON.stringify({ ...record, origins, features, attempts, ...section }, null, 2)}\n`
}
