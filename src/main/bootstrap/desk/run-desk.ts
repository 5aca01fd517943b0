import manifest from '../../../../package.json' with { type: 'json' }
import type { DriverEndpoints } from '../../shell/driver.ts'
import type { DeskShell } from '../../shell/desk-port.ts'
import { describeVaultError } from '../../vault/errors.ts'
import { openKioskVault } from '../kiosk-vault.ts'
import {
  beginStation,
  exitCodes,
  reportDriverEndpoints,
  type PlatformAdapter,
  type StartupConfiguration,
} from '../start-up.ts'
import { composeDesk, type DeskStation } from './compose-desk.ts'

/** Functions that the entry point of each shell provides for a desk. */
export interface DeskPlatform extends Pick<
  PlatformAdapter,
  'sealers' | 'exit' | 'onQuit' | 'findExposure'
> {
  /** Opens the shell; `onDriver` is given only when the window may be driven from outside. */
  openShell(onDriver: ((endpoints: DriverEndpoints) => void) | undefined): Promise<DeskShell>
}

/**
 * Runs a desk until its window closes, or a signal or bug ends it. Throws an administrator's text if vault or window
 * cannot open.
 */
export async function runDesk(
  configuration: StartupConfiguration,
  platform: DeskPlatform,
): Promise<void> {
  const { credentials, loadedSettings } = configuration
  let desk: DeskStation | undefined = undefined as DeskStation | undefined
  let isLeaving = false as boolean
  const { log, leave } = beginStation(configuration, platform, async () => {
    isLeaving = true
    await desk?.stop()
  })
  const place = { ...configuration, ...(platform.sealers && { shellSealers: platform.sealers }) }
  const vault = await openKioskVault(place, credentials)
  if (!vault.ok) throw new Error(describeVaultError(vault.error))
  const shell = await platform
    .openShell(configuration.driven ? reportDriverEndpoints : undefined)
    .catch((error: unknown) => {
      vault.value.close()
      throw error
    })
  desk = await composeDesk({
    settings: loadedSettings,
    vault: vault.value,
    shell,
    log,
    version: manifest.version,
    staffPin: configuration.staffPin,
    onClosed: () => leave(exitCodes.ended),
    onStuck: () => leave(exitCodes.fault),
  })
  const exposure = await platform.findExposure?.(loadedSettings.folder)
  if (exposure) log.app(exposure)
  // A signal came while it was opened: nothing else ends it any more.
  if (isLeaving) await desk.stop()
}
