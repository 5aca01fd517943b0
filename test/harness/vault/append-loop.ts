// A process that appends to the audit of the vault in a folder, and says each entry that it was told is kept.
import { writeSync } from 'node:fs'
import { openOrThrow } from './scratch.ts'

const vault = await openOrThrow(process.argv[2] ?? '')
for (let count = 1; ; count += 1) {
  vault.audit.append('call', { count })
  writeSync(1, `${count}\n`)
}
