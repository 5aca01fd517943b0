import { contract } from '../../../contract/index.ts'
import {
  type ReadPatient,
  conversionReader,
  type ReadConversion,
} from '../../../contract/readers/patient-readers.ts'
import { sameId, type Id } from '../../../contract/values.ts'
import type { DeskConversion, remoteCareOperations } from '../../../shared/desk/remote-care.ts'
import type { Reference } from '../../../shared/desk/references.ts'
import { err, ok } from '../../../shared/result.ts'
import { readPatient } from '../../intake/resources/patients.ts'
import { paramsOf } from '../../intake/resources/site.ts'
import {
  hasSameNames,
  isNotDone,
  onPart,
  onRecord,
  settle,
  type Answer,
  type DeskWork,
  type Handlers,
} from '../feature.ts'
import { isFullName, isSameEmail, isSamePhone, nameOf } from '../../intake/resources/same-person.ts'
import { parsePhone } from '../phone.ts'

const { remoteCareConversions } = contract.partner

type Started = Answer<{ outcome: 'started' | 'inDoubt' }>

/** The same name, no other birth date, and that date, phone or e-mail the same. */
function isOfPatient({ patient: written }: ReadConversion, patient: ReadPatient): boolean {
  const name = written && nameOf(written)
  if (!name || !isFullName(name, patient)) return false
  const { dateOfBirth, phone, email } = written
  if (dateOfBirth !== null && patient.dateOfBirth !== null)
    return dateOfBirth === patient.dateOfBirth
  return isSamePhone(phone, patient.phone) || isSameEmail(email, patient.email)
}

/** Serves the records that follow a patient into remote care: those of this session, as the service lists none. */
export function serveRemoteCare(work: DeskWork): Handlers<typeof remoteCareOperations> {
  const here = paramsOf(work)
  /** By patient, the newest first. */
  const known = new Map<string, readonly Id[]>()
  const knownOf = (patientId: Id) => known.get(String(patientId)) ?? []
  const forget = (patientId: Id, id: Id) => {
    const others = knownOf(patientId).filter((each) => !sameId(each, id))
    known.set(String(patientId), others)
    return others
  }
  const remember = (patientId: Id, id: Id) =>
    known.set(String(patientId), [id, ...forget(patientId, id)])

  const read = (id: Id) =>
    work.read(remoteCareConversions.get, conversionReader(id), { params: { ...here, id } })

  const rowOf = (chart: Reference, { id, state, services }: ReadConversion): DeskConversion => ({
    conversion: work.references.of('conversion', id, chart),
    number: String(id),
    state,
    services: [...services],
  })

  return {
    remoteCare: ({ chart }) =>
      onRecord(work, 'chart', chart, async (patientId) => {
        const rows: DeskConversion[] = []
        for (const id of knownOf(patientId)) {
          const record = await read(id)
          if (!record.ok && record.error.kind !== 'notFound') return record
          if (record.ok) rows.push(rowOf(chart, record.value))
          else forget(patientId, id)
        }
        return ok(rows)
      }),
    startRemoteCare: ({ chart, services }) =>
      onRecord(work, 'chart', chart, async (patientId): Started => {
        const patient = await readPatient(work, patientId)
        if (!patient.ok) return patient
        const person = asSent(patient.value, work.place.phoneRegion)
        const input = { params: here, body: { patient: person, selectedServices: [...services] } }
        const made = await work.read(remoteCareConversions.create, conversionReader(), input)
        if (!made.ok) return isNotDone(made.error) ? made : ok({ outcome: 'inDoubt' })
        remember(patientId, made.value.id)
        return ok({ outcome: 'started' })
      }),
    openRemoteCare: ({ chart, number }) =>
      onRecord(work, 'chart', chart, async (patientId) => {
        const [patient, record] = await Promise.all([readPatient(work, patientId), read(number)])
        if (!patient.ok) return patient
        if (!record.ok) return record
        if (!isOfPatient(record.value, patient.value)) return err({ kind: 'refusedByService' })
        remember(patientId, record.value.id)
        return ok(null)
      }),
    changeRemoteCare: ({ chart, conversion, services }) =>
      onPart(work, chart, 'conversion', conversion, async (_, id) => {
        const input = { params: { ...here, id }, body: { selectedServices: [...services] } }
        const sent = await work.read(remoteCareConversions.update, conversionReader(id), input)
        const look = () => read(id)
        return settle(sent, look, (record) => hasSameNames(record.services, services))
      }),
  }
}

function asSent({ firstName, lastName, email, phone, dateOfBirth }: ReadPatient, region = 'US') {
  const mobilePhone = phone === null ? undefined : parsePhone(phone, region)
  return {
    ...(firstName !== null && { firstName }),
    ...(lastName !== null && { lastName }),
    ...(email !== null && { email }),
    ...(mobilePhone !== undefined && { mobilePhone }),
    ...(dateOfBirth !== null && { dateOfBirth }),
  }
}
