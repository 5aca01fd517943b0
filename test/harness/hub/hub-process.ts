import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { noService } from '../no-service.ts'
import { testFolder } from '../vault/test-vault.ts'
import { spawnHubCommand, type HubCommand } from './hub-command.ts'

/** The place of a hub that practises, with a vault of its own; it goes with the test. */
export function hubPlace(changes: Readonly<Record<string, string>> = {}) {
  const folder = testFolder()
  const environment: Record<string, string> = {
    FOYER_CONFIG: join(folder, 'none.json'),
    ...noService,
    FOYER_DATA_DIR: join(folder, 'data'),
    FOYER_VAULT_PASSPHRASE: randomBytes(24).toString('base64url'),
    ...changes,
  }
  return { folder, environment }
}

/** Runs `npm run hub` with these arguments, without a terminal; it ends with the test at the latest. */
export function startHubCommand(
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): HubCommand {
  const command = spawnHubCommand(args, environment)
  onTestFinished(async () => {
    command.end('SIGKILL')
    await command.ended
  })
  return command
}
