// `npm run hub`: runs the hub, or asks the one that runs.
import { join } from 'node:path'
import { harden } from '../src/main/app/hardening.ts'
import { openScreen } from './hub/screen.ts'
import { runHubCommand } from './run-hub-command.ts'

const code = await runHubCommand(process.argv.slice(2), process.env, {
  out: (text) => process.stdout.write(text),
  note: (text) => process.stderr.write(`foyer: ${text}`),
  screen: openScreen,
  now: Date.now,
})
if (code === undefined) {
  harden()
  const { runHub } = await import('../src/main/app/run-station.ts')
  await runHub(join(import.meta.dirname, '..'))
} else process.exitCode = code
