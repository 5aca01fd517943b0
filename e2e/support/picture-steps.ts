import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { RunningFoyer } from './running-foyer.ts'

/** The pictures of a walkthrough, in a folder of its own. */
export interface PictureSteps {
  readonly folder: string
  /** How many were kept. */
  readonly count: () => number
  /** Says what is on the screen now, and keeps a picture of the whole screen: every window, as a person sees them. */
  readonly step: (text: string, name: string) => Promise<void>
}

/** Begins a walkthrough of this name, in the place of an earlier one; its steps say how long it takes. */
export async function beginPictures(name: string): Promise<(of: RunningFoyer) => PictureSteps> {
  const folder = join(import.meta.dirname, '..', '..', 'out', 'walkthrough', name)
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const startedAt = performance.now()
  let pictures = 0
  const seconds = () => `${((performance.now() - startedAt) / 1000).toFixed(1).padStart(6)} s`
  return (foyer) => ({
    folder,
    count: () => pictures,
    async step(text, shown) {
      const number = String(++pictures).padStart(2, '0')
      await writeFile(join(folder, `${number}-${shown}.png`), await foyer.picture())
      console.log(`${seconds()}  ${text}`)
    },
  })
}
