// A process that changes the key of the vault in a folder, once or for ever, or forgets the vault.
import { writeSync } from 'node:fs'
import { storeSealer, openOrThrow } from './scratch.ts'

const [, , what = '', folder = '', store = ''] = process.argv
const vault = await openOrThrow(folder, { sealers: [storeSealer(store)] })
switch (what) {
  case 'forget':
    await vault.forget()
    break
  case 'rotate':
    await vault.rotateKey()
    vault.close()
    break
  case 'rotate-loop':
    for (;;) {
      await vault.rotateKey()
      writeSync(1, 'rotated\n')
    }
}
