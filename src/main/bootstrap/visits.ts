import { systemClock } from '../base/clock.ts'
import type { HelpNumbers } from '../visit/limits/help-numbers.ts'
import type { DeskCodePort, DeskPort } from '../visit/ports.ts'
import { createKiosk, type Kiosk, type VisitPage } from '../visit/kiosk.ts'
import { restrictFormOrigins } from '../form-origins/restrict-form-origins.ts'
import type { FormOriginRefusal } from '../form-origins/form-address.ts'
import { formOriginRule } from '../settings/form-origin-rule.ts'
import type { KioskLog } from '../log/log.ts'
import { checkAccess } from '../service/access.ts'
import { createCheckInService } from '../service/check-in-service.ts'
import type { ConnectionMonitor } from '../service/connection/connection-monitor.ts'
import type { Shell } from '../shell/port.ts'
import type { RefusedOrigins } from '../vault/store/refused-origins.ts'
import type { Vault } from '../vault/vault.ts'
import { openAmidBarAndKeys } from './form-place.ts'
import { isHandout, tellRefusals } from './form-refusals.ts'
import type { Arrivals } from '../arrival/arrivals.ts'
import { createOfflinePort, type OfflineOfVisits } from './offline-visits.ts'
import { createOwnPhonePort } from './own-phone.ts'
import type { ServiceConnection } from './service-connection.ts'

/** What the visits are made of. */
export interface VisitsParts {
  /** Closed with the visits. */
  readonly connection: ServiceConnection
  readonly shell: Pick<Shell, 'openForm' | 'screenSize'>
  readonly vault: Vault
  /** Audits what an auditor asks about before it is written. */
  readonly log: KioskLog
  readonly refusedOrigins: Pick<RefusedOrigins, 'note'>
  readonly helpNumbers: HelpNumbers
  readonly page: VisitPage
  /** Who listens from elsewhere. */
  readonly desk?: DeskPort | undefined
  /** How codes of the front desk are asked about; undefined where no desk gives any. */
  readonly deskCode?: DeskCodePort | undefined
  /** Undefined where the clinic takes nobody in without the network. */
  readonly offline?: OfflineOfVisits | undefined
  /** How the kiosk stands to the service. */
  readonly monitor: Pick<ConnectionMonitor, 'current' | 'subscribe'>
  readonly arrivals?: Pick<Arrivals, 'port'> | undefined
}

/** Begins to serve patients, one after another, with what `connection` was made of. Ending them closes it. */
export function startVisits(parts: VisitsParts): Kiosk {
  const { connection, shell, log, page, helpNumbers } = parts
  const { audit, attempts } = parts.vault
  const { client, place, settings, wireProfile } = connection
  const service = createCheckInService(client, place)
  const rule = formOriginRule(settings)
  const onOriginRefused = ({ origin, why }: FormOriginRefusal) =>
    audit.append('formOriginRefused', { origin, why })
  const kiosk = createKiosk({
    service: parts.offline?.calls.counted(service) ?? service,
    settings,
    code: wireProfile.proof.code,
    locales: settings.languages,
    clock: systemClock,
    forms: restrictFormOrigins(
      {
        open: (url, { helpNumber, onPicture, ...events }) =>
          tellRefusals({ log, origins: parts.refusedOrigins }, helpNumber, (onRefused) =>
            openAmidBarAndKeys(shell, {
              ...events,
              ...(settings.formView.camera && { onPicture }),
              url,
              allowedOrigins: settings.formView.allowedOrigins,
              papers: settings.formView.papers,
              hidden: true,
              onRefused(refused) {
                onRefused(refused)
                if (isHandout(refused)) events.onSign('handout')
              },
              onFault: (fault) => log.formFault(fault, helpNumber),
            }),
          ),
      },
      rule,
      onOriginRefused,
    ),
    ...(parts.offline && {
      offline: createOfflinePort({ ...parts.offline, settings, shell }),
    }),
    ...(settings.packets.ownPhone && {
      ownPhone: createOwnPhonePort({ monitor: parts.monitor, rule, onRefused: onOriginRefused }),
    }),
    ...(settings.arrival.enabled && {
      arrival: parts.arrivals?.port(connection, settings.arrival),
    }),
    page,
    ...{ desk: parts.desk, deskCode: parts.deskCode },
    attempts,
    helpNumbers,
    log,
    health: (signal) => checkAccess(client, place, { signal }),
  })
  return {
    ...kiosk,
    async end(ending) {
      await kiosk.end(ending)
      await connection.close()
    },
    async stop() {
      await kiosk.stop()
      await connection.close()
    },
  }
}
