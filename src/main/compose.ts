import { createHmac, randomBytes } from 'node:crypto'
import { createMemoryAttempts } from './check-in/attempts.ts'
import { systemClock } from './check-in/clock.ts'
import { createHelpNumbers } from './check-in/help-numbers.ts'
import { createKiosk, type Kiosk } from './check-in/kiosk.ts'
import { createRouter } from './ipc/router.ts'
import type { Credentials } from './credentials.ts'
import type { KioskLog } from './log.ts'
import { checkAccess } from './service/access.ts'
import { createCheckInService } from './service/check-in-service.ts'
import { createIntakeClient } from './service/client.ts'
import { watchClinic } from './service/clinic-watch.ts'
import type { Settings } from './settings/schema.ts'
import { formBarHeight } from '../shared/layout.ts'
import type { Shell } from './shell/port.ts'

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

/** Builds everything and hands the pieces to each other; the only place that does. */
export async function compose({
  settings,
  credentials,
  shell,
  log,
  onClosed,
}: Parts): Promise<Foyer> {
  const { service, packets, languages, formView } = settings
  const place = {
    accountId: service.accountId,
    locationId: service.locationId,
    defaultTemplateGroupId: packets.defaultTemplateGroupId,
  }
  const client = createIntakeClient({
    ...service,
    credentials: { partner: () => credentials.partner, developer: () => credentials.developer },
    log: (report) => log.call(report),
  })
  const attemptsKey = randomBytes(32)

  let kiosk: Kiosk | undefined = undefined
  const clinic = watchClinic(client, service.locationId, () => kiosk?.refresh())
  const page = await shell.openKiosk({
    locale: languages[0] ?? 'en',
    handler: createRouter(
      (command) =>
        kiosk?.handle(command) ?? { ok: false, error: { kind: 'notAccepted', type: command.type } },
      log,
    ),
    onClosed,
  })
  kiosk = createKiosk({
    service: createCheckInService(client, place),
    settings,
    clinic: () => ({ ...clinic.look(), locales: languages }),
    clock: systemClock,
    forms: {
      open: (url, events) =>
        shell.openForm({
          ...events,
          url,
          allowedOrigins: formView.allowedOrigins,
          barHeight: formBarHeight,
          onRefused: (refused) => log.refused(refused),
        }),
    },
    page,
    attempts: createMemoryAttempts({
      keyedHash: (text) => createHmac('sha256', attemptsKey).update(text).digest('base64url'),
      clock: systemClock,
    }),
    helpNumbers: createHelpNumbers(systemClock),
    log,
    health: (signal) => checkAccess(client, place, { signal }),
  })
  log.app('the kiosk is open', { shell: shell.kind })

  return {
    async stop() {
      clinic.stop()
      await kiosk.stop()
      await shell.close()
      await client.close()
    },
  }
}
