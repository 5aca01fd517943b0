import { readFileSync } from 'node:fs'
import { setTimeout as rest } from 'node:timers/promises'
import { folderSize } from '../../../src/main/windows/chromium/resource-usage.ts'
import { processesOf, type Subject } from '../subject.ts'

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
  const processes = [...(await processesOf(subject))].map(memoryOf)
  return processes.reduce((sum, each) => sum + each, folderSize(subject.profilesDir))
}

/** Nothing for one that has gone. */
function memoryOf(pid: number): number {
  try {
    const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')
    return Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? 0) * 1024
  } catch {
    return 0
  }
}
