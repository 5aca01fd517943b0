import type { Credentials } from './credentials.ts'
import { createRouter } from './ipc/router.ts'
import type { KioskLog } from './log.ts'
import type { Settings } from './settings/schema.ts'
import type { Shell } from './shell/port.ts'
import type { Visits } from './visits.ts'

/** What the application is made of. */
export interface Parts {
  readonly settings: Settings
  readonly credentials: Credentials
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

/** Builds everything and hands the pieces to each other. What the visits need is loaded while the window opens. */
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
  const preparing = import('./visits.ts').then(({ prepareVisits }) => prepareVisits(parts))
  const [page, begin] = await Promise.all([opening, preparing])
  const running = begin(page)
  visits = running
  log.app('the kiosk is open', { shell: shell.kind })
  return {
    async stop() {
      await running.stop()
      await shell.close()
    },
  }
}
