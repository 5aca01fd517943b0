import { createRouter, type CommandReceivers } from '../ipc/router.ts'
import { defaultClinicLook } from '../intake/clinic.ts'
import { mayPass, type VaultError } from '../vault/errors.ts'
import type { Vault } from '../vault/vault.ts'
import { pause } from '../base/timers.ts'
import { systemClock } from '../base/clock.ts'
import { closeAll, createEnds } from '../base/close-all.ts'
import type { Log } from '../kiosk/visit/log-port.ts'
import type { OpeningStation } from './station.ts'
import { openKioskWindow } from './view-switch.ts'

interface Serving extends CommandReceivers {
  readonly log?: Log
  stop(): Promise<void> | void
  readonly windowsGone?: () => void
}

const loadServing = () =>
  Promise.all([import('./kiosk-services.ts'), import('./kiosk-controller.ts')])

const retryMs = 5_000

/** Composes a kiosk, which is out of service while its vault cannot be opened, and from then on if it fails later. */
export async function composeKiosk(start: OpeningStation): Promise<void> {
  const { configuration, ends, log } = start
  const { languages } = configuration.settings
  let serving: Serving | undefined
  let look = defaultClinicLook
  let locales = () => languages
  let onStarted: () => void = () => undefined
  const started = new Promise<void>((resolve) => (onStarted = resolve))
  const shell = await start.platform.openShell()
  /** They end before the windows, as where the vault fails. */
  const services = createEnds()
  ends.add(async () => {
    const before = serving
    await closeAll([
      () => before?.stop(),
      () => (serving = undefined),
      () => services.close(),
      () => shell.close(),
    ])
    before?.windowsGone?.()
  })
  const logNow: Log = { event: (...told) => (serving?.log ?? log).event(...told) }
  const opening = openKioskWindow(shell, {
    log: logNow,
    clinic: () => ({ ...look, locales: locales() }),
    locale: languages[0] ?? 'en',
    handler: createRouter(() => serving, logNow),
    onClosed: () => start.leave('ended'),
    onStarted,
    onRetry: () =>
      log.app(
        'the first window did not open in time: its browser was ended, and another is started',
      ),
  })
  const goOutOfService = async (error: VaultError) => {
    const { showOutOfService, reportVaultFault } = await import('./out-of-service.ts')
    reportVaultFault(log, error)
    const before = serving
    serving = undefined
    if (before) await closeAll([() => before.stop(), () => services.close()])
    const { page, viewSwitch } = await opening
    if (before) await page.renew()
    viewSwitch.turnTo('outOfService')
    serving = showOutOfService(error, { show: (build) => viewSwitch.show('outOfService', build) })
  }
  let goingOut: Promise<void> | undefined
  const onFault = (error: VaultError) => void (goingOut ??= goOutOfService(error))
  const prepare = async (vault: Vault) => {
    const [{ openKioskServices }, controller] = await loadServing()
    const clinic = {
      look: () => look,
      setLook(next: typeof look) {
        look = next
        void opening.then(({ viewSwitch }) => viewSwitch.refresh())
      },
    }
    const opened = await openKioskServices(
      { ...start, ends: services },
      { vault, clinic, onFault, shell },
    )
    // If the kiosk serves patients at once, connecting does not wait for the window.
    const connection = controller.servesAtOnce(opened) ? opened.connect() : undefined
    return { ...controller, opened, connection }
  }
  const unlessGoingOut = (error: unknown) => {
    if (!goingOut) throw error
  }
  const serve = async (vault: Vault) => {
    const preparing = prepare(vault).catch(unlessGoingOut)
    const [window, ready] = await Promise.all([opening, preparing])
    if (goingOut || !ready) {
      await goingOut
      await services.close().catch(() => log.app('services did not close'))
      return false
    }
    const { createKioskController, opened, connection } = ready
    locales = () => opened.settings.current().settings.languages
    serving = createKioskController(start, opened, { shell, ...window }, connection)
    await opened.provisionPin().catch(unlessGoingOut)
    return true
  }
  const serveOnceOpen = async (signal: AbortSignal) => {
    const isOver = () => signal.aborted
    for (;;) {
      await pause(systemClock, retryMs, signal)
      if (isOver()) return
      const vault = await start.openVault()
      if (vault.ok) {
        if (isOver()) {
          vault.value.close()
          return
        }
        await serving?.stop()
        goingOut = undefined
        ;(await opening).viewSwitch.turnTo('visits')
        if (await serve(vault.value)) log.event('kioskBackInService', {})
        return
      }
      if (!mayPass(vault.error)) return goOutOfService(vault.error)
    }
  }
  // Loading at this point delays nothing; a window process that starts later would hold everything up.
  await Promise.race([started, opening])
  const [vault] = await Promise.all([start.openVault(), loadServing()])
  if (vault.ok) await serve(vault.value)
  else {
    const { isOnTrial } = await import('./station-updates.ts')
    // The version before opens it, perhaps.
    if (isOnTrial(configuration) && !mayPass(vault.error)) throw new Error(vault.error.kind)
    goingOut = goOutOfService(vault.error)
    await goingOut
    const over = new AbortController()
    ends.add(() => over.abort())
    if (mayPass(vault.error)) void serveOnceOpen(over.signal)
  }
  log.app('the kiosk is open', { shell: shell.kind })
}
