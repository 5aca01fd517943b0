import { contract } from '../../../contract/index.ts'
import { patientInFullReader } from '../../../contract/readers/patient-readers.ts'
import type { ReadPatient } from '../../../contract/readers/read-types.ts'
import {
  conversionReader,
  type ReadConversion,
} from '../../../contract/readers/remote-care-readers.ts'
import { sameId, type Id } from '../../../contract/values.ts'
import type { DeskRefusal } from '../../../shared/desk/messages.ts'
import type {
  DeskConversion,
  remoteCareOperations,
} from '../../../shared/desk/operations/remote-care.ts'
import { err, ok, type Result } from '../../../shared/result.ts'
import { isRefusal } from '../../service/http/refusal.ts'
import { refusalOf } from '../failures.ts'
import { createOwnedRecords } from '../owned-records.ts'
import { isFullName, nameOf } from '../patients/person-name.ts'
import { isSamePhone, parsePhone } from '../patients/phone.ts'
import { onChart, type PlaceWork, type ReachedOperations } from '../place-work.ts'
import type { DeskWork } from '../work.ts'

const { patients, remoteCareConversions } = contract.partner

/** Whether a record is of a patient: the same name, no other birth date, and that date, phone or e-mail the same. */
function isOf(record: ReadConversion, patient: ReadPatient): boolean {
  const written = record.patient
  const name = written && nameOf(written)
  if (!name || !isFullName(name, patient)) return false
  const { dateOfBirth, phone, email } = written
  if (dateOfBirth !== null && patient.dateOfBirth !== null)
    return dateOfBirth === patient.dateOfBirth
  if (phone !== null && patient.phone !== null && isSamePhone(phone, patient.phone)) return true
  return email !== null && email.toLowerCase() === patient.email?.toLowerCase()
}

/** The records that follow a patient into remote care. The service lists none, so those of this session are remembered. */
export function remoteCarePlace(work: DeskWork): PlaceWork<typeof remoteCareOperations> {
  const { client, place, signal } = work
  const { accountId, locationId } = place
  const owned = createOwnedRecords(work, { kind: 'conversion', record: 'conversionId' })
  /** By patient, the newest first. */
  const known = new Map<string, readonly Id[]>()
  const knownOf = (patientId: Id) => known.get(String(patientId)) ?? []
  const remember = (patientId: Id, id: Id) => {
    const others = knownOf(patientId).filter((each) => !sameId(each, id))
    known.set(String(patientId), [id, ...others])
  }

  const forget = (patientId: Id, id: Id) => {
    const others = knownOf(patientId).filter((each) => !sameId(each, id))
    known.set(String(patientId), others)
  }

  const read = (id: Id) => {
    const params = { accountId, locationId, id }
    return client.read(remoteCareConversions.get, conversionReader(id), { params }, { signal })
  }
  const readPatient = (patientId: Id) => {
    const params = { accountId, patientId }
    return client.read(patients.get, patientInFullReader(patientId), { params }, { signal })
  }
  const shown = (
    patientId: Id,
    { id, state, services, attempts }: ReadConversion,
  ): DeskConversion => ({
    ...{ conversion: owned.of(patientId, id), number: String(id) },
    ...{ state, services: [...services], attempts },
  })

  async function list(patientId: Id): Promise<Result<DeskConversion[], DeskRefusal>> {
    const rows: DeskConversion[] = []
    for (const id of knownOf(patientId)) {
      const record = await read(id)
      if (!record.ok && record.error.kind === 'notFound') {
        forget(patientId, id)
        continue
      }
      if (!record.ok) return err(refusalOf(record.error))
      rows.push(shown(patientId, record.value))
    }
    return ok(rows)
  }

  async function start(
    patientId: Id,
    services: readonly string[],
  ): Promise<Result<{ outcome: 'started' | 'inDoubt' }, DeskRefusal>> {
    const patient = await readPatient(patientId)
    if (!patient.ok) return err(refusalOf(patient.error))
    const input = {
      params: { accountId, locationId },
      body: { patient: whoIs(patient.value, place.phoneRegion), selectedServices: [...services] },
    }
    const { create } = remoteCareConversions
    const made = await client.read(create, conversionReader(), input, { signal })
    if (made.ok) {
      remember(patientId, made.value.id)
      return ok({ outcome: 'started' })
    }
    // Refused, or never sent: there was no access to ask with.
    if (isRefusal(made.error) || made.error.stage === 'token') return err(refusalOf(made.error))
    return ok({ outcome: 'inDoubt' })
  }

  async function open(patientId: Id, number: string): Promise<Result<null, DeskRefusal>> {
    const [patient, record] = await Promise.all([readPatient(patientId), read(number)])
    if (!patient.ok) return err(refusalOf(patient.error))
    if (!record.ok) return err(refusalOf(record.error))
    if (!isOf(record.value, patient.value)) return err({ kind: 'refusedByService' })
    remember(patientId, record.value.id)
    return ok(null)
  }

  /** Gives a record these services, and looks afterwards where the answer does not say that it has them. */
  async function change(id: Id, services: readonly string[]): Promise<Result<null, DeskRefusal>> {
    const input = {
      params: { accountId, locationId, id },
      body: { selectedServices: [...services] },
    }
    const reader = conversionReader(id)
    const changed = await client.read(remoteCareConversions.update, reader, input, { signal })
    const inOrder = (each: readonly string[]) => JSON.stringify([...new Set(each)].toSorted())
    const has = (record: ReadConversion) => inOrder(record.services) === inOrder(services)
    if (changed.ok && has(changed.value)) return ok(null)
    if (!changed.ok && isRefusal(changed.error)) return err(refusalOf(changed.error))
    const after = await read(id)
    if (after.ok && has(after.value)) return ok(null)
    return err(changed.ok ? { kind: 'refusedByService' } : refusalOf(changed.error))
  }

  return {
    queries: { remoteCare: ({ chart }) => onChart(work, chart, list) },
    commands: {
      startRemoteCare: ({ chart, services }) =>
        onChart(work, chart, (patientId) => start(patientId, services)),
      openRemoteCare: ({ chart, number }) =>
        onChart(work, chart, (patientId) => open(patientId, number)),
      changeRemoteCare: ({ chart, conversion, services }) =>
        owned.on({ chart, reference: conversion }, (_, id) => change(id, services)),
    },
  }
}

/** What the record begins with: what the patient's own says. */
function whoIs({ firstName, lastName, email, phone, dateOfBirth }: ReadPatient, region = 'US') {
  const mobilePhone = phone === null ? undefined : parsePhone(phone, region)
  return {
    ...(firstName !== null && { firstName }),
    ...(lastName !== null && { lastName }),
    ...(email !== null && { email }),
    ...(mobilePhone !== undefined && { mobilePhone }),
    ...(dateOfBirth !== null && { dateOfBirth }),
  }
}

/** What remote care asks the service for. */
export const remoteCareReached: ReachedOperations<typeof remoteCareOperations> = {
  remoteCare: [remoteCareConversions.get],
  startRemoteCare: [patients.get, remoteCareConversions.create],
  openRemoteCare: [patients.get, remoteCareConversions.get],
  changeRemoteCare: [remoteCareConversions.update, remoteCareConversions.get],
}
