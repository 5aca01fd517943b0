import { execFile, type ChildProcess } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, chown, lstat, mkdir, readdir, readFile, rm, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { systemClock } from '../../base/clock.ts'
import { createSequencer } from '../../base/sequencer.ts'
import { pause } from '../../base/timers.ts'
import { kill } from '../processes.ts'
import { allProcesses, folderSize, maxFiles, parentOf } from './resource-usage.ts'

const run = promisify(execFile)

type BrowserStart = ReturnType<typeof chromiumLaunch> & {
  /** For Playwright's own files; no browser can write there. */
  readonly artifactsDir: string
}

export interface BrowserUser {
  readonly isOther: boolean
  prepare(profile: string): Promise<BrowserStart>
  kill(pids: readonly number[]): Promise<void>
  /** Throws when a browser with a profile in `folder` does not end. */
  end(folder: string): Promise<void>
  remove(profile: string): Promise<void>
  /** Bytes that the files of a profile take; infinitely many where there are more files than a profile ever has. */
  folderSize(profile: string): Promise<number> | number
  reads(file: string): Promise<boolean>
}

const deleteFolder = (folder: string) =>
  rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })

/** Browsers of this process's own user; as root those of the user that the wrapper drops to. `root`: the project's folder. */
export function sameUser(root: string): BrowserUser {
  return {
    isOther: false,
    prepare: (profile) =>
      Promise.resolve({ ...chromiumLaunch(root), artifactsDir: join(profile, 'tmp') }),
    kill: (pids) => {
      pids.forEach(kill)
      return Promise.resolve()
    },
    end: endBrowsers,
    remove: deleteFolder,
    folderSize,
    reads: () => Promise.resolve(true),
  }
}

const goneWithinMs = 5_000

/** True if a process belongs to a browser with its profile in `folder`, by its arguments or its environment. */
async function belongsTo(folder: string, pid: number): Promise<boolean> {
  const signs = [
    ['cmdline', `--user-data-dir=${folder}/`],
    ['environ', `TMPDIR=${folder}/`],
  ] as const
  for (const [file, sign] of signs) {
    const text = await readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '')
    if (text.includes(sign)) return parentOf(pid) !== undefined
  }
  return false
}

/** Returns the processes that still run of the browsers whose profiles lie in `folder`; none but on Linux. */
export async function browserProcesses(folder: string): Promise<number[]> {
  const all = await allProcesses()
  const own = await Promise.all(all.map((pid) => belongsTo(folder, pid)))
  return all.filter((_, index) => own[index])
}

// They would end by themselves soon, but until then they would write again in the folders that are being deleted.
/** Ends the browsers of a killed run; resolves once they are gone. Throws if one cannot be ended. */
async function endBrowsers(folder: string): Promise<void> {
  const deadline = performance.now() + goneWithinMs
  for (;;) {
    const left = await browserProcesses(folder)
    if (left.length === 0) return
    if (performance.now() > deadline) throw new Error('a browser of the run before does not end')
    for (const pid of left) kill(pid)
    await pause(systemClock, 10)
  }
}

/** Folder beside a profile that is this process's alone to write: pipes to the browser, and what Playwright keeps. */
const ownOf = (profile: string) => `${profile}.own`

/** True if `share` finished: until then no browser could enter, and its user can delete nothing there. */
const isShared = async (folder: string) =>
  lstat(folder).then(({ mode }) => (mode & 0o070) !== 0, ignoreMissing)

/** Gives all of a folder to a group; the folder itself last, so that nobody is in there meanwhile. */
async function share(folder: string, group: number): Promise<void> {
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) await share(path, group)
    else await chown(path, -1, group).then(() => chmod(path, 0o660))
  }
  await chown(folder, -1, group)
  await chmod(folder, 0o2770)
}

// This process never writes, and deletes no tree, where a browser can write: a link there would lead it to its own files.
/** Runs browsers as another user, of a `group` that this process is in, by `helper` (`resources/browser-user.sh`). */
export function otherUser(root: string, helper: ChildProcess, group: number): BrowserUser {
  const { stdin, stdout } = helper
  if (!stdin || !stdout) throw new Error('the helper of the browsers has no pipes')
  const answers = createInterface({ input: stdout })[Symbol.asyncIterator]()
  stdin.on('error', () => undefined)
  const inSequence = createSequencer()
  const ask = (...words: readonly (string | number)[]) =>
    inSequence(async () => {
      stdin.write(`${words.join(' ')}\n`)
      const { value, done } = await answers.next()
      if (done) throw new Error('the helper of the browsers is gone')
      return value
    })
  return {
    isOther: true,
    async prepare(profile) {
      const own = ownOf(profile)
      const artifactsDir = join(own, 'artifacts')
      await mkdir(artifactsDir, { recursive: true, mode: 0o700 })
      const pipes = ['in', 'out', 'errors', 'words'].map((name) => join(own, name))
      await run('mkfifo', ['-m', '660', ...pipes])
      await Promise.all(pipes.map((pipe) => chown(pipe, -1, group)))
      await chown(own, -1, group)
      await chmod(own, 0o750)
      await share(profile, group)
      await ask('start', profile)
      return {
        executablePath: join(root, 'resources', 'chromium-of-other-user.sh'),
        chromiumSandbox: true,
        artifactsDir,
      }
    },
    async kill(pids) {
      if (pids.length > 0) await ask('kill', ...pids)
    },
    async end(folder) {
      if ((await ask('end', folder)) !== 'done')
        throw new Error('a browser of the run before does not end')
    },
    async remove(profile) {
      if (await isShared(profile)) {
        if ((await ask('remove', profile)) !== 'done')
          throw new Error('a profile could not be deleted')
        await rmdir(profile).catch(ignoreMissing)
      } else await deleteFolder(profile)
      await deleteFolder(ownOf(profile))
    },
    async folderSize(profile) {
      const kilobytes = Number(await ask('held', maxFiles, profile))
      return Number.isFinite(kilobytes) ? kilobytes * 1024 : Infinity
    },
    reads: async (file) => (await ask('reads', file)) !== 'no',
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error
}

const known = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

const findChromium = (): string | undefined =>
  [process.env['FOYER_CHROMIUM'], ...known].find((path) => path && existsSync(path))

// As root, Chromium starts through the wrapper that drops to an unprivileged user, never with `--no-sandbox`.
/** Returns Playwright's options for the machine's Chromium, always in its own sandbox. `root` holds `resources/`. */
export function chromiumLaunch(root: string) {
  const asRoot = process.getuid?.() === 0
  const wrapper = join(root, 'resources', 'chromium-unprivileged.sh')
  return {
    executablePath: asRoot ? wrapper : (findChromium() ?? 'chromium'),
    chromiumSandbox: true,
  }
}
