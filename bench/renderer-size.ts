import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import type { BenchRow } from './row.ts'

const folder = join(import.meta.dirname, '..', 'out', 'renderer')
const targetKb = 60

/** Brotli size of all script that the first screen loads; what is imported later does not count. */
export async function benchRendererSize(): Promise<BenchRow[]> {
  const page = await readFile(join(folder, 'index.html'), 'utf8')
  const scripts = [...page.matchAll(/(?:src|href)="\.?\/?([^"]+\.js)"/g)].map(
    ([, path]) => path ?? '',
  )
  if (scripts.length === 0) throw new Error('the built page names no script')
  let bytes = 0
  for (const path of scripts) bytes += brotliCompressSync(await readFile(join(folder, path))).length
  const kilobytes = bytes / 1000
  return [
    {
      figure: 'initial renderer script, brotli',
      value: kilobytes,
      unit: 'kB',
      target: `at most ${targetKb} kB`,
      met: kilobytes <= targetKb,
    },
  ]
}
