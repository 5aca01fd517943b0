import { contract } from '../../../contract/index.ts'
import type { Input, Operation } from '../../../contract/operation.ts'
import { outboxReaders } from '../../../contract/readers/outbox-readers.ts'
import type { ReadIntakePacket, ReadPatient } from '../../../contract/readers/read-types.ts'
import type { Reader } from '../../../contract/readers/reading.ts'
import type { Id } from '../../../contract/values.ts'
import { ok, type Result } from '../../../shared/result.ts'
import { eachPage, readAllPages } from '../../service/client/pages.ts'
import type { ServiceError } from '../../service/http/errors.ts'
import { isRefusal } from '../../service/http/refusal.ts'
import type { CheckInPlace } from '../../service/place.ts'
import type { IntakePerson } from '../intake.ts'
import { isSameName } from './person-match.ts'

const { patients, formPackets } = contract.partner
const page = { limit: 200, maxPages: 50 } as const
/** Rows that say too little, of which the records themselves are asked. */
const mostLookups = 20

/** Calls an operation and reads of its answer what `reader` looks for. */
export type Call = <O extends Operation, T>(
  operation: O,
  reader: Reader<T>,
  input: Input<O>,
  signal: AbortSignal,
) => Promise<Result<T, ServiceError>>

/** The lists of the service that the outbox looks into, each read to its end. */
export function createLists(
  call: Call,
  { accountId, locationId }: Pick<CheckInPlace, 'accountId' | 'locationId'>,
) {
  const here = { accountId, locationId }

  function patientRows(filter: { name: string } | { email: string }, signal: AbortSignal) {
    const rows = eachPage(
      patients.list,
      (cursor) => {
        const query = { ...filter, limit: page.limit, ...(cursor !== undefined && { cursor }) }
        const reader = outboxReaders.patients.read()
        return call(patients.list, reader, { params: { accountId }, query }, signal)
      },
      { maxPages: page.maxPages },
    )
    return readAllPages(rows)
  }

  /** A row of this name without a date of birth, by the record's own word. */
  async function inFull(
    found: readonly ReadPatient[],
    person: IntakePerson,
    signal: AbortSignal,
  ): Promise<Result<readonly ReadPatient[], ServiceError>> {
    const full: ReadPatient[] = []
    let lookups = 0
    for (const row of found) {
      const isAsked = row.dateOfBirth === null && isSameName(person, row) && lookups < mostLookups
      if (isAsked) {
        lookups += 1
        const input = { params: { accountId, patientId: row.id } }
        const asked = await call(patients.get, outboxReaders.patient.read(), input, signal)
        if (!asked.ok && !isForGood(asked.error)) return asked
        full.push(asked.ok ? asked.value : row)
      } else full.push(row)
    }
    return ok(full)
  }

  function packetRows(patientId: Id, archived: boolean, signal: AbortSignal) {
    const rows = eachPage(
      formPackets.list,
      (cursor) => {
        const query = {
          patientId,
          limit: page.limit,
          ...(archived && { archived }),
          ...(cursor !== undefined && { cursor }),
        }
        return call(formPackets.list, outboxReaders.packets.read(), { params: here, query }, signal)
      },
      { maxPages: page.maxPages },
    )
    return readAllPages(rows)
  }

  return { patientRows, inFull, packetRows }
}

const isForGood = (error: ServiceError) => isRefusal(error) || error.kind === 'unreadableAnswer'

/** A packet of this patient, or one that does not say whose it is. */
export function ownedBy(
  row: ReadIntakePacket,
  patientId: Id,
  isFilterTrusted: boolean,
): readonly ReadIntakePacket[] {
  if (row.patientId === null) return [isFilterTrusted ? { ...row, patientId } : row]
  return String(row.patientId) === String(patientId) ? [row] : []
}
