import { openBrowserShell } from './shell/open-shell.ts'
import { exitCodes, readGround, start } from './start-up.ts'

function end(code: number, reason: string): never {
  process.stderr.write(`foyer: ${reason}\n`)
  process.exit(code)
}

/** Runs Foyer in Node, with the machine's own Chromium as its windows. `root` is the project's folder. */
export async function runInNode(root: string): Promise<void> {
  const ground = readGround(root, process.env)
  if (!ground.ok) end(exitCodes.configuration, ground.error)
  try {
    await start(ground.value, {
      openShell: (onDriver) => openBrowserShell(ground.value, onDriver),
      exit: (code) => process.exit(code),
    })
  } catch (error) {
    end(exitCodes.fault, `could not start: ${error instanceof Error ? error.message : 'unknown'}`)
  }
}
