import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Command, Screen } from '../../../../src/shared/ipc.ts'
import type { ArmedKill, FromKiosk, ToKiosk } from './kill-marks.ts'

/** A kiosk without windows, from its start until it ends or is killed. */
export type KioskLife = ReturnType<typeof startLife>

const longestMs = 90_000
const script = join(import.meta.dirname, 'windowless-kiosk.ts')

/** Starts one, which is killed at `first` of its steps; `seed` decides what a torn write leaves. */
export function startLife(
  environment: Readonly<Record<string, string>>,
  seed: string,
  first: ArmedKill | null,
) {
  const child = fork(script, {
    env: { ...process.env, ...environment, KILL_SEED: seed, KILL_FIRST: JSON.stringify(first) },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  const log: string[] = []
  let screen: Screen | undefined
  let form: string | undefined
  let marks: number | undefined
  let isOver = false
  const waiting = new Set<() => void>()
  const changed = () => {
    for (const wake of [...waiting]) wake()
  }
  if (child.stderr)
    createInterface({ input: child.stderr }).on('line', (line) => {
      log.push(line)
      changed()
    })
  child.on('message', (message: FromKiosk) => {
    if (message.kind === 'view') screen = message.view.screen
    if (message.kind === 'form') form = message.url ?? undefined
    if (message.kind === 'marks') marks = message.count
    changed()
  })
  const ended = once(child, 'close').then(() => {
    isOver = true
    changed()
  })
  const tell = (message: ToKiosk) => {
    // It may be killed just now.
    if (child.connected) child.send(message, () => undefined)
  }

  /** Waits until something is so, or it has ended; throws after 90 s. Whether it is so. */
  async function until(isSo: () => boolean): Promise<boolean> {
    const deadline = AbortSignal.timeout(longestMs)
    for (;;) {
      if (isSo()) return true
      if (isOver) return false
      if (deadline.aborted)
        throw new Error(`the kiosk stands at ${screen?.name}\n${log.slice(-10).join('\n')}`)
      await new Promise<void>((resolve) => {
        const wake = () => {
          waiting.delete(wake)
          deadline.removeEventListener('abort', wake)
          resolve()
        }
        waiting.add(wake)
        deadline.addEventListener('abort', wake)
      })
    }
  }

  return {
    /** The lines of its log. */
    log: log as readonly string[],
    /** Resolves when it has ended. */
    ended,
    until,
    hasEnded: () => isOver,
    screen: () => screen,
    /** Address of the form that stands open. */
    form: () => form,
    send: (command: Command) => tell({ kind: 'command', command }),
    /** Kills it at a step from now on. */
    arm: (kill: ArmedKill | null) => tell({ kind: 'arm', kill }),
    /** Counts the steps since it was armed; undefined where it has ended. */
    async marks(): Promise<number | undefined> {
      marks = undefined
      tell({ kind: 'count' })
      await until(() => marks !== undefined)
      return marks
    },
    /** Ends it in order, or as `kill -9` does. */
    async end(how: 'SIGTERM' | 'SIGKILL') {
      child.kill(how)
      await ended
    },
  }
}
