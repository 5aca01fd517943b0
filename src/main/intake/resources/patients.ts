import { contract } from '../../../contract/index.ts'
import {
  patientInFullReader,
  patientsReader,
  type ReadPatientInFull,
} from '../../../contract/readers/patient-readers.ts'
import type { Id } from '../../../contract/values.ts'
import { pagesOf, type Read, type Site } from './site.ts'

const { patients } = contract.partner

/** One patient of the account, with family and address. */
export function readPatient(site: Site, patientId: Id): Read<ReadPatientInFull> {
  const params = { accountId: site.place.accountId, patientId }
  return site.read(patients.get, patientInFullReader(patientId), { params })
}

/** Pages of the account's patients, as the service filters them: by what rules is not shown. */
export const patientPages = (
  { read, place }: Site,
  filter: { readonly name?: string | undefined; readonly email?: string | undefined },
  paging: Parameters<typeof pagesOf>[4],
  reader: typeof patientsReader = patientsReader,
) => {
  const { name, email } = filter
  const query = { ...(name !== undefined && { name }), ...(email !== undefined && { email }) }
  const input = { params: { accountId: place.accountId }, query }
  return pagesOf(read, patients.list, reader, input, paging)
}
