import { systemClock } from '../base/clock.ts'
import type { DeskConnection } from '../desk/feature.ts'
import type { KioskLog } from '../log/log.ts'
import type { CheckInPlace } from '../intake/place.ts'
import { checkAccess } from '../intake/access.ts'
import { createIntakeClient, type IntakeClient } from '../intake/client/client.ts'
import type { ConnectionMonitor } from '../intake/connection/connection-monitor.ts'
import { watchClinic, type ClinicLook } from '../intake/clinic.ts'
import { auditCall, auditCredentialUse } from '../vault/audit/audit-log.ts'
import type { ServiceInterface } from '../../shared/staff.ts'
import { wireSecretsIn } from './given-secrets.ts'
import type { Station } from './station.ts'

export type ServiceConnection = ReturnType<typeof connectToService>

type Connecting = Pick<Station, 'settings' | 'wireProfile' | 'vault'> & {
  readonly log: Pick<KioskLog, 'call'>
}

function openClient({ settings, wireProfile, vault, log }: Connecting, member?: string) {
  const { audit, credentials } = vault
  const use = (name: ServiceInterface) =>
    auditCredentialUse(audit, name, () => credentials.read(name))
  return createIntakeClient({
    ...settings().service,
    profile: wireProfile(),
    secrets: wireSecretsIn(vault),
    credentials: { partner: use('partner'), developer: use('developer') },
    audit: (entry) => auditCall(audit, entry, member),
    log: (report) => log.call(report),
  })
}

function placeOf({ settings, wireProfile }: Connecting): CheckInPlace {
  const { service, packets } = settings()
  const { accountId, locationId } = service
  const { defaultTemplateGroupId } = packets
  return { accountId, locationId, defaultTemplateGroupId, lists: wireProfile().lists }
}

interface LookFollower {
  readonly known: ClinicLook
  readonly onLook: (look: ClinicLook) => void
  readonly onLookRead?: (look: ClinicLook) => void
}

/** Keeps the clinic's look up to date, which the developer interface alone tells; the value ends it. */
function followLook(
  station: Connecting,
  client: IntakeClient,
  { known, onLook, onLookRead }: LookFollower,
): (() => void) | undefined {
  // Staff who give its pair have a new connection made.
  if (!station.vault.credentials.read('developer')) return undefined
  const { locationId } = station.settings().service
  const tell = () => onLook(watch.look())
  const watch = watchClinic(client, locationId, known, tell, systemClock, onLookRead)
  return () => watch.stop()
}

/** Connects to the intake service. Nothing is sent before the first call, but what asks for the clinic's `look`. */
export function connectToService(
  station: Connecting,
  parts: {
    readonly look?: LookFollower
    readonly readAhead?: (client: IntakeClient, place: CheckInPlace) => () => void
    readonly monitor: ConnectionMonitor
  },
) {
  const { monitor } = parts
  const client = openClient({
    ...station,
    log: {
      call(report) {
        monitor.heard(report)
        station.log.call(report)
      },
    },
  })
  const endLook = parts.look && followLook(station, client, parts.look)
  const place = placeOf(station)
  const endProbes = monitor.watch((signal) => checkAccess(client, place, { signal }))
  const endReadingAhead = parts.readAhead?.(client, place)
  return {
    settings: station.settings(),
    wireProfile: station.wireProfile(),
    client,
    place,
    async close() {
      endProbes()
      endReadingAhead?.()
      endLook?.()
      await client.close()
    },
  }
}

/** Connects for a member of staff: each call is in the audit with their id before its answer is handed out. */
export function connectForMember(station: Connecting, memberId: string): DeskConnection {
  const client = openClient(station, memberId)
  const { phoneRegion } = station.settings().identity
  return { client, place: { ...placeOf(station), phoneRegion }, close: () => client.close() }
}

/** Keeps the clinic's look up to date by a connection of its own; the value ends it. */
export function followClinic(
  station: Connecting,
  known: ClinicLook,
  onLook: (look: ClinicLook) => void,
): () => Promise<void> {
  const client = openClient(station)
  const end = followLook(station, client, { known, onLook })
  return () => {
    end?.()
    return client.close()
  }
}
