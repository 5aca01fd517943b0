import { contract } from '../../../contract/index.ts'
import { packet as readPacket } from '../../../contract/readers/packet.ts'
import { visitReaders } from '../../../contract/readers/visit-readers.ts'
import { sameId, type Id } from '../../../contract/values.ts'
import type { FormCounts } from '../../../shared/desk/today.ts'
import { err, ok, type Result } from '../../../shared/result.ts'
import { eachPage, readAllPages } from '../../service/client/pages.ts'
import type { ServiceError } from '../../service/http/errors.ts'
import { isOutage } from '../failures.ts'
import type { DeskWork } from '../work.ts'

const { formPackets } = contract.partner
const pageSize = 200
const maxPages = 3
/** ms for which the forms of a patient are taken as they were read, by where the patient is. */
const keepMs = { here: 20_000, elsewhere: 5 * 60_000 } as const

interface Kept {
  readonly counts: FormCounts | null
  readonly readAt: number
  readonly completedAt: number | undefined
}

/** How far patients are with their forms. */
export interface KnownForms {
  /**
   * The forms of a patient at this location; null where they cannot be read. Those of one who is `here` are asked for
   * more often, and at once those of one who completed some at a kiosk (`completedAt`: when that was last heard). Fails only
   * where the service cannot be reached.
   */
  of(
    patientId: Id,
    isHere: boolean,
    completedAt?: number,
  ): Promise<Result<FormCounts | null, ServiceError>>
}

/** What is known within one session. */
export function createKnownForms({ client, place, signal, now }: DeskWork): KnownForms {
  const known = new Map<string, Kept>()
  const { accountId, locationId } = place
  const trustsFilter = place.lists?.trustPatientFilter === true

  async function read(patientId: Id): Promise<Result<FormCounts | null, ServiceError>> {
    const pages = eachPage(
      formPackets.list,
      (cursor) => {
        const query = { patientId, limit: pageSize, ...(cursor !== undefined && { cursor }) }
        const input = { params: { accountId, locationId }, query }
        return client.read(formPackets.list, visitReaders.packets.read(), input, { signal })
      },
      { maxPages },
    )
    const listed = await readAllPages(pages)
    if (!listed.ok) return isOutage(listed.error) ? err(listed.error) : ok(null)
    const packets = listed.value.flatMap((row) => readPacket(row) ?? [])
    // That the list is filtered is assumed: a row counts where it says itself whose it is.
    const own = packets.filter((row) =>
      row.patientId === undefined ? trustsFilter : sameId(row.patientId, patientId),
    )
    if (own.length === 0 && listed.value.length > 0) return ok(null)
    const here = own.filter(
      (row) =>
        !row.archived && (row.locationId === undefined || sameId(row.locationId, locationId)),
    )
    const completed = here.filter((row) => row.completed === true).length
    const started = here.filter((row) => row.completed !== true && row.started).length
    return ok({ open: here.length - completed - started, started, completed })
  }

  return {
    async of(patientId, isHere, completedAt) {
      const key = String(patientId)
      const kept = known.get(key)
      const age = kept ? now() - kept.readAt : Infinity
      const isKnown = completedAt === undefined || kept?.completedAt === completedAt
      if (kept && isKnown && age < (isHere ? keepMs.here : keepMs.elsewhere)) return ok(kept.counts)
      const counts = await read(patientId)
      if (counts.ok) known.set(key, { counts: counts.value, readAt: now(), completedAt })
      return counts
    },
  }
}
