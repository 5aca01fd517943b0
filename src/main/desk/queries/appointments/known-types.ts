import { contract } from '../../../../contract/index.ts'
import {
  typeDetailsReader,
  typeRowsReader,
  type ReadVisitType,
} from '../../../../contract/readers/arrival-readers.ts'
import type { Id } from '../../../../contract/values.ts'
import type { TypeDetails } from '../../../../shared/desk/appointments.ts'
import { mapOk, ok, type Result } from '../../../../shared/result.ts'
import { eachPage, readAllPages } from '../../../service/client/pages.ts'
import type { ServiceError } from '../../../service/http/errors.ts'
import type { DeskWork } from '../../work.ts'

const { appointmentTypes } = contract.partner
const pageSize = 200
/** ms for which types are used as they were read. */
const keepMs = 60 * 60_000

/** Types of appointments, as far as one session has read them. */
export interface KnownTypes {
  all(): Promise<Result<readonly ReadVisitType[], ServiceError>>
}

/** What is known within one session. */
export function createKnownTypes({ client, place, signal, now }: DeskWork): KnownTypes {
  let known: { readonly rows: readonly ReadVisitType[]; readonly until: number } | undefined
  return {
    async all() {
      if (known && known.until > now()) return ok(known.rows)
      const pages = eachPage(
        appointmentTypes.list,
        (cursor) => {
          const query = { limit: pageSize, ...(cursor !== undefined && { cursor }) }
          const input = { params: { accountId: place.accountId }, query }
          return client.read(appointmentTypes.list, typeRowsReader, input, { signal })
        },
        { maxPages: 5 },
      )
      const rows = await readAllPages(pages)
      if (rows.ok) known = { rows: rows.value, until: now() + keepMs }
      return rows
    },
  }
}

/** The query `appointmentType`. */
export async function readType(
  { client, place, signal }: DeskWork,
  appointmentTypeId: Id,
): Promise<Result<TypeDetails, ServiceError>> {
  const input = { params: { accountId: place.accountId, appointmentTypeId } }
  const read = await client.read(appointmentTypes.get, typeDetailsReader, input, { signal })
  return mapOk(read, ({ name = null, description = null, minutes = null, isTelehealth }) => ({
    ...{ name, description, minutes, isTelehealth },
  }))
}
