// `npm run bus`: what an outside broker must know of the stations that are paired with this machine's desk or hub.
import { text } from 'node:stream/consumers'
import { runBus } from './run-bus.ts'

process.exitCode = await runBus(process.argv.slice(2), process.env, {
  out: (said) => process.stdout.write(said),
  note: (said) => process.stderr.write(`foyer: ${said}\n`),
  ask: () => text(process.stdin),
})
