import { open, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Search } from './search.ts'

const pieceBytes = 4 * 1024 * 1024

/** Finding in words: the place, the needle, and its encoding. */
export type Trace = string

async function* filesIn(place: string): AsyncGenerator<string> {
  const about = await stat(place).catch(() => undefined)
  if (about?.isFile()) yield place
  if (!about?.isDirectory()) return
  for (const entry of await readdir(place, { withFileTypes: true }).catch(() => [])) {
    const path = join(place, entry.name)
    // The name of a profile is searched too, of any kind of file.
    if (entry.isDirectory()) yield* filesIn(path)
    else yield path
  }
}

async function searchFile(path: string, search: Search): Promise<Trace[]> {
  const found = new Set<Trace>()
  const note = (bytes: Buffer, where: string) => {
    for (const { name, as } of search.in(bytes)) found.add(`${where}: ${name} as ${as}`)
  }
  note(Buffer.from(path), `name of ${path}`)
  const file = await open(path).catch(() => undefined)
  // Gone, or a socket.
  if (!file) return [...found]
  try {
    // One byte more than a small file has, so that its end is seen.
    const { size } = await file.stat()
    const piece = Buffer.alloc(Math.min(size + 1, pieceBytes) + search.longest)
    for (let at = 0; ; at += piece.length - search.longest) {
      const { bytesRead } = await file.read(piece, 0, piece.length, at)
      note(piece.subarray(0, bytesRead), path)
      if (bytesRead < piece.length) return [...found]
    }
  } finally {
    await file.close()
  }
}

/** Searches files and whole folders, names too; with `since` (ms since 1970) only what was written after it. */
export async function searchDisk(
  places: readonly string[],
  search: Search,
  since = 0,
): Promise<Trace[]> {
  const found: Trace[] = []
  for (const place of places)
    for await (const path of filesIn(place)) {
      const about = await stat(path).catch(() => undefined)
      if (about && about.mtimeMs < since && about.ctimeMs < since) continue
      if (about && !about.isFile()) continue
      found.push(...(await searchFile(path, search)))
    }
  return found
}
