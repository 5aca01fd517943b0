// Loaded before a script: kills the process, as a power cut would, at the file operation whose number is in
// FOYER_KILL_AT; the database's own are not counted.
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'

let left = Number(process.env['FOYER_KILL_AT'])
const counted = ['writeSync', 'fsyncSync', 'ftruncateSync', 'renameSync', 'rmSync'] as const
for (const name of counted) {
  const operation = fs[name] as (...values: unknown[]) => unknown
  Object.assign(fs, {
    [name]: (...values: unknown[]) => {
      left -= 1
      if (left === 0) process.kill(process.pid, 'SIGKILL')
      return operation(...values)
    },
  })
}
syncBuiltinESMExports()
