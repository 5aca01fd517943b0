import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { startFoyer, type FoyerOptions, type RunningFoyer } from './running-foyer.ts'

/** Says what is on the screen now, and keeps a picture of the whole screen under this name: every window of it. */
export type Step = (text: string, name: string) => Promise<void>

interface Walkthrough {
  readonly name: string
  readonly options: FoyerOptions
  /** Words about it at the beginning; `shell`: in which it goes on. */
  readonly about: (shell: string) => string
  readonly done: string
  readonly walk: (foyer: RunningFoyer, step: Step) => Promise<void>
}

/** Walks through a Foyer of its own, and keeps a picture of each step. This process fails where it goes wrong. */
export async function walkThrough({
  name,
  options,
  about,
  done,
  walk,
}: Walkthrough): Promise<void> {
  const folder = join(import.meta.dirname, '..', '..', 'out', 'walkthrough', name)
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const startedAt = performance.now()
  let pictures = 0
  const foyer = await startFoyer(options)
  const step: Step = async (text, shown) => {
    const number = String(++pictures).padStart(2, '0')
    await writeFile(join(folder, `${number}-${shown}.png`), await foyer.picture())
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
    console.log(`${seconds.padStart(6)} s  ${text}`)
  }
  try {
    console.log(`foyer: ${about(foyer.shell)}\n`)
    await walk(foyer, step)
    console.log(`\nfoyer: ${done}. ${pictures} pictures in ${folder}`)
  } catch (error) {
    await step('here it went wrong', 'failed').catch(() => undefined)
    console.error(error instanceof Error ? error.message : error)
    console.error(foyer.log.slice(-10).join('\n'))
    process.exitCode = 1
  } finally {
    await foyer.stop()
  }
}
