import { contract } from '../../../contract/index.ts'
import {
  patientNameReader,
  visitReader,
  type ReadVisit,
} from '../../../contract/readers/arrival-readers.ts'
import { sameId } from '../../../contract/values.ts'
import { ok, type Result } from '../../../shared/result.ts'
import type { ServiceError } from '../../service/http/errors.ts'
import { isOutage } from '../failures.ts'
import type { DeskWork } from '../work.ts'

/** ms for which what an appointment says of its people is used. */
const keepMs = 10 * 60_000

interface Kept {
  readonly visit: ReadVisit
  readonly startsAt: number
  readonly until: number
}

/** Reads what a row of the list leaves out: who comes, and to whom. */
export interface KnownVisits {
  /** The row with its names, as far as they can be had. Fails only where the service cannot be reached. */
  named(row: ReadVisit): Promise<Result<ReadVisit, ServiceError>>
}

/** What is known within one session. */
export function createKnownVisits({ client, place, signal, now }: DeskWork): KnownVisits {
  const known = new Map<string, Kept>()
  const { accountId } = place

  async function read(row: ReadVisit): Promise<Result<ReadVisit, ServiceError>> {
    const params = { accountId, locationId: place.locationId, appointmentId: row.id }
    const options = { signal }
    const reader = visitReader(row.id)
    const asked = await client.read(contract.partner.appointments.get, reader, { params }, options)
    if (!asked.ok && isOutage(asked.error)) return asked
    const visit = asked.ok ? asked.value : { ...row, patientName: undefined }
    const patientId = visit.patientId ?? row.patientId
    if (visit.patientName !== undefined || patientId === undefined) return ok(visit)
    const name = await client.read(
      contract.partner.patients.get,
      patientNameReader,
      { params: { accountId, patientId } },
      options,
    )
    if (!name.ok && isOutage(name.error)) return name
    return ok({ ...visit, patientName: (name.ok && name.value) || undefined })
  }

  return {
    async named(row) {
      const key = String(row.id)
      const kept = known.get(key)
      // One that was moved is another for the desk: it may be with somebody else now.
      const isOfAnother =
        row.patientId !== undefined &&
        kept?.visit.patientId !== undefined &&
        !sameId(row.patientId, kept.visit.patientId)
      const isKept = kept && kept.until > now() && kept.startsAt === row.startsAt && !isOfAnother
      const visit = isKept ? ok(kept.visit) : await read(row)
      if (!visit.ok) return visit
      if (!isKept && visit.value.patientName !== undefined)
        known.set(key, {
          ...{ visit: visit.value, startsAt: row.startsAt, until: now() + keepMs },
        })
      const { value } = visit
      return ok({
        ...value,
        // What the list says is newer.
        ...{ state: row.state, startsAt: row.startsAt },
        patientId: row.patientId ?? value.patientId,
        practitioner: row.practitioner ?? value.practitioner,
        type: row.type ?? value.type,
        typeId: row.typeId ?? value.typeId,
        isTelehealth: row.isTelehealth ?? value.isTelehealth,
      })
    },
  }
}
