import { fork, type ChildProcess } from 'node:child_process'
import { randomBytes, randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { startMosquitto, type Mosquitto } from '#harness/bus/documented-mosquitto.ts'
import {
  benchClinic,
  monotonicMs,
  type FromKiosks,
  type FromListener,
  type Meeting,
  type Seat,
  type ToKiosks,
  type ToListener,
} from './messages.ts'

/** A clinic of simulated kiosks with a station that listens, each in processes of their own, at one broker. */
export interface FleetWorld {
  /** Number of kiosks. */
  readonly size: number
  readonly meeting: Meeting
  readonly mosquitto: Mosquitto | undefined
  /** Places at the broker for kiosks that are not simulated. */
  readonly free: readonly Seat[]
  /** Resolves with when the listener has the next call for help, ms of `monotonicMs`. */
  nextHeard(): Promise<number>
  /** Resolves once the listener knows so many kiosks. */
  untilKnown(count: number): Promise<void>
  /** ms until the listener knew the presence of every kiosk, from the moment at which they began to connect. */
  readonly knownAfterMs: number
  /** Measures the ms from help asked at one of the kiosks, which take turns, to the listener that has it. */
  help(): Promise<number>
  /** Kills the broker and starts it again; ms until every kiosk has it. */
  reconnect(): Promise<number>
  /** Measures the seconds of CPU that broker and listener took so far. */
  cpuSeconds(): Promise<number>
  /** Measures the MB of the listener's process after a collection of garbage. */
  memory(): Promise<number>
  close(): Promise<void>
}

/** Kiosks of one process at most. */
const perProcess = 250
const patienceMs = 120_000
const askEveryMs = 50

const seatOf = (kind: Seat['kind']): Seat => ({
  id: randomBytes(10).toString('hex'),
  kind,
  password: randomBytes(16).toString('hex'),
})

function start(script: string): ChildProcess {
  const execArgv = ['--expose-gc', '--max-semi-space-size=8']
  // Each call that waits listens to it.
  return fork(join(import.meta.dirname, script), { execArgv }).setMaxListeners(0)
}

/** Resolves with the next message of that kind. Rejects where the process ends before. */
function next<M extends { readonly told: string }, T extends M['told']>(
  child: ChildProcess,
  told: T,
  isIt: (message: Extract<M, { told: T }>) => boolean = () => true,
): Promise<Extract<M, { told: T }>> {
  const message = new Promise<Extract<M, { told: T }>>((resolve, reject) => {
    const end = () => {
      child.off('message', take)
      child.off('exit', fail)
    }
    const fail = () => {
      end()
      reject(new Error('a process of the bench ended'))
    }
    const take = (message: M) => {
      const found = message as Extract<M, { told: T }>
      if (message.told !== told || !isIt(found)) return
      end()
      resolve(found)
    }
    child.on('message', take)
    child.once('exit', fail)
  })
  // A failure reaches the code that awaits this message; after an earlier failure nothing awaits it any more.
  message.catch(() => undefined)
  return message
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = once(child, 'exit')
  child.disconnect()
  await ended
}

/** Settings of a clinic of the bench. */
export interface FleetOptions {
  readonly kiosks: number
  /** `embedded`: in the listener's process, as a hub carries it. */
  readonly broker: 'mosquitto' | 'embedded'
  /** ms between two changes of each kiosk's presence. */
  readonly presenceMs: number
  /** True if kiosks keep their messages on this machine's disk. */
  readonly hasVault?: boolean
  /** Number of places that are kept free. */
  readonly free?: number
}

/** Lets two bare clients with one name be two clients. */
const bareClientsToo = (conf: string) => conf.replace('use_username_as_clientid true', '')

/** Starts a clinic, and waits until its listener knows every kiosk. */
export async function openFleet(options: FleetOptions): Promise<FleetWorld> {
  const { kiosks, presenceMs, hasVault = false } = options
  const hub = seatOf('hub')
  const seats = Array.from({ length: kiosks }, () => seatOf('kiosk'))
  const free = Array.from({ length: options.free ?? 0 }, () => seatOf('kiosk'))
  const all = [hub, ...seats, ...free]
  const key = randomBytes(32).toString('hex')
  const mosquitto =
    options.broker === 'mosquitto'
      ? await startMosquitto(benchClinic, all, bareClientsToo)
      : undefined
  const listener = start('listener.ts')
  const parts = Array.from({ length: Math.ceil(kiosks / perProcess) }, (_, part) => ({
    child: start('kiosks.ts'),
    seats: seats.slice(part * perProcess, (part + 1) * perProcess),
  }))
  const close = async () => {
    await Promise.all(parts.map(({ child }) => end(child)))
    await end(listener)
    await mosquitto?.close()
  }
  const ask = (message: ToListener) => void listener.send(message)
  const state = () => {
    const told = next<FromListener, 'state'>(listener, 'state')
    ask({ ask: 'state' })
    return told
  }
  const kiosksState = async () => {
    const states = parts.map(({ child }) => {
      const told = next<FromKiosks, 'state'>(child, 'state')
      child.send({ ask: 'state' } satisfies ToKiosks)
      return told
    })
    const told = await Promise.all(states)
    return { known: told.reduce((sum, { connected }) => sum + connected, 0) }
  }

  try {
    const opened = next<FromListener, 'opened'>(listener, 'opened')
    const place = { port: mosquitto?.port ?? null, ca: mosquitto?.ca ?? '', key }
    ask({ ask: 'open', meeting: place, seat: hub, seats: all })
    const { meeting } = await opened
    const beganAt = monotonicMs()
    for (const { child, seats: own } of parts)
      child.send({ ask: 'open', meeting, seats: own, presenceMs, hasVault } satisfies ToKiosks)
    await untilKnown(state, kiosks)
    const knownAfterMs = monotonicMs() - beganAt
    let turn = 0
    return {
      size: kiosks,
      meeting,
      mosquitto,
      free,
      knownAfterMs,
      close,
      nextHeard: async () => (await next<FromListener, 'heard'>(listener, 'heard')).at,
      untilKnown: (count) => untilKnown(state, count),
      async help() {
        const index = (turn += 1) % kiosks
        const child = parts[Math.floor(index / perProcess)]?.child
        const station = seats[index]?.id
        if (!child || !station) throw new Error('no such kiosk')
        const helpId = randomUUID()
        const isOwn = (of: { readonly helpId: string }) => of.helpId === helpId
        const heard = next<FromListener, 'heard'>(listener, 'heard', isOwn)
        child.send({ ask: 'help', station, helpId } satisfies ToKiosks)
        const { at: heardAt } = await heard
        const asked = next<FromKiosks, 'asked'>(child, 'asked', isOwn)
        // The result of this call must not delay the next one.
        const settled = next<FromKiosks, 'settled'>(child, 'settled', isOwn)
        child.send({ ask: 'endHelp', station, helpId } satisfies ToKiosks)
        const ms = heardAt - (await asked).at
        await settled
        return ms
      },
      async reconnect() {
        if (!mosquitto) throw new Error('the broker is in the listener')
        await mosquitto.kill()
        await untilKnown(kiosksState, 0)
        const beganAt = monotonicMs()
        await mosquitto.start()
        await untilKnown(kiosksState, kiosks)
        return monotonicMs() - beganAt
      },
      cpuSeconds: async () => (await state()).cpuSeconds + cpuSecondsOf(mosquitto?.pid),
      memory: async () => (await state()).memory,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** Seconds of CPU that a process took, as the kernel counts them (hundredths); 0 for none. */
function cpuSecondsOf(pid: number | undefined): number {
  if (pid === undefined) return 0
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  const [user, system] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(11, 13)
  return (Number(user) + Number(system)) / 100
}

async function untilKnown(
  state: () => Promise<{ readonly known: number }>,
  wanted: number,
): Promise<void> {
  const until = monotonicMs() + patienceMs
  for (;;) {
    const { known } = await state()
    if (known === wanted) return
    if (monotonicMs() > until) throw new Error(`only ${known} of ${wanted} kiosks became known`)
    await setTimeout(askEveryMs)
  }
}
