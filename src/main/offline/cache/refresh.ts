import type { Id } from '../../../contract/values.ts'
import { isReachable, type ConnectionState } from '../../../shared/connection.ts'
import type { WallClock } from '../../base/clock.ts'
import { runInTurns } from '../../base/turns.ts'
import type { IntakeClient } from '../../service/client/client.ts'
import type { ServiceError } from '../../service/http/errors.ts'
import type { KnowledgeStore } from './knowledge.ts'
import { createPacedCall, readAppointments, readForms, readVersions } from './read-ahead.ts'

/** ms to the next refresh after one that went well, and after one that did not. */
export const refreshMs = { known: 60 * 60_000, failed: 10 * 60_000 } as const
/** ms to the next look whether the service can be reached at all. */
export const lookMs = 15_000

/** Parts of a refresh. */
export interface RefreshParts {
  readonly client: Pick<IntakeClient, 'readUntil'>
  readonly place: { readonly accountId: Id; readonly locationId: Id }
  readonly groupIds: readonly Id[]
  readonly knowledge: KnowledgeStore
  /** While a visit needs the service, nothing is read ahead. */
  readonly isBusy: () => boolean
  readonly connection: () => ConnectionState
  readonly clock: WallClock
  /** A refresh ended: which call failed, if one did. */
  readonly onRefreshed: (error: ServiceError | undefined) => void
  /** Called if something other than an answer broke off a refresh: the audit or the vault failed, or a bug. */
  readonly onThrown: (error: unknown) => void
}

/**
 * Refreshes the offline knowledge at once, hourly, and 10 min after failures; one call at a time, none during visits or
 * outages. The returned function ends it.
 */
export function keepRefreshed(parts: RefreshParts): () => void {
  const { clock, knowledge, connection, onRefreshed, onThrown } = parts
  const turns = runInTurns(clock, async (signal) => {
    try {
      knowledge.dropOld()
      if (!isReachable(connection())) return lookMs
      const error = await refresh({ ...parts, signal })
      if (!signal.aborted) onRefreshed(error)
      return error ? refreshMs.failed : refreshMs.known
    } catch (error) {
      // A call that cannot be audited gave nothing out, and nor did a vault that cannot be written.
      onThrown(error)
      return refreshMs.failed
    }
  })
  return () => void turns.stop()
}

/** Reads all once; what could not be read stays as it is known. The failure that ended it, if one did. */
async function refresh(
  parts: RefreshParts & { readonly signal: AbortSignal },
): Promise<ServiceError | undefined> {
  const { groupIds, knowledge, clock } = parts
  const site = { read: createPacedCall(parts), place: parts.place }
  if (groupIds.length > 0) {
    const versions = await readVersions(site)
    if (!versions.ok) return versions.error
    for (const groupId of groupIds) {
      const known = knowledge.formsOf(groupId) ?? []
      const forms = await readForms(site, groupId, { known, versions: versions.value })
      if (!forms.ok) return forms.error
      if (forms.value) knowledge.keepForms(groupId, forms.value)
      else knowledge.forgetForms(groupId)
    }
  }
  const appointments = await readAppointments(site, knowledge, clock.wallTime())
  if (!appointments.ok) return appointments.error
  knowledge.keepAppointments(appointments.value)
  return undefined
}
