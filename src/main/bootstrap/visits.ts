import { formBarHeight } from '../../shared/layout.ts'
import type { KioskPage } from '../../shared/windows.ts'
import { systemClock } from '../base/clock.ts'
import type { HelpNumbers } from '../visit/limits/help-numbers.ts'
import { createKiosk, type Kiosk } from '../visit/kiosk.ts'
import { onlyConfirmed } from '../form-origins/only-confirmed.ts'
import { formOriginRule } from '../settings/form-origin-rule.ts'
import type { KioskLog } from '../log/log.ts'
import { checkAccess } from '../service/access.ts'
import { createCheckInService } from '../service/check-in-service.ts'
import { createIntakeClient } from '../service/client/client.ts'
import type { CallReport } from '../service/client/call-types.ts'
import type { ClinicLook } from '../service/clinic.ts'
import { watchClinic } from '../service/clinic-watch.ts'
import type { Settings } from '../settings/schema.ts'
import type { Shell } from '../shell/port.ts'
import { auditCall } from '../vault/audit/audit-log.ts'
import type { Interface } from '../vault/store/credentials.ts'
import type { Vault } from '../vault/vault.ts'

/** What the visits are made of. */
export interface VisitsParts {
  readonly settings: Settings
  readonly shell: Pick<Shell, 'openForm'>
  readonly vault: Vault
  /** Audits what an auditor asks about before it is written. */
  readonly log: KioskLog
  readonly helpNumbers: HelpNumbers
  /** The clinic's look as it was last known. */
  readonly look: ClinicLook
  readonly onLook: (look: ClinicLook) => void
  /** Hears of each call of the service. */
  readonly onCall: (report: CallReport) => void
}

/** Visits one after another in the kiosk window. */
export interface Visits extends Pick<Kiosk, 'handle' | 'cover' | 'end'> {
  stop(): Promise<void>
}

/**
 * Connects to the intake service, with the credentials and settings that hold now; the function that comes
 * back begins the visits once the window is there.
 */
export function prepareVisits(parts: VisitsParts): (page: KioskPage) => Visits {
  const { settings, shell, log } = parts
  const { audit, attempts, credentials } = parts.vault
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
    log(report) {
      parts.onCall(report)
      log.call(report)
    },
  })
  let kiosk: Kiosk | undefined = undefined
  const clinic = watchClinic(client, service.locationId, parts.look, () => {
    parts.onLook(clinic.look())
    kiosk?.refresh()
  })

  return (page) => {
    const running = createKiosk({
      service: createCheckInService(client, place),
      settings,
      clinic: () => ({ ...clinic.look(), locales: languages }),
      clock: systemClock,
      forms: onlyConfirmed(
        {
          open: (url, events) =>
            shell.openForm({
              ...events,
              url,
              allowedOrigins: formView.allowedOrigins,
              barHeight: formBarHeight,
              hidden: true,
              onRefused: (refused) => log.refused(refused),
            }),
        },
        formOriginRule(settings),
        ({ origin, why }) => audit.append('formOriginRefused', { origin, why }),
      ),
      page,
      attempts,
      helpNumbers: parts.helpNumbers,
      log,
      health: (signal) => checkAccess(client, place, { signal }),
    })
    kiosk = running
    const close = async () => {
      clinic.stop()
      await client.close()
    }
    return {
      handle: (command) => running.handle(command),
      cover: (covered) => running.cover(covered),
      async end(ending) {
        await running.end(ending)
        await close()
      },
      async stop() {
        await running.stop()
        await close()
      },
    }
  }
}
