import { contract } from '../../contract/index.ts'
import {
  visitReader,
  visitTypesReader,
  type ReadVisit,
  type ReadVisitType,
} from '../../contract/readers/arrival-readers.ts'
import type { Id } from '../../contract/values.ts'
import { eachPage, readAllPages } from '../service/client/pages.ts'
import type { ServiceError } from '../service/http/errors.ts'
import type { CheckInPlace } from '../service/place.ts'
import type { Call } from './calls.ts'

const { appointments, appointmentTypes } = contract.partner
const pageSize = 200
const maxPages = 5
/** ms for which a name that was read is used, and for which nobody asks again after a failure. */
const keepMs = { read: 60 * 60_000, failed: 10 * 60_000 } as const

/** Names of the clinic's own, none of them a patient's: the same for every visit, so they are asked for seldom. */
export interface NamesOfVisits {
  /** Types of appointments by their id; empty where they cannot be had. */
  types(signal: AbortSignal): Promise<ReadonlyMap<string, ReadVisitType>>
  /** The same appointment, with the names of its practitioner, its type and its location as far as they can be had. */
  named(visit: ReadVisit, signal: AbortSignal): Promise<ReadVisit>
}

/** What names are read with. */
export interface NamesParts {
  readonly call: Call
  readonly place: Pick<CheckInPlace, 'accountId' | 'locationId'>
  /** ms that only grow. */
  readonly now: () => number
  /** Hears of each call that failed. */
  readonly onFailed: (error: ServiceError) => void
}

interface KeptTypes {
  readonly read: Promise<ReadonlyMap<string, ReadVisitType>>
  until: number
}

/** Names that were read over one connection; they are forgotten with it. */
export function createNames({ call, place, now, onFailed }: NamesParts): NamesOfVisits {
  const { accountId } = place
  let types: KeptTypes | undefined
  const practitioners = new Map<string, { readonly name: string; readonly until: number }>()

  async function readTypes(signal: AbortSignal, keep: (ms: number) => void): KeptTypes['read'] {
    const pages = eachPage(
      appointmentTypes.list,
      (cursor) => {
        const query = { limit: pageSize, ...(cursor !== undefined && { cursor }) }
        return call(
          appointmentTypes.list,
          visitTypesReader,
          { params: { accountId }, query },
          signal,
        )
      },
      { maxPages },
    )
    const all = await readAllPages(pages)
    // A visit that ended, or did not wait, says nothing of the service.
    if (signal.aborted) keep(0)
    else keep(all.ok ? keepMs.read : keepMs.failed)
    if (!all.ok && !signal.aborted) onFailed(all.error)
    return new Map(all.ok ? all.value.map((type) => [String(type.id), type]) : [])
  }

  function known(id: Id | undefined): string | undefined {
    const kept = id === undefined ? undefined : practitioners.get(String(id))
    return kept && kept.until > now() ? kept.name : undefined
  }

  async function asked(visit: ReadVisit, signal: AbortSignal): Promise<ReadVisit> {
    const params = {
      accountId,
      locationId: visit.locationId ?? place.locationId,
      appointmentId: visit.id,
    }
    const read = await call(appointments.get, visitReader(visit.id), { params }, signal)
    if (!read.ok) {
      if (!signal.aborted) onFailed(read.error)
      return visit
    }
    const { practitioner, type, place: where } = read.value
    if (visit.practitionerId !== undefined && practitioner !== undefined)
      practitioners.set(String(visit.practitionerId), {
        name: practitioner,
        until: now() + keepMs.read,
      })
    return {
      ...visit,
      practitioner: visit.practitioner ?? practitioner,
      type: visit.type ?? type,
      place: visit.place ?? where,
    }
  }

  return {
    types(signal) {
      if (types && types.until > now()) return types.read
      const kept: KeptTypes = {
        read: readTypes(signal, (ms) => {
          kept.until = now() + ms
        }),
        until: Infinity,
      }
      types = kept
      return kept.read
    },
    async named(visit, signal) {
      const practitioner = visit.practitioner ?? known(visit.practitionerId)
      const isAway = String(visit.locationId ?? place.locationId) !== String(place.locationId)
      const needsName = practitioner === undefined && visit.practitionerId !== undefined
      const needsPlace = isAway && visit.place === undefined
      return needsName || needsPlace ? asked(visit, signal) : { ...visit, practitioner }
    },
  }
}
