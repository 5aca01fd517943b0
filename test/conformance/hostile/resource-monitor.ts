import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { setTimeout as rest } from 'node:timers/promises'
import { promisify } from 'node:util'
import { processesOf, type Subject } from '../subject.ts'

const run = promisify(execFile)

/** Samples the memory and files of a shell from now on; `end` gives the peak above the start, in bytes. Linux only. */
export async function monitorResources(subject: Subject): Promise<{ end(): Promise<number> }> {
  const before = await resourcesOf(subject)
  let most = before
  let isSampling = true as boolean
  const sampling = (async () => {
    while (isSampling) {
      most = Math.max(most, await resourcesOf(subject))
      await rest(50)
    }
  })()
  return {
    async end() {
      isSampling = false
      await sampling
      return most - before
    },
  }
}

/** Proportional set size of all its processes, and the disk usage of its profiles. */
async function resourcesOf(subject: Subject): Promise<number> {
  const processes = [...(await processesOf(subject))].map(async (pid) => {
    const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '')
    return Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? 0)
  })
  // du fails for a file that is deleted meanwhile, but still prints the sum.
  const { stdout } = await run('du', ['-sk', subject.profilesDir]).catch(
    (error: unknown) => error as { stdout: string },
  )
  const kilobytes = [...(await Promise.all(processes)), Number.parseInt(stdout, 10) || 0]
  return kilobytes.reduce((sum, each) => sum + each, 0) * 1024
}
