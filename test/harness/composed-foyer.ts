import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { startSandbox, type SandboxOptions } from '../../sandbox/sandbox.ts'
import { sandboxEnvironment } from '../../scripts/app-process.ts'
import type { Command, View } from '../../src/shared/ipc.ts'
import { compose } from '../../src/main/bootstrap/compose.ts'
import { openLog } from '../../src/main/log/log.ts'
import type { OpenBus } from '../../src/main/bootstrap/kiosk-services.ts'
import type { CommandHandler, Shell } from '../../src/main/shell/port.ts'
import { readStartupConfiguration } from '../../src/main/bootstrap/start-up.ts'
import { openKioskVault } from '../../src/main/bootstrap/kiosk-vault.ts'
import type { AuditKind } from '../../src/main/vault/audit/audit-kinds.ts'
import type { Vault } from '../../src/main/vault/vault.ts'
import { cheapHash } from './desk/staffed-desk.ts'
import { plainSealer } from './vault/scratch.ts'
import { testFolder } from './test-folder.ts'
import { waitFor } from './wait-for.ts'

/** All of Foyer but its windows, as a test sees it. */
export type ComposedFoyer = Awaited<ReturnType<typeof composeFoyer>>

/** A shell without windows: it records views and the addresses of forms, and opens none. */
function createShell(onClose: () => void) {
  const forms: string[] = []
  const views: View[] = []
  let handler: CommandHandler | undefined
  const shell: Shell = {
    kind: 'browser',
    openKiosk(options) {
      handler = options.handler
      return Promise.resolve({
        show: (view) => void views.push(view),
        renew: () => Promise.resolve(),
      })
    },
    screenSize: () => ({ width: 1080, height: 1920 }),
    drawPdf: () => Promise.resolve({ ok: false, error: { kind: 'failed' } }),
    openForm({ url }) {
      forms.push(url)
      return Promise.resolve({ ok: false, error: { kind: 'notLoaded', reason: 'no form' } })
    },
    close: () => {
      onClose()
      return Promise.resolve()
    },
  }
  return {
    shell,
    forms,
    newest: () => views.at(-1),
    send: (command: Command) => handler?.(command, { isKioskPage: true }) ?? Promise.resolve(),
  }
}

/**
 * Composes Foyer as its start does, with the settings of `environment`. `change` may put itself before the vault;
 * `onClose` is called when the windows close; `openBus` opens its pairing and its bus. The vault's key is sealed at no cost
 * unless it is to be `byPassphrase`.
 */
export async function composeFoyer(
  root: string,
  environment: NodeJS.ProcessEnv,
  change = (vault: Vault) => vault,
  onClose: () => void = () => undefined,
  openBus?: OpenBus,
  byPassphrase = false,
) {
  // The test runner's own options are not those of a start.
  const configuration = readStartupConfiguration(root, environment, { execArgv: [], args: [] })
  if (!configuration.ok) throw new Error(configuration.error)
  const { settings, loadedSettings, staffPin, credentials } = configuration.value
  const lines: Record<string, unknown>[] = []
  const write = (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>)
  const { shell, forms, newest, send } = createShell(onClose)
  let hasLeft = false
  let hasRestarted = false
  const foyer = await compose({
    settings: loadedSettings,
    async openVault() {
      const place = { ...configuration.value, ...(!byPassphrase && { sealers: [plainSealer()] }) }
      const opened = await openKioskVault(place, credentials)
      return opened.ok ? { ok: true, value: change(opened.value) } : opened
    },
    staffPin,
    secretCost: cheapHash,
    shell,
    log: openLog(settings.kiosk.name, { write }),
    version: '0',
    patientPageDir: join(root, 'out', 'patient-page'),
    leave: () => (hasLeft = true),
    restart: () => (hasRestarted = true),
    ...(openBus && { openBus }),
  })
  return {
    foyer,
    send,
    /** Resolves when a screen of this name is shown. */
    sees: (name: string) =>
      waitFor(() => {
        const view = newest()
        if (view?.screen.name !== name) throw new Error(`there stands ${view?.screen.name}`)
        return view
      }),
    /** Lists the lines of the log in which this event stands. */
    logged: (event: string) => lines.filter((line) => line['event'] === event),
    /** Tells whether Foyer was asked to end. */
    left: () => hasLeft,
    /** Tells whether Foyer was asked to start again. */
    restarted: () => hasRestarted,
    /** The addresses of the forms that the shell was told to open. */
    forms: forms as readonly string[],
  }
}

/** What else is so of a kiosk that is started. */
interface KioskStart {
  /** Settings that say something else than those of the place. */
  readonly settings?: NodeJS.ProcessEnv
  readonly change?: (vault: Vault) => Vault
  readonly onClose?: () => void
  readonly openBus?: OpenBus
}

/** A sandbox, and kiosks on it that have one folder, one after the other; all of it ends with the test. */
export async function openKioskPlace(options: SandboxOptions = {}) {
  const folder = testFolder()
  const sandbox = await startSandbox(options)
  onTestFinished(() => sandbox.close())
  const environment: NodeJS.ProcessEnv = {
    ...sandboxEnvironment(sandbox, folder),
    FOYER_CONFIG: join(folder, 'none.json'),
  }
  const pin = environment['FOYER_STAFF_PIN'] ?? ''

  /** Starts a kiosk; `entries` gives what stands in its audit, the oldest first. */
  async function start({ settings, change, onClose, openBus }: KioskStart = {}) {
    let vault: Vault | undefined
    const keep = (opened: Vault) => (vault = change ? change(opened) : opened)
    const given = { ...environment, ...settings }
    const kiosk = await composeFoyer(folder, given, keep, onClose, openBus)
    let ending: Promise<void> | undefined
    const stop = () => (ending ??= kiosk.foyer.stop())
    onTestFinished(() => stop().catch(() => undefined))
    const entries = (...kinds: AuditKind[]) =>
      (vault?.audit.recent(kinds, { since: 0, limit: 999 }) ?? []).toReversed()
    async function enterPanel() {
      await kiosk.sees('welcome')
      await kiosk.send({ type: 'openStaff' })
      await kiosk.sees('staffEnterPin')
      await kiosk.send({ type: 'submitPin', pin })
      await kiosk.sees('staffHome')
    }
    return { ...kiosk, stop, entries, enterPanel, vault: () => vault }
  }
  return { sandbox, folder, environment, pin, start }
}
