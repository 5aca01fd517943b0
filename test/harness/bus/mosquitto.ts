import { spawn, type ChildProcess } from 'node:child_process'
import { pbkdf2Sync, randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { rightsOf } from '../../../src/main/bus/topics.ts'
import type { StationKind } from '../../../src/shared/bus/messages.ts'
import { createSelfSigned } from '../service/self-signed.ts'
import { freePort } from './relay.ts'

/** Who may connect. */
export interface Account {
  readonly id: string
  readonly kind: StationKind
  readonly password: string
}

/** Debian's Mosquitto as a process of the test, with TLS, accounts and what each may do. */
export interface Mosquitto {
  readonly port: number
  /** PEM of its certificate, which is its own authority. */
  readonly ca: string
  /** Name and password of an account that may publish everything: a broker that lies. */
  readonly operator: { readonly id: string; readonly password: string }
  /** Begins again after `kill`, with what it has on its disk. */
  start(): Promise<void>
  /** Ends it without a word (SIGKILL). */
  kill(): Promise<void>
  /** ID of its process. */
  pid(): number
  /** All that it has on its disk besides certificate and accounts. */
  files(): Promise<Buffer>
  close(): Promise<void>
}

const program = ['/usr/sbin/mosquitto', '/usr/bin/mosquitto', '/usr/local/sbin/mosquitto'].find(
  (path) => existsSync(path),
)

const hashed = ({ id, password }: Pick<Account, 'id' | 'password'>) => {
  const salt = randomBytes(12)
  const hash = pbkdf2Sync(password, salt, 101, 64, 'sha512')
  return `${id}:$7$101$${salt.toString('base64')}$${hash.toString('base64')}`
}

/** What each account may do, as Mosquitto's ACL file says it. */
function aclOf(clinic: string, accounts: readonly Pick<Account, 'id' | 'kind'>[]): string {
  return accounts
    .map(({ id, kind }) => {
      const { publish, subscribe } = rightsOf(clinic, id, kind)
      return [
        `user ${id}`,
        ...publish.map((topic) => `topic write ${topic}`),
        ...subscribe.map((topic) => `topic read ${topic}`),
      ].join('\n')
    })
    .join('\n\n')
}

/**
 * Starts Mosquitto. Throws where the machine has none: `npm run setup -- --tests` installs it. `savesEachChange`: whether it writes all
 * that it has to its disk, and waits for it, after every message, so that a killed one has it; as `docs/fleet.md` configures
 * it, it does so each half hour.
 */
export async function startMosquitto(
  clinic: string,
  accounts: readonly Account[],
  { savesEachChange = true } = {},
): Promise<Mosquitto> {
  if (!program)
    throw new Error('no mosquitto on this machine: install it (npm run setup -- --tests)')
  const folder = await mkdtemp(join(tmpdir(), 'foyer-mosquitto-'))
  const data = join(folder, 'data')
  const operator = { id: 'operator', password: randomBytes(16).toString('hex') }
  const { cert, key } = await createSelfSigned('localhost')
  await mkdir(data)
  const write = (name: string, text: string) =>
    writeFile(join(folder, name), `${text}\n`, { mode: 0o600 })
  await write('cert.pem', cert)
  await write('key.pem', key)
  await write('passwords', [...accounts, operator].map(hashed).join('\n'))
  await write('acl', `${aclOf(clinic, accounts)}\n\nuser ${operator.id}\ntopic readwrite #`)
  let port = await freePort()
  let child: ChildProcess | undefined

  const configure = () =>
    write(
      'mosquitto.conf',
      `listener ${port} 127.0.0.1
certfile ${join(folder, 'cert.pem')}
keyfile ${join(folder, 'key.pem')}
tls_version tlsv1.2
allow_anonymous false
password_file ${join(folder, 'passwords')}
acl_file ${join(folder, 'acl')}
persistence true
persistence_location ${data}/
${savesEachChange ? 'autosave_interval 1\nautosave_on_changes true' : ''}
message_size_limit 16384
max_queued_messages 5000
set_tcp_nodelay true
log_dest stderr`,
    )
  const owned = async () => {
    // As root it becomes a user of its own, which reads and writes there.
    if (process.getuid?.() !== 0) return
    const user = await idOf('mosquitto')
    await chmod(folder, 0o755)
    for (const name of ['.', 'data', ...(await readdir(folder))])
      await chown(join(folder, name), user.uid, user.gid)
  }

  async function start() {
    for (let tries = 1; ; tries += 1) {
      await configure()
      await owned()
      child = spawn(program ?? '', ['-c', join(folder, 'mosquitto.conf')], {
        stdio: ['ignore', 'ignore', 'pipe'],
      })
      const said = await untilRunning(child)
      if (said === undefined) return
      if (tries === 5) throw new Error(`mosquitto did not start: ${said}`)
      // Somebody else took the port meanwhile; nobody knows ours yet.
      if (tries > 1) port = await freePort()
    }
  }

  async function kill() {
    const ended = child
    child = undefined
    if (!ended || ended.exitCode !== null || ended.signalCode !== null) return
    const exit = new Promise((resolve) => ended.once('exit', resolve))
    ended.kill('SIGKILL')
    await exit
  }

  await start()
  return {
    get port() {
      return port
    },
    ca: cert,
    operator,
    start,
    kill,
    pid: () => child?.pid ?? 0,
    files: () => readFolder(data),
    async close() {
      await kill()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** What all files of a folder hold. One that goes while they are read has a new name by then: all are read again. */
async function readFolder(folder: string): Promise<Buffer> {
  const names = await readdir(folder)
  try {
    return Buffer.concat(await Promise.all(names.map((name) => readFile(join(folder, name)))))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return readFolder(folder)
    throw error
  }
}

/** undefined once it runs; what it said where it ended instead. */
function untilRunning(child: ChildProcess): Promise<string | undefined> {
  let said = ''
  return new Promise((resolve) => {
    child.stderr?.on('data', (chunk: Buffer) => {
      said = (said + chunk.toString()).slice(-4_000)
      if (/ running$/m.test(said)) resolve(undefined)
    })
    child.once('error', (error) => resolve(error.message))
    child.once('exit', () => resolve(said))
  })
}

async function idOf(user: string): Promise<{ uid: number; gid: number }> {
  const line = (await readFile('/etc/passwd', 'utf8'))
    .split('\n')
    .find((one) => one.startsWith(`${user}:`))
  const [, , uid, gid] = line?.split(':') ?? []
  return { uid: Number(uid), gid: Number(gid) }
}
