import { contract } from '../../../contract/index.ts'
import {
  patientInFullReader,
  patientTagsReader,
  stateProvincesReader,
  type ReadPatientAddress,
} from '../../../contract/readers/patient-readers.ts'
import type { ReadPatient } from '../../../contract/readers/read-types.ts'
import type { Id } from '../../../contract/values.ts'
import type { PatientChart, PatientTag } from '../../../shared/desk/patients.ts'
import { ok, type Result } from '../../../shared/result.ts'
import type { ServiceError } from '../../service/http/errors.ts'
import { foundPatientOf } from '../patients/found-patient.ts'
import { isSameName, nameOf } from '../patients/person-name.ts'
import { shownPhone } from '../patients/phone.ts'
import type { DeskWork } from '../work.ts'

const developer = contract.developer.patients
const { stateProvinces } = contract.developer

/** The query `patientChart` of one session. */
export function createPatientChart(work: DeskWork) {
  const { client, place, references, signal } = work
  const region = place.phoneRegion ?? 'US'
  /** By short name; read once. */
  let provinces: ReadonlyMap<string, string> | undefined

  async function provinceName(shortName: string): Promise<string> {
    if (!provinces) {
      const read = await client.read(stateProvinces.list, stateProvincesReader, {}, { signal })
      if (!read.ok) return shortName
      provinces = new Map(read.value.map((each) => [each.shortName, each.name]))
    }
    return provinces.get(shortName) ?? shortName
  }

  async function readTags(patientId: Id): Promise<readonly PatientTag[] | null> {
    const query = { patientId }
    const tags = await client.read(developer.listTags, patientTagsReader, { query }, { signal })
    return tags.ok ? tags.value : null
  }

  async function addressLines(address: ReadPatientAddress | null): Promise<string[] | null> {
    if (!address) return null
    const { street, city, postalCode, stateProvince, whole } = address
    if (street === null && city === null) return whole === null ? null : [whole]
    const province = stateProvince === null ? null : await provinceName(stateProvince)
    const area = [province, postalCode].filter((part) => part !== null).join(' ')
    const place = [city, area].filter(Boolean).join(', ')
    return [street, place].filter((line) => line !== null && line !== '') as string[]
  }

  return async (patientId: Id): Promise<Result<PatientChart, ServiceError>> => {
    const { accountId } = place
    const reader = patientInFullReader(patientId)
    const params = { accountId, patientId }
    const [record, beside] = await Promise.all([
      client.read(contract.partner.patients.get, reader, { params }, { signal }),
      client.read(developer.get, reader, { params: { patient_id: patientId } }, { signal }),
    ])
    if (!record.ok) return record
    // The developer interface states the address and the family; an id of its own would be somebody else's.
    const isSame = beside.ok && isSamePerson(record.value, beside.value)
    const tags = isSame ? await readTags(patientId) : null
    const full = isSame ? beside.value : record.value
    const { firstName, lastName, dateOfBirth, phone, email, active } = record.value
    const found = (people: readonly ReadPatient[]) =>
      people.map((each) => foundPatientOf(references, each))
    return ok({
      ...{ firstName, lastName, email, isActive: active, birthDate: dateOfBirth },
      name: nameOf(record.value),
      phone: phone === null ? null : shownPhone(phone, region),
      address: await addressLines(full.address),
      parents: found(full.parents),
      children: found(full.children),
      practitioners: [...full.practitioners],
      tags: tags && [...tags],
    })
  }
}

/** Whether the records of two interfaces are surely of one person. */
const isSamePerson = (one: ReadPatient, other: ReadPatient) =>
  one.dateOfBirth !== null && one.dateOfBirth === other.dateOfBirth && isSameName(one, other)
