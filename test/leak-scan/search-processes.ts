import { closeSync, openSync, readFileSync, readSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import type { Trace } from './search-disk.ts'
import type { Find, Search } from './search.ts'

const pieceBytes = 16 * 1024 * 1024

async function searchAbout(
  pids: readonly number[],
  about: 'cmdline' | 'environ',
  search: Search,
): Promise<Trace[]> {
  const found: Trace[] = []
  for (const pid of pids) {
    const bytes = await readFile(`/proc/${pid}/${about}`).catch(() => Buffer.alloc(0))
    for (const { name, as } of search.in(bytes)) found.push(`${about} of ${pid}: ${name} as ${as}`)
  }
  return found
}

/** Searches the command lines of processes. Linux only. */
export const searchArguments = (pids: readonly number[], search: Search) =>
  searchAbout(pids, 'cmdline', search)

/** Searches the environments that processes were started with. Linux only. */
export const searchEnvironments = (pids: readonly number[], search: Search) =>
  searchAbout(pids, 'environ', search)

/** Addresses from `start` to before `end`. */
type Range = { readonly start: number; readonly end: number }

/** Folders where a process may write. */
function writableRanges(pid: number): Range[] {
  const maps = readFileSync(`/proc/${pid}/maps`, 'utf8')
  const lines = maps.matchAll(/^([0-9a-f]+)-([0-9a-f]+) rw/gm)
  return [...lines].map(([, start = '', end = '']) => ({
    start: parseInt(start, 16),
    end: parseInt(end, 16),
  }))
}

const pageBytes = 4096
/** Of an entry of the page map, its uppermost byte: the page is in memory, or swapped out. */
const isThere = (uppermost: number) => (uppermost & 0b1100_0000) !== 0

/** Parts that lie closer together are read as one: a call costs more than the emptiness between them. */
const mostGap = 16 * pageBytes

/** The parts of a range that hold anything: most of what a browser reserves was never touched. */
function heldParts(pageMap: number, { start, end }: Range): Range[] {
  const entries = Buffer.alloc(((end - start) / pageBytes) * 8)
  readSync(pageMap, entries, 0, entries.length, (start / pageBytes) * 8)
  const parts: Range[] = []
  for (let at = start, entry = 7; at < end; at += pageBytes, entry += 8) {
    if (!isThere(entries[entry] ?? 0)) continue
    const last = parts.at(-1)
    const joins = last && at - last.end <= mostGap
    if (joins) parts.pop()
    parts.push({ start: joins ? last.start : at, end: at + pageBytes })
  }
  return parts
}

function searchProcess(pid: number, search: Search, note: (find: Find) => void): void {
  const piece = Buffer.alloc(pieceBytes + search.longest)
  const memory = openSync(`/proc/${pid}/mem`, 'r')
  const pageMap = openSync(`/proc/${pid}/pagemap`, 'r')
  try {
    for (const range of writableRanges(pid))
      for (const { start, end } of heldParts(pageMap, range))
        for (let at = start; at < end; at += pieceBytes) {
          const length = Math.min(piece.length, end - at)
          const read = readOr0(() => readSync(memory, piece, 0, length, at))
          search.in(piece.subarray(0, read)).forEach(note)
        }
  } finally {
    closeSync(memory)
    closeSync(pageMap)
  }
}

/** A part may go while it is read, and with it what it held. */
function readOr0(read: () => number): number {
  try {
    return read()
  } catch {
    return 0
  }
}

/** Purpose of a process of Chromium, as its command line says. */
function kindOf(pid: number): string {
  const line = readFileSync(`/proc/${pid}/cmdline`, 'utf8')
  return (
    /--utility-sub-type=([\w.]+)/.exec(line)?.[1] ?? /--type=([\w-]+)/.exec(line)?.[1] ?? 'browser'
  )
}

/** Searches what processes hold in memory. Linux only, as root or as their user; throws where it cannot be read. */
export function searchMemory(pids: readonly number[], search: Search): Trace[] {
  const found = new Set<Trace>()
  for (const pid of pids)
    try {
      const which = `memory of ${pid} (${kindOf(pid)})`
      searchProcess(pid, search, ({ name, as }) => found.add(`${which}: ${name} as ${as}`))
    } catch (error) {
      // It ended while it was searched.
      if (!['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
    }
  return [...found]
}
