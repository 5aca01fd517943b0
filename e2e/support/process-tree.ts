import { readdir, readFile } from 'node:fs/promises'

/** Process ids of a process and all that it started, directly or not. Linux only. */
export async function processTree(root: number): Promise<number[]> {
  const children = new Map<number, number[]>()
  for (const name of await readdir('/proc')) {
    const pid = Number(name)
    if (!Number.isInteger(pid)) continue
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
    // The name of the program stands in brackets and may hold anything; the parent comes two fields after it.
    const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
    children.set(parent, [...(children.get(parent) ?? []), pid])
  }
  const tree = [root]
  for (const pid of tree) tree.push(...(children.get(pid) ?? []))
  return tree
}

/** Memory of a process tree in MB: each shared page counted once, in parts (PSS). Linux only. */
export async function memoryOfTree(root: number): Promise<number> {
  let kilobytes = 0
  for (const pid of await processTree(root)) {
    const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '')
    kilobytes += Number(/^Pss:\s+(\d+) kB$/m.exec(rollup)?.[1] ?? 0)
  }
  return kilobytes / 1024
}
