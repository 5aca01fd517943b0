import { readFile } from 'node:fs/promises'
import { processTree } from '../src/main/windows/chromium/resource-usage.ts'

/** Memory of a process tree in MB: each shared page counted once, in parts (PSS). Linux only. */
export async function memoryOfTree(root: number): Promise<number> {
  let kilobytes = 0
  for (const pid of await processTree(root)) {
    const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '')
    kilobytes += Number(/^Pss:\s+(\d+) kB$/m.exec(rollup)?.[1] ?? 0)
  }
  return kilobytes / 1024
}
