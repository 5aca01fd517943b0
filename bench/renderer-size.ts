import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import type { BenchRow } from './row.ts'

const built = join(import.meta.dirname, '..', 'out')

/**
 * Measures the Brotli size of all script that the first screen of the kiosk, and of the desk, loads; later imports do
 * not count.
 */
export async function benchRendererSize(): Promise<BenchRow[]> {
  return Promise.all([
    sizeOf('initial renderer script, brotli', join(built, 'renderer'), 50),
    sizeOf("the desk's script, brotli", join(built, 'desk'), 110),
  ])
}

async function sizeOf(figure: string, folder: string, targetKb: number): Promise<BenchRow> {
  const page = await readFile(join(folder, 'index.html'), 'utf8')
  const scripts = [...page.matchAll(/(?:src|href)="\.?\/?([^"]+\.js)"/g)].map(
    ([, path]) => path ?? '',
  )
  if (scripts.length === 0) throw new Error('the built page names no script')
  let bytes = 0
  for (const path of scripts) bytes += brotliCompressSync(await readFile(join(folder, path))).length
  const kilobytes = bytes / 1000
  const target = `at most ${targetKb} kB`
  return { figure, value: kilobytes, unit: 'kB', target, met: kilobytes <= targetKb }
}
