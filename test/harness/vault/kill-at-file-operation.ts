// Loaded before a script: kills it, as a power cut would, at file operation FOYER_KILL_AT; the database's own do not count.
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
