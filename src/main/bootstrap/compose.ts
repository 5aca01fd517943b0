import type { Result } from '../../shared/result.ts'
import { createRouter, type CommandReceivers } from '../ipc/router.ts'
import { defaultClinicLook } from '../service/clinic.ts'
import type { Shell } from '../shell/port.ts'
import type { VaultError } from '../vault/errors.ts'
import type { Vault } from '../vault/vault.ts'
import { systemClock } from '../base/clock.ts'
import { closeAll } from '../base/close-all.ts'
import type { Log } from '../visit/log-port.ts'
import type { KioskServices, KioskServicesParts } from './kiosk-services.ts'
import type { ServiceConnection } from './service-connection.ts'
import { createViewSwitch } from './view-switch.ts'

export interface Parts extends KioskServicesParts {
  /** Opens the vault; its credentials are those of the visits. */
  readonly openVault: () => Promise<Result<Vault, VaultError>>
  readonly shell: Shell
  /** Ends Foyer in order: staff ask for it, or the kiosk window was closed from outside. */
  readonly leave: () => void
  /** As `leave`, so that Foyer is started again; undefined where nothing would start it. */
  readonly restart?: (() => void) | undefined
}

/** The running application. */
export interface Foyer {
  /** Ends the visit, closes every window, deletes every profile. */
  stop(): Promise<void>
}

/** The present receiver of commands: the kiosk controller, or the out-of-service screen where there is no vault. */
interface Serving extends CommandReceivers {
  readonly log?: Log
  stop(): Promise<void> | void
  readonly windowsGone?: () => void
}

/** Parts that the start has opened so far. */
interface Opened {
  vault?: Vault
  services?: KioskServices
  connection?: ServiceConnection
}

/** Closes the services of a controller that was not made. The vault's errors are ignored: nobody is served anyway. */
async function closeServices({ services, connection }: Opened, log: Parts['log']): Promise<void> {
  const closed = await Promise.allSettled([connection?.close(), services?.stop()])
  if (closed.some(({ status }) => status === 'rejected')) log.app('services did not close')
}

/** Loaded while the window's process starts, to shorten the start. */
const loadServing = () =>
  Promise.all([import('./kiosk-services.ts'), import('./kiosk-controller.ts')])

/**
 * Builds the application; patients' and staff's modules load while the window's process starts. If the vault fails, the
 * kiosk is out of service until restarted.
 */
export async function compose(parts: Parts): Promise<Foyer> {
  const { shell, log, leave } = parts
  const { languages } = parts.settings.snapshot.settings
  let serving: Serving | undefined
  let look = defaultClinicLook
  let locales = () => languages
  let onStarted: () => void = () => undefined
  const started = new Promise<void>((resolve) => (onStarted = resolve))
  const opening = shell.openKiosk({
    locale: languages[0] ?? 'en',
    handler: createRouter(() => serving, {
      event: (...told) => (serving?.log ?? log).event(...told),
    }),
    onClosed: leave,
    onStarted,
    onRetry: () =>
      log.app(
        'the first window did not open in time: its browser was ended, and another is started',
      ),
  })
  const openingViews = opening.then((page) =>
    createViewSwitch({
      draw: (view) => page.show(view),
      now: () => systemClock.now(),
      clinic: () => ({ ...look, locales: locales() }),
      first: 'visits',
    }),
  )
  const goOutOfService = async (error: VaultError) => {
    const { showOutOfService, reportVaultFault } = await import('./out-of-service.ts')
    reportVaultFault(log, error)
    const before = serving
    serving = undefined
    await before?.stop()
    const [page, viewSwitch] = await Promise.all([opening, openingViews])
    if (before) await page.renew()
    viewSwitch.turnTo('outOfService')
    serving = showOutOfService(error, { show: (build) => viewSwitch.show('outOfService', build) })
  }
  const open: Opened = {}
  let goingOut: Promise<void> | undefined
  const onFault = (error: VaultError) => void (goingOut ??= goOutOfService(error))
  const prepare = async () => {
    // Loading at this point delays nothing; a window process that starts later would hold everything up.
    await Promise.race([started, opening])
    const [vault, [{ openKioskServices }, controller]] = await Promise.all([
      parts.openVault(),
      loadServing(),
    ])
    if (!vault.ok) {
      onFault(vault.error)
      return
    }
    const clinic = {
      look: () => look,
      setLook(next: typeof look) {
        look = next
        void openingViews.then((viewSwitch) => viewSwitch.refresh())
      },
    }
    open.vault = vault.value
    try {
      const services = await openKioskServices(parts, vault.value, clinic, onFault)
      open.services = services
      // If the kiosk serves patients at once, connecting does not wait for the window.
      if (controller.servesAtOnce(services)) open.connection = services.connect()
      return { ...controller, services }
    } catch (error) {
      // A vault that failed is shown to staff, whenever it fails.
      if (!goingOut) throw error
    }
    return undefined
  }
  const [page, viewSwitch, ready] = await Promise.all([opening, openingViews, prepare()])
  if (goingOut) {
    await goingOut
    await closeServices(open, log)
  } else if (ready) {
    const { createKioskController, services } = ready
    locales = () => services.settings.current().settings.languages
    const { version } = parts
    serving = createKioskController(
      { services, shell, page, viewSwitch, version, leave, restart: parts.restart },
      open.connection,
    )
  }
  log.app('the kiosk is open', { shell: shell.kind })
  return {
    async stop() {
      const before = serving
      try {
        await closeAll([() => before?.stop(), () => (serving = undefined), () => shell.close()])
        before?.windowsGone?.()
      } finally {
        open.vault?.close()
      }
    },
  }
}
