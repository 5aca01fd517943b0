// A process that keeps page after page of a capture in the vault of a folder, and says each that it was told is kept.
import { writeSync } from 'node:fs'
import { createCaptureStore } from '../../../src/main/offline/capture/capture-store.ts'
import { capturedIntake } from '../offline/sample-intakes.ts'
import { openOrThrow } from './scratch.ts'

const [, , folder = '', id = ''] = process.argv
const vault = await openOrThrow(folder)
const captures = createCaptureStore(vault.captures, () => 500)
captures.begin(capturedIntake(id))
for (let count = 1; ; count += 1) {
  const kept = captures.keepPage(id, 0, { 1: `answer ${count}` })
  if (kept.ok) writeSync(1, `${count}\n`)
}
