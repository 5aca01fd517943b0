import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

export interface Machine {
  readonly platform: NodeJS.Platform
  readonly read: (path: string) => string
  readonly run: (program: string, args: readonly string[]) => void
}

const machine: Machine = {
  platform: process.platform,
  read(path) {
    try {
      return readFileSync(path, 'utf8')
    } catch {
      return ''
    }
  },
  run: (program, args) => void spawnSync(program, args, { stdio: 'ignore' }),
}

/** Hardens this process and its children; call it before anything else. */
export function harden(): void {
  process.umask(0o077)
  // Node opens its inspector on this signal unless someone listens.
  process.on('SIGUSR1', () => undefined)
  Object.assign(process.report, {
    reportOnFatalError: false,
    reportOnSignal: false,
    reportOnUncaughtException: false,
    excludeEnv: true,
  })
  turnCoreDumpsOff()
}

/** One byte: the kernel then gives a core dump neither to a file nor, as it does with a limit of none, to a program. */
const limit = '1'

/** Makes sure that no process of Foyer leaves a core dump, as far as the machine lets it. */
export function turnCoreDumpsOff(on: Machine = machine): void {
  if (areCoreDumpsOff(on)) return
  // Node cannot set limits itself. The hard limit goes too, so that no child can raise it again.
  on.run('prlimit', [`--core=${limit}:${limit}`, '--pid', String(process.pid)])
}

/** Returns true if neither this process nor a child can leave a core dump; beyond Linux the system decides. */
export function areCoreDumpsOff(on: Machine = machine): boolean {
  if (on.platform !== 'linux') return true
  const [, hard] = /^Max core file size +\S+ +(\S+)/m.exec(on.read('/proc/self/limits')) ?? []
  const goToProgram = on.read('/proc/sys/kernel/core_pattern').startsWith('|')
  return hard === limit || (hard === '0' && !goToProgram)
}
