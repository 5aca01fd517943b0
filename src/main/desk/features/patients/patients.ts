import { contract } from '../../../../contract/index.ts'
import { statesReader } from '../../../../contract/readers/clinic-readers.ts'
import {
  patientInFullReader,
  patientTagsReader,
  type ReadPatient,
  type ReadPatientInFull,
} from '../../../../contract/readers/patient-readers.ts'
import { anyAnswer } from '../../../../contract/readers/reading.ts'
import type { Id } from '../../../../contract/values.ts'
import { addressParts } from '../../../../shared/desk/limits.ts'
import type { PatientAddress, patientOperations } from '../../../../shared/desk/patients.ts'
import { err, mapOk, ok } from '../../../../shared/result.ts'
import { readPatient } from '../../../intake/resources/patients.ts'
import { keepRead } from '../../../intake/resources/site.ts'
import { onRecord, onRefusal, prepare, type DeskWork, type Handlers } from '../../feature.ts'
import { isSameName, nameOf } from '../../../intake/resources/same-person.ts'
import { shownPhone } from '../../phone.ts'
import { createPatients, hasValues, patientValues } from './create-patient.ts'
import { createFindPatients, foundPatientOf } from './find-patients.ts'
import { createChartGuard, createIdentifierSearches, kindsOf } from './open-chart.ts'

const { patients } = contract.partner
const { stateProvinces, patients: developer } = contract.developer

/** Serves the search for patients, their records, and the way into their charts. */
export function servePatients(work: DeskWork): Handlers<typeof patientOperations> {
  const finding = createFindPatients(work)
  const chartOf = createCharts(work)
  const guard = createChartGuard(work, finding)
  const searches = createIdentifierSearches(work)
  const create = createPatients(work, finding)
  const { accountId } = work.place
  return {
    findPatients({ search, more }) {
      if (more !== undefined) {
        const next = finding.more(more)
        return next && prepare({}, next)
      }
      if (!searches.mayLook(search)) return onRefusal({ kind: 'tooManySearches' })
      return { ...prepare({}, () => finding.find(search)), searchedBy: kindsOf(search) }
    },
    patientChart: ({ chart }) => onRecord(work, 'chart', chart, chartOf),
    openChart: ({ patient, identifiers }) =>
      onRecord(work, 'patient', patient, (id) => guard.open(id, identifiers)),
    openChartOfAppointment: ({ appointment, identifiers }) =>
      onRecord(work, 'appointment', appointment, (id) => guard.openOfAppointment(id, identifiers)),
    createPatient: ({ draft, isAnother }) =>
      // It tells who was born on that day.
      searches.mayLook({ birthDate: draft.birthDate })
        ? prepare({}, () => create(draft, isAnother))
        : onRefusal({ kind: 'tooManySearches' }),
    changePatient: ({ chart, patch }) =>
      onRecord(work, 'chart', chart, async (patientId) => {
        const values = patientValues(patch, work)
        if (!values.ok) return err({ kind: 'badPatient', field: values.error })
        const input = { params: { accountId, patientId }, body: values.value }
        const sent = await work.read(patients.update, anyAnswer, input)
        const after = await readPatient(work, patientId)
        if (after.ok && hasValues(after.value, values.value)) return ok(null)
        if (!sent.ok) return sent
        return after.ok ? err({ kind: 'refusedByService' }) : after
      }),
    /** Closes their chart. Done, too, where they are not in the account any more. */
    removePatient: ({ chart }) =>
      onRecord(work, 'chart', chart, async (patientId) => {
        const input = { params: { accountId, patientId } }
        const sent = await work.read(patients.delete, anyAnswer, input)
        if (!sent.ok && sent.error.kind !== 'notFound') {
          const after = await readPatient(work, patientId)
          if (after.ok || after.error.kind !== 'notFound') return sent
        }
        work.references.forget('chart', patientId)
        return ok(null)
      }),
  }
}

/** Creates the reader of charts: a record of both interfaces, with the names of its address. */
export function createCharts(work: DeskWork) {
  const { read, place, references } = work
  const region = place.phoneRegion ?? 'US'
  const provinces = keepRead(work.now, Infinity, async () =>
    mapOk(
      await read(stateProvinces.list, statesReader, {}),
      (all) => new Map(all.map((each) => [each.shortName, each.name])),
    ),
  )

  async function addressLines({ address }: ReadPatientInFull): Promise<string[] | null> {
    if (!address) return null
    const { address1, city, postalCode, stateProvince, fullAddress } = address
    if (address1 === null && city === null) return fullAddress === null ? null : [fullAddress]
    const names = stateProvince === null ? undefined : await provinces()
    const province = (names?.ok && names.value.get(stateProvince ?? '')) || stateProvince
    const area = [province, postalCode].filter((part) => part !== null).join(' ')
    const lines = [address1, [city, area].filter(Boolean).join(', ')]
    return lines.filter((line) => line !== null && line !== '') as string[]
  }

  return async (patientId: Id) => {
    const reader = patientInFullReader(patientId)
    const [record, beside] = await Promise.all([
      readPatient(work, patientId),
      read(developer.get, reader, { params: { patient_id: patientId } }),
    ])
    if (!record.ok) return record
    // The developer interface states address and family; an id of its own would be somebody else's.
    const isSame = beside.ok && isSamePerson(record.value, beside.value)
    const tags = isSame
      ? await read(developer.listTags, patientTagsReader, { query: { patientId } })
      : undefined
    const full = isSame ? beside.value : record.value
    const { firstName, lastName, dateOfBirth, phone, email, active } = record.value
    const found = (people: readonly ReadPatient[]) =>
      people.map((each) => foundPatientOf(references, each))
    return ok({
      firstName,
      lastName,
      name: nameOf(record.value),
      birthDate: dateOfBirth,
      phone: phone === null ? null : shownPhone(phone, region),
      email,
      isActive: active,
      homeAddress: full.homeAddress && partsOf(full.homeAddress),
      address: await addressLines(full),
      parents: found(full.parents),
      children: found(full.children),
      practitioners: [...full.practitioners],
      tags: tags?.ok ? [...tags.value] : null,
    })
  }
}

const partsOf = (address: Readonly<Record<keyof PatientAddress, string | null>>) =>
  Object.fromEntries(addressParts.map((part) => [part, address[part] ?? ''])) as PatientAddress

const isSamePerson = (one: ReadPatient, other: ReadPatient) =>
  one.dateOfBirth !== null && one.dateOfBirth === other.dateOfBirth && isSameName(one, other)
