import type { WireProfile } from '../../contract/wire-profile.ts'
import type { Settings } from '../settings/schema.ts'
import { systemClock } from '../base/clock.ts'
import type { KioskLog } from '../log/log.ts'
import type { CheckInPlace } from '../service/place.ts'
import { checkAccess } from '../service/access.ts'
import { createIntakeClient, type IntakeClient } from '../service/client/client.ts'
import type { ConnectionMonitor } from '../service/connection/connection-monitor.ts'
import type { ClinicLook } from '../service/clinic.ts'
import { watchClinic } from '../service/clinic-watch.ts'
import { auditCall, auditCredentialUse } from '../vault/audit/audit-log.ts'
import type { Interface } from '../vault/store/credentials.ts'
import type { Vault } from '../vault/vault.ts'
import { wireSecretsIn } from './given-secrets.ts'

export interface ServiceConnectionParts {
  /** Those that hold now; the connection keeps them. */
  readonly settings: Settings
  /** Differences of the service on the wire. */
  readonly wireProfile: WireProfile
  readonly vault: Vault
  readonly log: Pick<KioskLog, 'call'>
  /** The clinic's look as it was last known. */
  readonly look: ClinicLook
  readonly onLook: (look: ClinicLook) => void
  /** Receives each look that was read, even an unchanged one. */
  readonly onLookRead?: (look: ClinicLook) => void
  /** Begins to read the data needed without the network; the returned function ends that. */
  readonly readAhead?: (client: IntakeClient, place: CheckInPlace) => () => void
  /** Observes each call, and makes the service be asked if it needs to know more. */
  readonly monitor: ConnectionMonitor
}

/** A connection to the intake service, with the credentials and settings that held when it was made. */
export interface ServiceConnection {
  readonly settings: Settings
  readonly wireProfile: WireProfile
  readonly client: IntakeClient
  readonly place: CheckInPlace
  close(): Promise<void>
}

/** Opens a client with the credentials of the vault; `member`: the caller, for the audit. */
export function openClient(
  {
    settings,
    wireProfile,
    vault,
    log,
  }: Pick<ServiceConnectionParts, 'settings' | 'wireProfile' | 'vault' | 'log'>,
  member?: string,
): IntakeClient {
  const { audit, credentials } = vault
  const use = (name: Interface) => auditCredentialUse(audit, name, () => credentials.read(name))
  return createIntakeClient({
    ...settings.service,
    profile: wireProfile,
    secrets: wireSecretsIn(vault),
    credentials: { partner: use('partner'), developer: use('developer') },
    audit: (entry) => auditCall(audit, entry, member),
    log: (report) => log.call(report),
  })
}

/** Connects to the intake service. Nothing is sent before the first call, but what asks for the clinic's look. */
export function connectToService(parts: ServiceConnectionParts): ServiceConnection {
  const { settings, wireProfile, monitor, onLook } = parts
  const { credentials } = parts.vault
  const { service, packets } = settings
  const client = openClient({
    ...parts,
    log: {
      call(report) {
        monitor.heard(report)
        parts.log.call(report)
      },
    },
  })
  // Only the developer interface tells the look; staff who give its pair have a new connection made.
  const watch = credentials.read('developer')
    ? watchClinic(
        client,
        service.locationId,
        parts.look,
        () => onLook(watch?.look() ?? parts.look),
        systemClock,
        parts.onLookRead,
      )
    : undefined
  const place = {
    accountId: service.accountId,
    locationId: service.locationId,
    defaultTemplateGroupId: packets.defaultTemplateGroupId,
    lists: wireProfile.lists,
  }
  const endProbes = monitor.watch((signal) => checkAccess(client, place, { signal }))
  const endReadingAhead = parts.readAhead?.(client, place)
  return {
    settings,
    wireProfile,
    client,
    place,
    async close() {
      endProbes()
      endReadingAhead?.()
      watch?.stop()
      await client.close()
    },
  }
}
