import { readdir, readFile } from 'node:fs/promises'
import { systemClock } from '../../base/clock.ts'
import { pause } from '../../base/timers.ts'
import { kill } from '../processes.ts'

const goneWithinMs = 5_000

/** True if a process belongs to a browser with its profile in `folder`, by its arguments or its environment. */
async function belongsTo(folder: string, pid: string): Promise<boolean> {
  const signs = [
    ['cmdline', `--user-data-dir=${folder}/`],
    ['environ', `TMPDIR=${folder}/`],
  ] as const
  for (const [file, sign] of signs) {
    const text = await readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '')
    if (text.includes(sign)) return isRunning(pid)
  }
  return false
}

/** A zombie: it ended and was not reaped, and holds nothing. */
async function isRunning(pid: string): Promise<boolean> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  return stat !== '' && !/^[ZX]/.test(stat.slice(stat.lastIndexOf(')') + 2))
}

/** Returns the processes that still run of the browsers whose profiles lie in `folder`; none but on Linux. */
export async function browserProcesses(folder: string): Promise<number[]> {
  const all = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name))
  const own = await Promise.all(all.map((pid) => belongsTo(folder, pid)))
  return all.filter((_, index) => own[index]).map(Number)
}

// They would end by themselves soon, but until then they would write again in the folders that are being deleted.
/** Ends the browsers of a killed run; resolves once they are gone. Throws if one cannot be ended. */
export async function endBrowsers(folder: string): Promise<void> {
  const deadline = performance.now() + goneWithinMs
  for (;;) {
    const left = await browserProcesses(folder)
    if (left.length === 0) return
    if (performance.now() > deadline) throw new Error('a browser of the run before does not end')
    for (const pid of left) kill(pid)
    await pause(systemClock, 10)
  }
}
