import { formBarHeight } from '../shared/layout.ts'
import { systemClock } from './check-in/clock.ts'
import { createHelpNumbers } from './check-in/help-numbers.ts'
import { createKiosk, type Kiosk } from './check-in/kiosk.ts'
import type { Parts } from './compose.ts'
import { checkAccess } from './service/access.ts'
import { createCheckInService } from './service/check-in-service.ts'
import { createIntakeClient } from './service/client.ts'
import { watchClinic } from './service/clinic-watch.ts'
import type { KioskWindow } from './shell/port.ts'
import { auditCall, auditedLog } from './vault/audited.ts'
import type { Interface } from './vault/credentials.ts'
import type { VaultError } from './vault/errors.ts'
import type { Vault } from './vault/vault.ts'
import { watchVault } from './vault/watched.ts'

/** Visits one after another in the kiosk window, and the connection to the intake service that they need. */
export interface Visits extends Pick<Kiosk, 'handle'> {
  stop(): Promise<void>
}

/**
 * Connects to the intake service; the function that comes back begins the visits once the window is there.
 * `onFault`: the vault can no longer be used, and so no one be served.
 */
export function prepareVisits(
  parts: Pick<Parts, 'settings' | 'shell' | 'log'> & { readonly vault: Vault },
  onFault: (error: VaultError) => void,
): (page: KioskWindow) => Visits {
  const { settings, shell } = parts
  const { audit, attempts, credentials } = watchVault(parts.vault, onFault)
  const log = auditedLog(parts.log, audit)
  const use = (name: Interface) => () => {
    audit.append('credentialUsed', { interface: name })
    return credentials.read(name)
  }
  const { service, packets, languages, formView } = settings
  const place = {
    accountId: service.accountId,
    locationId: service.locationId,
    defaultTemplateGroupId: packets.defaultTemplateGroupId,
  }
  const client = createIntakeClient({
    ...service,
    credentials: { partner: use('partner'), developer: use('developer') },
    audit: (entry) => auditCall(audit, entry),
    log: (report) => log.call(report),
  })
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
      page: {
        show: (view) => page.show(view),
        async renew() {
          await page.renew()
          audit.append('wiped')
        },
      },
      attempts,
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
