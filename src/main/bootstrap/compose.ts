import type { Result } from '../../shared/result.ts'
import type { Log } from '../visit/log-port.ts'
import type { KioskController } from './kiosk-controller.ts'
import { createRouter } from '../ipc/router.ts'
import type { KioskLog } from '../log/log.ts'
import type { Once } from './secrets.ts'
import type { KioskSettings } from '../settings/open-settings.ts'
import type { Settings } from '../settings/schema.ts'
import type { OpenConf } from '../settings/store.ts'
import type { OutOfService } from './out-of-service.ts'
import type { Shell } from '../shell/port.ts'
import type { VaultError } from '../vault/errors.ts'
import type { Vault } from '../vault/vault.ts'

/** What the application is made of. */
export interface Parts {
  /** The settings that held when Foyer started. */
  readonly atStart: Settings
  /** The settings that hold now, and what staff may change of them. */
  readonly settings: KioskSettings
  /** Loads what the shell opens the file of the kiosk's settings with, if it has something of its own. */
  readonly openSettingsFile?: () => Promise<OpenConf>
  /** Opens the vault; its credentials are those of the visits. */
  readonly openVault: () => Promise<Result<Vault, VaultError>>
  /** Given at provisioning: the staff PIN from now on. */
  readonly staffPin: Once<string>
  readonly shell: Shell
  readonly log: KioskLog
  readonly version: string
  /** Ends Foyer in order: staff wish it, or the kiosk window was closed from outside. */
  readonly leave: () => void
}

/** The running application. */
export interface Foyer {
  /** Ends the visit, closes every window, deletes every profile. */
  stop(): Promise<void>
}

// Loaded when it is needed: what draws a view is not waited for before the window opens.
const loadOutOfService = () => import('./out-of-service.ts')
const loadFront = () => import('./open-kiosk-controller.ts')

/** Whoever answers the commands now: the front of the kiosk, or what stands there without a vault. */
type Answering = (KioskController | OutOfService) & {
  readonly log?: Log
  readonly windowsGone?: () => void
}

/**
 * Builds everything and hands the pieces to each other. What patients and staff need is loaded while the window
 * opens. Without a vault there are neither: the kiosk stands out of service until it is started again.
 */
export async function compose(parts: Parts): Promise<Foyer> {
  const { shell, atStart, log, leave } = parts
  let answering: Answering | undefined
  const opening = shell.openKiosk({
    locale: atStart.languages[0] ?? 'en',
    handler: createRouter(
      (command) =>
        answering?.handle(command) ?? {
          ok: false,
          error: { kind: 'notAccepted', type: command.type },
        },
      { event: (...told) => (answering?.log ?? log).event(...told) },
    ),
    onClosed: leave,
  })
  const goOutOfService = async (error: VaultError) => {
    const { showOutOfService, reportVaultFault } = await loadOutOfService()
    reportVaultFault(log, error)
    const before = answering
    answering = undefined
    await before?.stop()
    const page = await opening
    if (before) await page.renew()
    answering = showOutOfService(error, {
      languages: atStart.languages,
      show: (view) => page.show(view),
    })
  }
  let goingOut: Promise<void> | undefined
  const onFault = (error: VaultError) => void (goingOut ??= goOutOfService(error))
  const prepare = async () => {
    const [vault, { openKioskController }] = await Promise.all([parts.openVault(), loadFront()])
    if (!vault.ok) return onFault(vault.error)
    return { vault: vault.value, begin: await openKioskController(parts, vault.value, onFault) }
  }
  const [page, ready] = await Promise.all([opening, prepare()])
  if (goingOut) await goingOut
  else if (ready) answering = ready.begin(page)
  log.app('the kiosk is open', { shell: shell.kind })
  return {
    async stop() {
      const before = answering
      await before?.stop()
      answering = undefined
      await shell.close()
      try {
        before?.windowsGone?.()
      } finally {
        ready?.vault.close()
      }
    },
  }
}
