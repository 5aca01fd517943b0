import { createHmac, randomBytes } from 'node:crypto'
import { formBarHeight } from '../shared/layout.ts'
import { createMemoryAttempts } from './check-in/attempts.ts'
import { systemClock } from './check-in/clock.ts'
import { createHelpNumbers } from './check-in/help-numbers.ts'
import { createKiosk, type Kiosk } from './check-in/kiosk.ts'
import type { Parts } from './compose.ts'
import { checkAccess } from './service/access.ts'
import { createCheckInService } from './service/check-in-service.ts'
import { createIntakeClient } from './service/client.ts'
import { watchClinic } from './service/clinic-watch.ts'
import type { KioskWindow } from './shell/port.ts'

/** Visits one after another in the kiosk window, and the connection to the intake service that they need. */
export interface Visits extends Pick<Kiosk, 'handle'> {
  stop(): Promise<void>
}

/** Connects to the intake service; the function that comes back begins the visits once the window is there. */
export function prepareVisits({
  settings,
  credentials,
  shell,
  log,
}: Omit<Parts, 'onClosed'>): (page: KioskWindow) => Visits {
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

  return (page) => {
    const running = createKiosk({
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
    kiosk = running
    return {
      handle: (command) => running.handle(command),
      async stop() {
        clinic.stop()
        await running.stop()
        await client.close()
      },
    }
  }
}
