// A clinic where there is no display: on a screen that nobody sees, of which it keeps a picture.
import { once } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { takeTexts } from '../src/main/app/secrets.ts'
import { startClinicDemo } from './support/running-clinic.ts'

// The pipe that they come through ends here.
takeTexts(process.env)
const folder = join(import.meta.dirname, '..', 'out', 'clinic')
const clinic = await startClinicDemo({
  size: { width: 1920, height: 1080 },
  onLine: (line) => console.log(line),
})
const ended = once(clinic.process, 'exit')
let isEnding = false as boolean
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.on(signal, () => {
    isEnding = true
    clinic.process.kill(signal)
  })
try {
  await Promise.all(
    ['Front door', 'Side door', 'Front desk'].map(async (station) => {
      const page = await clinic.page(station)
      await page.locator('h1').first().waitFor()
    }),
  )
  // The clinic's look comes a moment later.
  const desk = await clinic.page('Front desk')
  await desk.locator('header .logo').filter({ hasText: /\S/ }).waitFor()
  await mkdir(folder, { recursive: true })
  const picture = join(folder, 'clinic.png')
  await writeFile(picture, await clinic.screen.picture())
  console.log(`foyer: the windows stand on a screen that nobody sees; a picture of it: ${picture}`)
} catch (error) {
  if (!isEnding) console.error(error instanceof Error ? error.message : error)
}
const [code] = (await ended) as [number | null]
await clinic.stop()
process.exitCode = code ?? 1
