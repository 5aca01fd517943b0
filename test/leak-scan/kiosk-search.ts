import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { processTree } from '../../src/main/windows/chromium/resource-usage.ts'
import { readAudit } from '../../e2e/support/read-audit.ts'
import { defaultProfilesFolder } from '../../src/main/windows/chromium/profiles.ts'
import type { KioskPlace } from './kiosk-place.ts'
import type { RunningFoyer } from '../../e2e/support/running-foyer.ts'
import { searchDisk, type Trace } from './search-disk.ts'
import { searchArguments, searchEnvironments, searchMemory } from './search-processes.ts'
import { createSearch, type Needle } from './search.ts'

/** Folders where programs leave things unasked: homes, shared memory, crash reports. */
const likelyPlaces = ['/dev/shm', '/var/tmp', '/var/crash', '/var/lib/systemd/coredump']

async function homes(): Promise<string[]> {
  const accounts = await readFile('/etc/passwd', 'utf8').catch(() => '')
  const users = accounts.split('\n').filter((line) => /^foyer(-kiosk)?:/.test(line))
  const own = ['.cache', '.config', '.pki', '.local'].map((name) => join(homedir(), name))
  return [...own, ...users.flatMap((line) => line.split(':')[5] ?? [])]
}

/** Lists files made under the temporary ones since a time; older files of other programs are left alone. */
async function newTemporaryFiles(since: number): Promise<string[]> {
  const paths = (await readdir(tmpdir()).catch(() => [])).map((name) => join(tmpdir(), name))
  const fresh = await Promise.all(
    paths.map(
      async (path) => ((await stat(path).catch(() => undefined))?.birthtimeMs ?? 0) >= since,
    ),
  )
  return paths.filter((_, index) => fresh[index])
}

/** Searches every file that a kiosk, its browsers and what they call may have written since `since` (ms since 1970). */
export async function searchKioskDisk(
  place: KioskPlace,
  needles: readonly Needle[],
  since: number,
): Promise<Trace[]> {
  const places = [
    place.dataFolder,
    dirname(defaultProfilesFolder()),
    ...likelyPlaces,
    ...(await homes()),
    ...(await newTemporaryFiles(since)),
    process.cwd() + '/core',
  ]
  return searchDisk([...new Set(places)], createSearch(needles), since)
}

/** Searches what a running Foyer shows of itself to the machine: its log, its output, and how its processes were started. */
export async function searchAround(
  foyer: RunningFoyer,
  needles: readonly Needle[],
): Promise<Trace[]> {
  const search = createSearch(needles)
  const written = [...foyer.log, ...foyer.output].join('\n')
  const all = await processTree(foyer.process.pid ?? 0)
  return [
    ...search.in(Buffer.from(written)).map(({ name, as }) => `log: ${name} as ${as}`),
    ...(await searchArguments(all, search)),
    ...(await searchEnvironments(all, search)),
  ]
}

/** Makes Node write down all that main can still reach when it gets the signal; in practice alone a start may say so. */
export const reachable = (folder: string) => ({
  NODE_OPTIONS: `--heapsnapshot-signal=SIGUSR2 --diagnostic-dir=${folder}`,
})

/** Searches what Foyer's main still holds, garbage left out; the kiosk started with `reachable(place.dataFolder)`. */
export async function searchReachable(
  place: KioskPlace,
  foyer: RunningFoyer,
  needles: readonly Needle[],
): Promise<Trace[]> {
  const snapshots = async () =>
    (await readdir(place.dataFolder)).filter((name) => name.endsWith('.heapsnapshot'))
  const tried = new Set(await snapshots())
  process.kill(foyer.process.pid ?? 0, 'SIGUSR2')
  for (;;) {
    const name = (await snapshots()).find((each) => !tried.has(each))
    const path = join(place.dataFolder, name ?? '')
    const text = name ? await readFile(path) : Buffer.alloc(0)
    if (!text.subarray(-16).toString().trimEnd().endsWith(']}')) {
      if (foyer.process.exitCode !== null) throw new Error('main ended')
      await setTimeout(50)
      continue
    }
    await rm(path)
    const found = createSearch(needles, ['text']).in(text)
    return found.map(({ name: what }) => `main holds: ${what}`)
  }
}

/** Searches the memory of every process that Foyer started: its browsers with all their parts. */
export async function searchBrowserMemory(
  foyer: RunningFoyer,
  needles: readonly Needle[],
): Promise<Trace[]> {
  const [, ...children] = await processTree(foyer.process.pid ?? 0)
  return searchMemory(children, createSearch(needles, ['text', 'UTF-16']))
}

/** The audit's export, entry by entry, without the ids that name a record: those it is there to name. */
export async function searchAudit(
  place: KioskPlace,
  needles: readonly Needle[],
): Promise<{ entries: number; found: Trace[] }> {
  const { holds, rows } = await readAudit(place)
  if (!holds) throw new Error('the audit does not hold')
  const texts = rows.map((row) =>
    JSON.stringify(row, (key, value: unknown) => (key.startsWith('record.') ? undefined : value)),
  )
  const found = createSearch(needles)
    .in(Buffer.from(texts.join('\n')))
    .map(({ name, as }) => `audit: ${name} as ${as}`)
  return { entries: texts.length, found }
}
