import { join } from 'node:path'
import { openBrowserShell } from './shell/open-shell.ts'
import { exitCodes, readGround, start } from './start-up.ts'

/** The project's folder: the built main process stands in `out/main/`. */
const root = join(import.meta.dirname, '..', '..')

function end(code: number, reason: string): never {
  process.stderr.write(`foyer: ${reason}\n`)
  process.exit(code)
}

const ground = readGround(root, process.env)
if (!ground.ok) end(exitCodes.configuration, ground.error)

start(ground.value, {
  openShell: (onDriver) => openBrowserShell(ground.value, onDriver),
  exit: (code) => process.exit(code),
}).catch((error: unknown) =>
  end(exitCodes.fault, `could not start: ${error instanceof Error ? error.message : 'unknown'}`),
)
