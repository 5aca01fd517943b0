import type { WireProfile } from '../../../contract/wire-profile.ts'
import { systemClock } from '../../base/clock.ts'
import type { DeskConnection } from '../../desk/feature.ts'
import type { KioskLog } from '../../log/log.ts'
import type { ClinicLook } from '../../service/clinic.ts'
import { watchClinic } from '../../service/clinic-watch.ts'
import type { Settings } from '../../settings/schema.ts'
import type { Vault } from '../../vault/vault.ts'
import { openClient } from '../service-connection.ts'

export interface DeskConnectionsParts {
  readonly settings: Settings
  readonly wireProfile: WireProfile
  readonly vault: Vault
  readonly log: Pick<KioskLog, 'call'>
}

/** Connects for a member of staff: each call is in the audit with their id before its answer is handed out. */
export function connectForMember(parts: DeskConnectionsParts, memberId: string): DeskConnection {
  const { settings, wireProfile } = parts
  const { accountId, locationId } = settings.service
  const client = openClient(parts, memberId)
  return {
    client,
    place: {
      accountId,
      locationId,
      lists: wireProfile.lists,
      defaultTemplateGroupId: settings.packets.defaultTemplateGroupId,
      phoneRegion: settings.identity.phoneRegion,
    },
    close: () => client.close(),
  }
}

/** Keeps the clinic's look up to date, as far as there are credentials for that; the value ends it. */
export function followClinic(
  parts: DeskConnectionsParts,
  known: ClinicLook,
  onLook: (look: ClinicLook) => void,
): () => Promise<void> {
  if (!parts.vault.credentials.read('developer')) return () => Promise.resolve()
  const client = openClient(parts)
  const { locationId } = parts.settings.service
  const watch = watchClinic(client, locationId, known, () => onLook(watch.look()), systemClock)
  return () => {
    watch.stop()
    return client.close()
  }
}
