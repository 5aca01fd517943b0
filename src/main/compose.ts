import { createRouter } from './ipc/router.ts'
import type { KioskLog } from './log.ts'
import type { Result } from '../shared/result.ts'
import type { Settings } from './settings/schema.ts'
import type { KioskWindow, Shell } from './shell/port.ts'
import type { VaultError } from './vault/errors.ts'
import type { Vault } from './vault/vault.ts'
import type { Visits } from './visits.ts'

/** What the application is made of. */
export interface Parts {
  readonly settings: Settings
  /** Opens the vault; its credentials are those of the visits. */
  readonly openVault: () => Promise<Result<Vault, VaultError>>
  readonly shell: Shell
  readonly log: KioskLog
  /** The kiosk window was closed from outside. */
  readonly onClosed: () => void
}

/** The running application. */
export interface Foyer {
  /** Ends the visit, closes every window, deletes every profile. */
  stop(): Promise<void>
}

// Loaded when it is needed: what draws a view is not waited for before the window opens.
const loadOutOfService = () => import('./out-of-service.ts')

/**
 * Builds everything and hands the pieces to each other. What the visits need is loaded while the window opens.
 * Without a vault there are no visits: the kiosk stands out of service until it is started again.
 */
export async function compose({ onClosed, ...parts }: Parts): Promise<Foyer> {
  const { shell, settings, log } = parts
  let visits: Visits | undefined = undefined
  const opening = shell.openKiosk({
    locale: settings.languages[0] ?? 'en',
    handler: createRouter(
      (command) =>
        visits?.handle(command) ?? {
          ok: false,
          error: { kind: 'notAccepted', type: command.type },
        },
      log,
    ),
    onClosed,
  })
  let page: KioskWindow | undefined = undefined
  let fault: VaultError | undefined = undefined
  const goOutOfService = async (error: VaultError) => {
    if (fault) return
    fault = error
    const { outOfService, tellVaultFault } = await loadOutOfService()
    tellVaultFault(log, error)
    await visits?.stop()
    visits = undefined
    await page?.renew()
    page?.show(outOfService(settings))
  }
  const onFault = (error: VaultError) => void goOutOfService(error)
  const preparing = Promise.all([parts.openVault(), import('./visits.ts')]).then(
    ([opened, { prepareVisits }]) =>
      opened.ok
        ? { vault: opened.value, begin: prepareVisits({ ...parts, vault: opened.value }, onFault) }
        : onFault(opened.error),
  )
  const [opened, ready] = await Promise.all([opening, preparing])
  page = opened
  if (fault || !ready) opened.show((await loadOutOfService()).outOfService(settings))
  else visits = ready.begin(opened)
  log.app('the kiosk is open', { shell: shell.kind })
  return {
    async stop() {
      await visits?.stop()
      visits = undefined
      await shell.close()
      ready?.vault.close()
    },
  }
}
