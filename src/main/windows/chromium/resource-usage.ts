import { lstatSync, opendirSync, readFileSync, type Dirent } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The process tree and the profile are expensive to read and change slowly: they are cached this long. */
const cacheMs = 1_000

// Shared memory counts once for each process. `profileBytes` are in memory too if the profile is on tmpfs.
/** Measures a browser's memory, with all descendants, and its profile, in bytes; without `/proc`, the profile alone. */
export function resourceUsage(
  browser: number,
  profileBytes: () => Promise<number> | number,
): () => Promise<number> {
  const cached = { at: -Infinity, tree: [browser], files: 0 }
  return async () => {
    if (performance.now() - cached.at > cacheMs) {
      const [tree, files] = await Promise.all([processTree(browser), profileBytes()])
      Object.assign(cached, { tree, files, at: performance.now() })
    }
    return sum(await Promise.all(cached.tree.map(memoryOf))) + cached.files
  }
}

// Synchronous, as below: it is asked each second while a form is open, and costs a sixth.
/** Lists a process and all that it started, directly or not, and that still run; it alone where there is no `/proc`. */
export async function processTree(root: number): Promise<number[]> {
  const children = new Map<number, number[]>()
  for (const pid of await allProcesses()) {
    const parent = parentOf(pid)
    if (parent !== undefined) children.set(parent, [...(children.get(parent) ?? []), pid])
  }
  const tree = [root]
  for (const pid of tree) tree.push(...(children.get(pid) ?? []))
  return tree
}

/** Lists all processes of the machine; none where there is no `/proc`. */
export const allProcesses = async (): Promise<number[]> =>
  (await readdir('/proc').catch(() => [])).map(Number).filter(Number.isInteger)

/** Reads the parent of a process that runs; undefined for one that is gone, or ended and was not reaped. */
export function parentOf(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The program's name stands in brackets and may hold anything; the parent comes two fields after it.
    const [state = '', parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return /^[ZX]/.test(state) ? undefined : Number(parent)
  } catch {
    return undefined
  }
}

const ownPages = /^(?:RssAnon|RssShmem|VmSwap):\s+(\d+) kB$/gm

/** Its pages that are no copy of a program's file: private ones, shared ones, and those that were moved to the disk. */
async function memoryOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return sum([...status.matchAll(ownPages)].map(([, kilobytes]) => Number(kilobytes) * 1024))
}

/** A profile has some hundreds of files; counting stops here, so that a page cannot make it slow. */
export const maxFiles = 4_000

// Synchronous, because for some hundreds of files asynchronous calls cost many times as much.
/** Sums the bytes of a folder's files; infinite if it has more files than any profile. */
export function folderSize(folder: string): number {
  const folders = [folder]
  let [files, bytes] = [0, 0]
  for (const each of folders) {
    for (const entry of entriesOf(each)) {
      if (++files > maxFiles) return Infinity
      const path = join(each, entry.name)
      if (entry.isDirectory()) folders.push(path)
      else bytes += (lstatSync(path, { throwIfNoEntry: false })?.blocks ?? 0) * 512
    }
  }
  return bytes
}

function entriesOf(folder: string): Dirent[] {
  try {
    const opened = opendirSync(folder)
    const entries: Dirent[] = []
    for (let entry = opened.readSync(); entry; entry = opened.readSync())
      if (entries.push(entry) > maxFiles) break
    opened.closeSync()
    return entries
  } catch {
    return []
  }
}

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)
