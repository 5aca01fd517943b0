import type { ReadVisit } from '../../../../contract/readers/arrival-readers.ts'
import type { Id } from '../../../../contract/values.ts'
import { ok, type Result } from '../../../../shared/result.ts'
import { inParallel } from '../../../base/in-parallel.ts'
import type { ServiceError } from '../../../service/http/errors.ts'
import { isOutage } from '../../failures.ts'
import type { DeskWork } from '../../work.ts'
import { readVisit, visitsBetween } from './visit-lists.ts'

/** ms before and after now in which appointments tell who works here. */
const lookBackMs = 14 * 24 * 60 * 60_000
const lookAheadMs = 30 * 24 * 60 * 60_000
/** ms for which they are used as they were read. */
const keepMs = 10 * 60_000
/** Appointments that are asked for a name at a time. */
const mostAtOnce = 4

/** A practitioner of this location. */
interface KnownPractitioner {
  readonly id: Id
  readonly name: string
}

/**
 * Practitioners, as far as the interface has them: it has no list, and each appointment names its own. Kept for one
 * session.
 */
export interface KnownPractitioners {
  /** Those who have appointments around today. */
  around(): Promise<Result<readonly KnownPractitioner[], ServiceError>>
  /** The name of an appointment's practitioner; null where it is not to be had. */
  nameOf(visit: ReadVisit): Promise<Result<string | null, ServiceError>>
}

/** What is known within one session. */
export function createKnownPractitioners(work: DeskWork): KnownPractitioners {
  const names = new Map<string, string>()
  let around: { readonly rows: readonly KnownPractitioner[]; readonly until: number } | undefined

  async function nameOf(visit: ReadVisit): Promise<Result<string | null, ServiceError>> {
    const { practitionerId, practitioner } = visit
    const key = practitionerId === undefined ? undefined : String(practitionerId)
    if (practitioner !== undefined && key !== undefined) names.set(key, practitioner)
    const known = practitioner ?? (key === undefined ? undefined : names.get(key))
    if (known !== undefined) return ok(known)
    const read = await readVisit(work, visit.id)
    if (!read.ok) return isOutage(read.error) ? read : ok(null)
    const name = read.value.practitioner
    if (name !== undefined && key !== undefined) names.set(key, name)
    return ok(name ?? null)
  }

  return {
    nameOf,
    async around() {
      if (around && around.until > work.now()) return ok(around.rows)
      const at = work.wallTime()
      const visits = await visitsBetween(work, at - lookBackMs, at + lookAheadMs)
      if (!visits.ok) return visits
      const firsts = new Map<string, ReadVisit>()
      for (const visit of visits.value)
        if (visit.practitionerId !== undefined && !firsts.has(String(visit.practitionerId)))
          firsts.set(String(visit.practitionerId), visit)
      const ones = [...firsts.values()]
      const named = await inParallel(
        ones,
        mostAtOnce,
        async (visit) => [visit, await nameOf(visit)] as const,
      )
      const rows: KnownPractitioner[] = []
      for (const [{ practitionerId }, name] of named) {
        if (!name.ok) return name
        if (name.value !== null && practitionerId !== undefined)
          rows.push({ id: practitionerId, name: name.value })
      }
      rows.sort((a, b) => a.name.localeCompare(b.name))
      around = { rows, until: work.now() + keepMs }
      return ok(rows)
    },
  }
}
