// A process that appends to the audit of the vault in a folder and forwards it, for ever.
import { writeSync } from 'node:fs'
import { setImmediate as turn } from 'node:timers/promises'
import { forward } from './forward.ts'
import { openOrThrow } from './scratch.ts'

const [, , folder = '', target = ''] = process.argv
const vault = await openOrThrow(folder)
forward(vault, JSON.parse(target) as Parameters<typeof forward>[1])
for (let count = 1; ; count += 1) {
  vault.audit.append('call', { count })
  writeSync(1, `${count}\n`)
  await turn()
}
