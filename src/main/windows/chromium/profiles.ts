import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { statfsSync } from 'node:fs'
import { chmod, lstat, mkdir, readdir, rm } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { sameUser, type BrowserUser } from './browser-user.ts'

export type Profiles = Awaited<ReturnType<typeof openProfiles>>

const tmpfs = 0x01021994
/** Three browsers at work fit in, each with some pictures of the screen. */
const enoughBytes = 512 * 1024 * 1024

function isMemory(folder: string): boolean {
  try {
    const { type, bavail, bsize } = statfsSync(folder)
    return type === tmpfs && bavail * bsize >= enoughBytes
  } catch {
    return false
  }
}

/** Returns the folder of profiles: in memory if it can be, so that a power loss leaves nothing, else a temporary one. */
export function defaultProfilesFolder(memory = '/dev/shm'): string {
  return join(isMemory(memory) ? memory : tmpdir(), `foyer-profiles-${userInfo().uid}`)
}

async function deleteRun(run: string, user: BrowserUser): Promise<void> {
  const entries = user.isOther ? await readdir(run, { withFileTypes: true }).catch(() => []) : []
  for (const { name } of entries) if (!name.endsWith('.own')) await user.remove(join(run, name))
  await rm(run, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 })
}

/** A run is alive as long as someone listens on its socket: that holds across kills and re-used pids. */
async function isAlive(socket: string): Promise<boolean> {
  const probe = connect(socket)
  const connected = once(probe, 'connect').then(
    () => true,
    () => false,
  )
  return connected.finally(() => probe.destroy())
}

async function listen(socket: string): Promise<Server> {
  const server = createServer((peer) => peer.on('error', () => peer.destroy()).end())
  await once(server.unref().listen(socket), 'listening')
  // One that cannot be taken tells nothing of the others.
  return server.on('error', () => undefined)
}

async function removeDeadRuns(base: string, user: BrowserUser): Promise<void> {
  const entries = await readdir(base, { withFileTypes: true })
  const folders = entries.filter((each) => each.isDirectory()).map(({ name }) => name)
  // One that was killed before it had its folder, or after that was deleted, left its socket alone.
  const sockets = entries.flatMap(({ name }) => /^(.+)\.alive$/.exec(name)?.[1] ?? [])
  for (const name of new Set([...folders, ...sockets])) {
    const run = join(base, name)
    const socket = `${run}.alive`
    if (await isAlive(socket)) continue
    await user.end(run)
    await deleteRun(run, user)
    await rm(socket, { force: true })
  }
}

/** Makes the folder of all runs. Throws if the path is not a folder of ours that nobody else may write to. */
async function makeBase(base: string): Promise<void> {
  await mkdir(base, { recursive: true, mode: 0o711 })
  const about = await lstat(base)
  const { uid, mode } = about
  // Root owns `/tmp` and `/dev/shm` too, where everybody may write.
  const isOurs = !process.getuid || (uid === process.getuid() && !(mode & 0o1022))
  if (!about.isDirectory() || !isOurs)
    throw new Error(`the folder for profiles is not ours: ${base}`)
}

/** Begins a run: clears up after killed ones under `base`. Throws if that is not ours, or one cannot be ended. */
export async function openProfiles(base = defaultProfilesFolder(), user = sameUser('')) {
  await makeBase(base)
  // Others may pass through (the browser's own user must) but neither list nor write.
  await chmod(base, 0o711)
  await removeDeadRuns(base, user)
  const id = randomBytes(4).toString('hex')
  const run = join(base, id)
  const server = await listen(`${run}.alive`)
  await mkdir(run)
  // In a call of its own: the umask cuts the mode given to `mkdir`, and that lets nobody pass.
  await chmod(run, 0o711)
  return {
    async create(name: string) {
      const folder = join(run, `${name}-${randomBytes(3).toString('hex')}`)
      await mkdir(join(folder, 'tmp'), { recursive: true, mode: 0o700 })
      return folder
    },
    remove: (folder: string) => user.remove(folder),
    async close() {
      await deleteRun(run, user)
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
