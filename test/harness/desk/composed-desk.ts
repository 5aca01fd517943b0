import { join } from 'node:path'
import type { Sandbox } from '../../../sandbox/sandbox.ts'
import { sandboxEnvironment } from '../../../scripts/app-process.ts'
import type { DeskShell } from '../../../src/main/windows/desk-port.ts'
import type { DeskMessage, DeskReply } from '../../../src/shared/desk/messages.ts'
import type { DeskView } from '../../../src/shared/desk/view.ts'
import { startTestStation, type TestStart } from '../composed-station.ts'

export type ComposedDesk = Awaited<ReturnType<typeof composeSandboxDesk>>

export interface DeskOptions extends TestStart {
  readonly settings?: Readonly<Record<string, string>>
  readonly openVisitShell?: DeskShell['openVisitShell']
}

/** Composes a desk as its start does, on a sandbox. */
export async function composeSandboxDesk(
  sandbox: Sandbox,
  folder: string,
  { settings = {}, openVisitShell, ...start }: DeskOptions = {},
) {
  const environment = {
    ...sandboxEnvironment(sandbox, folder),
    FOYER_STATION: 'desk',
    // The same at each start: another one would reset the first administrator.
    FOYER_STAFF_PIN: '730416',
    FOYER_CONFIG: join(folder, 'none.json'),
    ...settings,
  }
  let options: Parameters<DeskShell['openDesk']>[0] | undefined
  const views: DeskView[] = []
  let [renewals, fronts] = [0, 0]
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
  const openDeskShell = () => Promise.resolve(shell)
  const station = await startTestStation('desk', folder, environment, { openDeskShell }, start)
  const vault = station.vault()
  if (!vault) throw new Error('there is no vault')
  return {
    ...station,
    vault,
    view() {
      const view = views.at(-1)
      if (!view) throw new Error('nothing was shown')
      return view
    },
    shown: () => views as readonly DeskView[],
    /** Number of times that the desk could not go on. */
    stuck: () => station.left.filter((how) => how === 'fault').length,
    broughtToFront: () => fronts,
    logged: () => station.lines.join(''),
    /** Number of times that another page took the place of the present one. */
    renewals: () => renewals,
    async say(message: DeskMessage): Promise<DeskReply> {
      if (!options) throw new Error('there is no window')
      return (await options.handler(message, { isKioskPage: true })) as DeskReply
    },
    pressLock: () => options?.onLockKey(),
  }
}
