import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { setTimeout as rest } from 'node:timers/promises'
import { promisify } from 'node:util'
import { processesOf, type Subject } from '../subject.ts'

const run = promisify(execFile)

/** Watches what a shell holds, its files too, from now on; `end` gives the most that it gained, in bytes. Linux only. */
export async function watchHeld(subject: Subject): Promise<{ end(): Promise<number> }> {
  const before = await heldBy(subject)
  let most = before
  let watching = true as boolean
  const watched = (async () => {
    while (watching) {
      most = Math.max(most, await heldBy(subject))
      await rest(50)
    }
  })()
  return {
    async end() {
      watching = false
      await watched
      return most - before
    },
  }
}

/** The memory of all its processes, each page that two of them share in equal parts, and its profiles. */
async function heldBy(subject: Subject): Promise<number> {
  const processes = [...(await processesOf(subject))].map(async (pid) => {
    const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '')
    return Number(/^Pss:\s+(\d+) kB/m.exec(rollup)?.[1] ?? 0)
  })
  // What is deleted meanwhile is complained of; the sum is told all the same.
  const { stdout } = await run('du', ['-sk', subject.profilesDir]).catch(
    (error: unknown) => error as { stdout: string },
  )
  const kilobytes = [...(await Promise.all(processes)), Number.parseInt(stdout, 10) || 0]
  return kilobytes.reduce((sum, each) => sum + each, 0) * 1024
}
