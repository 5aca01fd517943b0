import { exitCodes, readStartupConfiguration } from '../start-up.ts'
import { runHub } from './run-hub.ts'

function end(code: number, reason: string): never {
  process.stderr.write(`foyer: ${reason}\n`)
  process.exit(code)
}

/** Runs a hub in this process, even if `station` names another kind. `root` is the project's folder. */
export async function runHubInNode(root: string): Promise<void> {
  const configuration = readStartupConfiguration(root, process.env)
  if (!configuration.ok) end(exitCodes.configuration, configuration.error)
  if (process.getuid?.() === 0 && !configuration.value.isPractice)
    end(
      exitCodes.configuration,
      'a hub for real patients is not run as root; give it a user of its own.',
    )
  await runHub(configuration.value, {
    exit: (code) => process.exit(code),
    note: (text) => process.stderr.write(`foyer: ${text}\n`),
  })
}
