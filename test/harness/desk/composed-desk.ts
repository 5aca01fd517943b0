import { join } from 'node:path'
import type { Sandbox } from '../../../sandbox/sandbox.ts'
import { sandboxEnvironment } from '../../../scripts/app-process.ts'
import { composeDesk } from '../../../src/main/bootstrap/desk/compose-desk.ts'
import { openKioskVault } from '../../../src/main/bootstrap/kiosk-vault.ts'
import { readStartupConfiguration } from '../../../src/main/bootstrap/start-up.ts'
import { openLog } from '../../../src/main/log/log.ts'
import type { DeskShell, DeskWindowOptions } from '../../../src/main/shell/desk-port.ts'
import type { Vault } from '../../../src/main/vault/vault.ts'
import type { DeskMessage, DeskReply } from '../../../src/shared/desk/messages.ts'
import type { DeskView } from '../../../src/shared/desk/view.ts'
import { plainSealer } from '../vault/scratch.ts'
import { cheapHash } from './staffed-desk.ts'

/** All of a desk but its window, as a test sees it. */
export type ComposedDesk = Awaited<ReturnType<typeof composeSandboxDesk>>

/** What else is so of a desk. */
export interface DeskOptions {
  /** May put itself before the vault. */
  readonly change?: (vault: Vault) => Vault
  readonly settings?: Readonly<Record<string, string>>
  readonly openVisitShell?: DeskShell['openVisitShell']
}

/** Composes a desk as its start does, on a sandbox. */
export async function composeSandboxDesk(
  sandbox: Sandbox,
  folder: string,
  { change = (vault) => vault, settings = {}, openVisitShell }: DeskOptions = {},
) {
  const environment = {
    ...sandboxEnvironment(sandbox, folder),
    FOYER_STATION: 'desk',
    // The same at each start: another one would reset the first administrator.
    FOYER_STAFF_PIN: '730416',
    FOYER_CONFIG: join(folder, 'none.json'),
    ...settings,
  }
  // The test runner's own options are not those of a start.
  const read = readStartupConfiguration(folder, environment, { execArgv: [], args: [] })
  if (!read.ok) throw new Error(read.error)
  const place = { ...read.value, sealers: [plainSealer()] }
  const opened = await openKioskVault(place, read.value.credentials)
  if (!opened.ok) throw new Error(opened.error.kind)
  const vault = change(opened.value)
  let options: DeskWindowOptions | undefined
  const views: DeskView[] = []
  let [renewals, stuck, fronts] = [0, 0, 0]
  let logged = ''
  const shell: DeskShell = {
    kind: 'browser',
    openDesk(given) {
      options = given
      return Promise.resolve({
        show: (shown) => void views.push(shown),
        renew() {
          renewals += 1
          return Promise.resolve()
        },
        bringToFront() {
          fronts += 1
          return Promise.resolve()
        },
      })
    },
    openVisitShell: openVisitShell ?? (() => Promise.reject(new Error('there is no screen'))),
    close: () => Promise.resolve(),
  }
  const station = await composeDesk({
    ...{ settings: read.value.loadedSettings, vault, shell, version: '0' },
    log: openLog('desk', { write: (line) => void (logged += line) }),
    staffPin: read.value.staffPin,
    secretCost: cheapHash,
    onClosed: () => undefined,
    onStuck: () => void (stuck += 1),
  })
  return {
    station,
    vault,
    /** What the page is shown now, and all that it was ever shown. */
    view() {
      const view = views.at(-1)
      if (!view) throw new Error('nothing was shown')
      return view
    },
    shown: (): readonly DeskView[] => views,
    /** Counts how often the desk could not go on. */
    stuck: () => stuck,
    /** Counts how often its window was put above every other. */
    broughtToFront: () => fronts,
    logged: () => logged,
    /** Counts how often another page took the place of the present one. */
    renewals: () => renewals,
    async say(message: DeskMessage): Promise<DeskReply> {
      if (!options) throw new Error('there is no window')
      return (await options.handler(message, { isKioskPage: true })) as DeskReply
    },
    /** Presses the keys that lock, as the window tells of them. */
    pressLock: () => options?.onLockKey(),
  }
}
