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
  onChart,
  refuse,
  settle,
  type DeskWork,
  type Handlers,
  type Reply,
} from '../feature.ts'
import { isFullName, isSameEmail, isSamePhone, nameOf } from '../../intake/resources/same-person.ts'
import { parsePhone } from '../phone.ts'
import { createOwnedRecords } from '../records.ts'

const { remoteCareConversions } = contract.partner

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
  const owned = createOwnedRecords(work)
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
    conversion: owned.of('conversion', id, chart),
    number: String(id),
    state,
    services: [...services],
  })

  async function list(chart: Reference, patientId: Id): Reply<DeskConversion[]> {
    const rows: DeskConversion[] = []
    for (const id of knownOf(patientId)) {
      const record = await read(id)
      if (!record.ok && record.error.kind !== 'notFound') return refuse(record.error)
      if (record.ok) rows.push(rowOf(chart, record.value))
      else forget(patientId, id)
    }
    return ok(rows)
  }

  async function start(
    patientId: Id,
    services: readonly string[],
  ): Reply<{ outcome: 'started' | 'inDoubt' }> {
    const patient = await readPatient(work, patientId)
    if (!patient.ok) return refuse(patient.error)
    const person = asSent(patient.value, work.place.phoneRegion)
    const input = { params: here, body: { patient: person, selectedServices: [...services] } }
    const made = await work.read(remoteCareConversions.create, conversionReader(), input)
    if (!made.ok) return isNotDone(made.error) ? refuse(made.error) : ok({ outcome: 'inDoubt' })
    remember(patientId, made.value.id)
    return ok({ outcome: 'started' })
  }

  async function open(patientId: Id, number: string): Reply<null> {
    const [patient, record] = await Promise.all([readPatient(work, patientId), read(number)])
    if (!patient.ok) return refuse(patient.error)
    if (!record.ok) return refuse(record.error)
    if (!isOfPatient(record.value, patient.value)) return err({ kind: 'refusedByService' })
    remember(patientId, record.value.id)
    return ok(null)
  }

  async function change(id: Id, services: readonly string[]): Reply<null> {
    const input = { params: { ...here, id }, body: { selectedServices: [...services] } }
    const sent = await work.read(remoteCareConversions.update, conversionReader(id), input)
    const look = () => read(id)
    return settle(sent, look, (record) => hasSameNames(record.services, services))
  }

  return {
    remoteCare: ({ chart }) => onChart(work, chart, (patientId) => list(chart, patientId)),
    startRemoteCare: ({ chart, services }) =>
      onChart(work, chart, (patientId) => start(patientId, services)),
    openRemoteCare: ({ chart, number }) =>
      onChart(work, chart, (patientId) => open(patientId, number)),
    changeRemoteCare({ chart, conversion: reference, services }) {
      const asked = { chart, kind: 'conversion', record: 'conversionId', reference }
      return owned.on(asked, (_, id) => change(id, services))
    },
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
