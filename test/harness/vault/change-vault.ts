// A process that changes the vault in a folder, once or for ever, and says what it was told is kept. Its arguments: what
// it does, the folder, and more of that.
import { writeSync } from 'node:fs'
import { createCaptureStore } from '../../../src/main/kiosk/offline/capture/capture-store.ts'
import { capturedIntake } from '../offline/sample-intakes.ts'
import { openOrThrow, plainSealer, storeSealer } from './scratch.ts'

const [, , what = '', folder = '', more = ''] = process.argv
const vault = await openOrThrow(folder, {
  sealers: [['forget', 'rotate'].includes(what) ? storeSealer(more) : plainSealer()],
})
switch (what) {
  case 'forget':
    await vault.forget()
    break
  case 'rotate':
    await vault.rotateKey()
    vault.close()
    break
  case 'append-loop':
    for (let count = 1; ; count += 1) {
      vault.audit.append('call', { count })
      writeSync(1, `${count}\n`)
    }
  // Keeps page after page of the capture with the id `more`.
  case 'capture-loop': {
    const captures = createCaptureStore(vault.captures, () => 500)
    captures.begin(capturedIntake(more))
    for (let count = 1; ; count += 1) {
      if (captures.keepPage(more, 0, { 1: `answer ${count}` }).ok) writeSync(1, `${count}\n`)
    }
  }
}
