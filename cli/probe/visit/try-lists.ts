import { contract } from '../../../src/contract/index.ts'
import { packet as readPacket } from '../../../src/contract/readers/packet.ts'
import { visitReaders } from '../../../src/contract/readers/visit-readers.ts'
import { sameId, type Id } from '../../../src/contract/values.ts'
import { parseWireProfile } from '../../../src/contract/wire-profile.ts'
import type { CheckInPlace } from '../../../src/main/service/place.ts'
import { unreadable, type ServiceError } from '../../../src/main/service/http/errors.ts'
import { err, ok, type Result } from '../../../src/shared/result.ts'
import type { WatchedClient } from './watched-client.ts'

const { list } = contract.partner.formPackets
/** Records that a visit asks for in a page, and the fewer that are tried where the service refuses them. */
const usualLimit = 100
const smallerLimits = [50, 25, 10]

type TrialPlace = Pick<CheckInPlace, 'accountId' | 'locationId'>
type Query = NonNullable<Parameters<ReturnType<typeof createRead>>[0]>

function createRead({ client }: WatchedClient, params: TrialPlace) {
  return (query: { readonly limit: number; readonly patientId?: Id; readonly cursor?: string }) =>
    client.read(list, visitReaders.packets.read(), { params, query })
}

/** Tries if the list of packets keeps to the requested patient. */
export async function tryFilter(
  watched: WatchedClient,
  place: TrialPlace,
  patientId: Id,
): Promise<Result<unknown, ServiceError>> {
  const listed = await createRead(watched, place)({ limit: usualLimit, patientId })
  if (!listed.ok) return listed
  const named = listed.value.items.flatMap((row) => readPacket(row)?.patientId ?? [])
  if (named.every((each) => sameId(each, patientId))) return ok(null)
  return fail('expected packets of the patient that was asked for, found those of others too')
}

/** Tries if a page holds no more records than requested, and the next one holds others. */
export async function tryPages(
  watched: WatchedClient,
  place: TrialPlace,
): Promise<Result<unknown, ServiceError>> {
  const read = createRead(watched, place)
  const first = await read({ limit: 1 })
  if (!first.ok) return first
  const { items, nextCursor } = first.value
  if (items.length > 1) return fail('expected a page of 1 record, found more')
  if (!nextCursor) return ok(null)
  const next = await read({ limit: 1, cursor: nextCursor })
  if (!next.ok) return next
  const [one, other] = [items[0], next.value.items[0]].map((row) => readPacket(row)?.id)
  const isSame = one !== undefined && other !== undefined && sameId(one, other)
  return isSame ? fail('expected another record on the next page, found the same') : ok(null)
}

/**
 * Finds a page size if the service refuses the usual one, and keeps it in the proposal; undefined if unneeded, or none
 * works.
 */
export async function findPageSize(
  watched: WatchedClient,
  place: TrialPlace,
): Promise<number | undefined> {
  const read = createRead(watched, place)
  const isRefused = async (query: Query) => {
    const answer = await read(query)
    return !answer.ok && answer.error.kind === 'rejected'
  }
  if (!(await isRefused({ limit: usualLimit }))) return undefined
  for (const pageSize of smallerLimits)
    if (!(await isRefused({ limit: pageSize }))) {
      const profile = watched.proposed()
      const extended = parseWireProfile({ ...profile, lists: { ...profile.lists, pageSize } })
      if (extended.ok) watched.propose(extended.value)
      return pageSize
    }
  return undefined
}

function fail(reason: string): Result<never, ServiceError> {
  return err({ operation: list.id, attempts: 1, ...unreadable(reason) })
}
