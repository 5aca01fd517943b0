import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { connect } from 'node:tls'
import { newSecret, verifierOf } from '../../../src/main/stations/broker/secret.ts'
import { mosquittoAcl, mosquittoPasswords } from '../../../src/main/stations/pairing/clinic.ts'
import type { StationKind } from '../../../src/shared/bus/messages.ts'
import { createSelfSigned, type TlsIdentity } from '../service/self-signed.ts'
import { freePort } from './relay.ts'

/** Debian's Mosquitto as documented; folders and port are the test's. */
export type DocumentedMosquitto = Awaited<ReturnType<typeof newDocumentedMosquitto>>

const program = '/usr/sbin/mosquitto'
/** The configuration with which Debian starts it. */
const mainFile = '/etc/mosquitto/mosquitto.conf'
const document = join(import.meta.dirname, '../../../docs/fleet.md')

function documented(): string {
  const conf = /```conf\n([\s\S]*?)```/.exec(readFileSync(document, 'utf8'))?.[1]
  if (conf === undefined) throw new Error('no configuration in docs/fleet.md')
  return conf
}

/** Makes the folder of Debian's Mosquitto with the configuration of `docs/fleet.md`, as changed; nothing runs before `start`. */
export async function newDocumentedMosquitto(tls: TlsIdentity, change = (conf: string) => conf) {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-mosquitto-'))
  const port = await freePort()
  for (const name of ['foyer', 'data', 'conf.d']) mkdirSync(join(folder, name))
  const write = (name: string, text: string) => {
    writeFileSync(join(folder, name), text, { mode: 0o600 })
    return join(folder, name)
  }
  const caFile = write('foyer/broker.pem', tls.cert)
  write('foyer/broker.key', tls.key)
  const here = (text: string) =>
    text
      .replaceAll('/var/lib/mosquitto/', `${folder}/data/`)
      .replaceAll(/\/(etc|run|var\/log)\/mosquitto\//g, `${folder}/`)
  write(
    'conf.d/foyer.conf',
    here(change(documented())).replace('listener 8883', `listener ${port} 127.0.0.1`),
  )
  // Started as root it would become a user that reads none of these files.
  const debian = here(readFileSync(mainFile, 'utf8'))
  const confFile = write('mosquitto.conf', `user ${userInfo().username}\n${debian}`)
  let running: ChildProcess | undefined

  async function kill() {
    const ending = running
    running = undefined
    if (!ending || ending.exitCode !== null || ending.signalCode !== null) return
    const exited = once(ending, 'exit')
    ending.kill('SIGKILL')
    await exited
  }

  return {
    port,
    /** PEM file of its certificate, which is its own authority. */
    caFile,
    get pid() {
      return running?.pid
    },
    /** The folder of all that it has on its disk besides certificate and accounts. */
    data: join(folder, 'data'),
    /** Replaces the two files by which it knows the stations; a broker that runs is told to read them (SIGHUP). */
    give({ acl, passwords }: { readonly acl: string; readonly passwords: string }) {
      write('foyer/foyer.acl', acl)
      write('foyer/foyer.passwords', passwords)
      running?.kill('SIGHUP')
    },
    /** Starts it; resolves when it can be connected to. */
    async start() {
      const started = spawn(program, ['-c', confFile], { stdio: 'ignore' })
      running = started
      let fault: unknown
      started.once('error', (error) => (fault = error))
      while (!(await canConnect(port, tls))) {
        if (fault !== undefined) throw new Error(`no ${program}: install it (npm run setup)`)
        if (started.exitCode !== null) throw new Error('mosquitto ended: its configuration?')
        await setTimeout(20)
      }
    },
    /** Ends it without a word (SIGKILL). */
    kill,
    async close() {
      await kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A documented Mosquitto that runs, with stations that were not paired. */
export type Mosquitto = Awaited<ReturnType<typeof startMosquitto>>

/** Starts one for these stations; its `operator` may publish everything, as a broker that lies. */
export async function startMosquitto(
  clinic: string,
  seats: readonly { readonly id: string; readonly kind: StationKind; readonly password: string }[],
  change?: (conf: string) => string,
) {
  const tls = await createSelfSigned('localhost')
  const broker = await newDocumentedMosquitto(tls, change)
  const operator = { id: 'operator', kind: 'hub', password: newSecret() } as const
  const known = (some: typeof seats) =>
    some.map(({ id, kind, password }) => ({ id, kind, name: id, verifier: verifierOf(password) }))
  broker.give({
    acl: `${mosquittoAcl(clinic, known(seats))}\nuser ${operator.id}\ntopic readwrite #\n`,
    passwords: mosquittoPasswords(known([...seats, operator])),
  })
  await broker.start()
  return Object.assign(broker, { ca: tls.cert, operator })
}

const canConnect = (port: number, { cert }: TlsIdentity) =>
  new Promise<boolean>((resolve) => {
    const socket = connect({ host: '127.0.0.1', port, ca: cert }, () => {
      socket.destroy()
      resolve(true)
    })
    socket.on('error', () => resolve(false))
  })
