import { readFileSync } from 'node:fs'
import { setTimeout as rest } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import type { ShellFixture } from '../shell-fixture.ts'
import { formMemoryBytes } from '../../../src/main/form-view/form-session.ts'
import { connectToFrame } from '../devtools.ts'
import { addFrame, formBench } from '../open-form.ts'
import { folderSize } from '../../../src/main/windows/chromium/resource-usage.ts'
import { eventually, inFullTier, processesOf, type Subject } from '../subject.ts'
import { kioskAnswers } from './processes-suite.ts'

// Scripts that use up memory or storage until they are refused: bodies of async functions, which return the name of the error.
const mebibyte = 2 ** 20

/** Repeats what takes a piece each time, until it throws; the name of the error. */
const untilRefused = (make: string, piece: string) => `
  ${make}
  for (let n = 0; ; n += 1) {
    try { ${piece} } catch (error) { return error.name }
    if (n % 8 === 7) await new Promise((resolve) => setTimeout(resolve))
  }`

// Neither compressed nor shared between two pieces.
const noise = `
  const noise = new Uint8Array(8 * ${mebibyte})
  for (let at = 0; at < noise.length; at += 65536) crypto.getRandomValues(noise.subarray(at, at + 65536))`

/** Scripts that fill storage: each is refused, or the form is closed. */
const storageExhaustion: Readonly<Record<string, string>> = {
  'files of its own': untilRefused(
    `${noise}
    const folder = await navigator.storage.getDirectory()`,
    `const file = await folder.getFileHandle('f' + n, { create: true })
    const stream = await file.createWritable()
    await stream.write(noise)
    await stream.close()`,
  ),
  'a database': untilRefused(
    `${noise}
    const database = await new Promise((resolve, reject) => {
      const opening = indexedDB.open('d')
      opening.onupgradeneeded = () => opening.result.createObjectStore('s', { autoIncrement: true })
      opening.onsuccess = () => resolve(opening.result)
      opening.onerror = () => reject(opening.error)
    })`,
    `await new Promise((resolve, reject) => {
      const work = database.transaction('s', 'readwrite')
      noise[n % noise.length] ^= 1
      work.objectStore('s').add(noise)
      work.oncomplete = resolve
      work.onabort = () => reject(work.error)
    })`,
  ),
}

/** Attacks that hold memory, in any process: there is no refusal but the form's end, or no more is kept. */
const memoryExhaustion: Readonly<Record<string, string>> = {
  arrays: untilRefused(
    'globalThis.eaten = []',
    `eaten.push(new Uint8Array(32 * ${mebibyte}).fill(1))`,
  ),
  blobs: untilRefused(
    `${noise}
    globalThis.eaten = []`,
    // Chromium may keep no more of them than it likes, and says nothing: four times the limit is asked for.
    `if (n === 512) return 'no more'
    eaten.push(new Blob([noise]))`,
  ),
  'pictures that it draws': untilRefused(
    'globalThis.eaten = []',
    `const canvas = Object.assign(document.createElement('canvas'), { width: 4096, height: 2048 })
    const drawn = canvas.getContext('2d')
    drawn.fillRect(0, 0, 4096, 2048)
    drawn.getImageData(0, 0, 1, 1)
    eaten.push(canvas)`,
  ),
}

const storage = Object.entries(storageExhaustion)
const memory = Object.entries(memoryExhaustion)

/** The most that a form may use: the limit, and what it can allocate between two measurements. */
const worst = 1.5 * formMemoryBytes

/** A form page that uses up memory or storage is refused or closed before it uses much. */
export function describeExhaustion(fixture: ShellFixture): void {
  describe('a form page that takes all there is', () => {
    // A form that took so much may be ended at any moment: none is handed on to another test.
    const bench = formBench(fixture)
    /** Runs a script until it is refused or the form is gone; how it ended, and the peak growth of the shell in bytes. */
    const exhaust = async (code: string) => {
      const { page } = await bench.open('/form')
      const watch = await monitorResources(fixture.subject)
      const refused = page.evaluate<string>(`(async () => { ${code} })()`).catch(() => undefined)
      const gone = expect
        .poll(() => bench.onGone.mock.calls.length, { timeout: 40_000, interval: 20 })
        .toBe(1)
      gone.catch(() => undefined)
      const how = await Promise.race([
        refused,
        gone.then(
          () => 'gone',
          () => 'neither',
        ),
      ])
      // The page's process ends a moment before the form is said to be gone.
      if (how === undefined) await gone
      return { how: how ?? 'gone', most: await watch.end() }
    }

    it.for([...storage.slice(0, 1), ...inFullTier(storage.slice(1))])(
      'is refused %s',
      async ([, code]) => {
        const { how, most } = await exhaust(code)
        // Electron refuses no origin: a form that keeps too much is gone there.
        const ends = [
          'QuotaExceededError',
          ...(fixture.subject.shell.kind === 'electron' ? ['gone'] : []),
        ]
        expect(ends).toContain(how)
        expect(most).toBeLessThan(formMemoryBytes / 2)
        await kioskAnswers(fixture)
      },
    )

    it.for([...memory.slice(0, 1), ...inFullTier(memory.slice(1))])(
      'is gone, or refused, before it has all memory: %s',
      async ([, code]) => {
        const { how, most } = await exhaust(code)
        expect(['gone', 'no more', 'RangeError']).toContain(how)
        expect(most).toBeLessThan(worst)
        await kioskAnswers(fixture)
      },
    )

    it('is gone before its processes have all memory together', async () => {
      const { evaluate } = await bench.open('/form')
      const framed = `${fixture.listed.origin}/framed`
      await addFrame(evaluate, framed)
      const frame = await connectToFrame(fixture.subject.endpoint('form'), framed)
      // The kernel refuses each of them its arrays at some time, and knows nothing of the other.
      for (const take of [evaluate, frame.evaluate])
        void take(`(async () => { ${memoryExhaustion['arrays']} })()`).catch(() => undefined)
      await eventually(() => bench.onGone).toHaveBeenCalledTimes(1)
      frame.close()
      await kioskAnswers(fixture)
    })
  })
}

/** Samples the memory and files of a shell from now on; `end` gives the peak above the start, in bytes. Linux only. */
async function monitorResources(subject: Subject): Promise<{ end(): Promise<number> }> {
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
