import { contract } from '../../../../contract/index.ts'
import type { Input } from '../../../../contract/operation.ts'
import { outboxReaders } from '../../../../contract/readers/outbox-readers.ts'
import { packetReader, type ReadPacketInFull } from '../../../../contract/readers/packet.ts'
import type { ReadPatient } from '../../../../contract/readers/patient-readers.ts'
import { sameId, type Id } from '../../../../contract/values.ts'
import type { IntakePerson } from '../../../../shared/intake-person.ts'
import { err, ok } from '../../../../shared/result.ts'
import type { IntakeClient } from '../../../intake/client/client.ts'
import { isRefusal } from '../../../intake/http/refusal.ts'
import type { CheckInPlace } from '../../../intake/place.ts'
import { listPackets } from '../../../intake/resources/packets.ts'
import { inFull, patientPages } from '../../../intake/resources/patients.ts'
import { paramsOf, readAllPages, type Read, type Site } from '../../../intake/resources/site.ts'
import { isSameName } from '../../../intake/resources/same-person.ts'
import type { Prefill } from './answers.ts'

export interface NewPacket {
  readonly patientId: Id
  readonly templateIds: readonly Id[]
  /** Initial values of fields; they override the patient's record. */
  readonly prefill: Prefill
}

/** Stands in for the status of a refusal that the service never saw. */
const notSent = 400
const paging = { maxPages: 50 } as const
const { patients, formPackets, formTemplates } = contract.partner

interface Connected {
  readonly client: Pick<IntakeClient, 'readUntil'>
  readonly place: Omit<CheckInPlace, 'defaultTemplateGroupId'>
}

export type IntakeDelivery = ReturnType<typeof createIntakeDelivery>

/** Delivers over the connection that holds at each call. Throws where there is none. */
export function createIntakeDelivery(connected: () => Connected | undefined) {
  function siteFor(signal: AbortSignal): Site & Connected {
    const connection = connected()
    if (!connection) throw new Error('there is no connection now')
    const call = connection.client.readUntil(signal)
    return {
      ...connection,
      async read(operation, reader, input) {
        try {
          return await call(operation, reader, input)
        } catch (error) {
          if (!(error instanceof TypeError)) throw error
          // The contract does not allow what a patient typed, such as an address that is none: nothing was sent.
          return err({ operation: operation.id, attempts: 0, kind: 'rejected', status: notSent })
        }
      },
    }
  }
  const ofPacket = (site: Site, formPacketId: Id) => ({
    params: { ...paramsOf(site), formPacketId },
  })

  return {
    /** Also inactive ones; the caller judges whether they agree. */
    async searchPatients(person: IntakePerson, signal: AbortSignal): Read<readonly ReadPatient[]> {
      const { firstName, lastName, email, dateOfBirth } = person
      const site = siteFor(signal)
      const isUnsure = (row: ReadPatient) => row.dateOfBirth === null && isSameName(person, row)
      const found: ReadPatient[] = []
      const filters = [
        { name: `${firstName} ${lastName}` },
        ...(email === null ? [] : [{ email }]),
        { name: lastName },
      ]
      for (const filter of filters) {
        const rows = await readAllPages(patientPages(site, filter, paging, outboxReaders.patients))
        if (!rows.ok) return rows
        const full = await inFull(site, rows.value, isUnsure)
        if (!full.ok) return full
        found.push(...full.value)
        // Search more widely only if no row has the person's name.
        if (full.value.some((row) => isSameName(person, row) && row.dateOfBirth === dateOfBirth))
          break
      }
      return ok(found)
    },

    /** Null where the answer does not name the new patient. */
    createPatient(person: IntakePerson, signal: AbortSignal): Read<Id | null> {
      const { firstName, lastName, dateOfBirth, phone, email } = person
      const body = {
        firstName,
        lastName,
        dateOfBirth,
        ...(phone !== null && { mobilePhone: phone }),
        ...(email !== null && { email }),
      }
      const reader = outboxReaders.createdPatient(dateOfBirth)
      const { place, read } = siteFor(signal)
      return read(patients.create, reader, { params: { accountId: place.accountId }, body })
    },

    async packetsOf(patientId: Id, signal: AbortSignal): Read<readonly ReadPacketInFull[]> {
      const site = siteFor(signal)
      const open = await listPackets(site, outboxReaders.packets, { patientId })
      if (!open.ok) return open
      const filter = { patientId, archived: true }
      const archived = await listPackets(site, outboxReaders.packets, filter)
      // If the service cannot list archived patients, there are none to tell apart.
      if (!archived.ok && !isRefusal(archived.error)) return archived
      const all = [...open.value, ...(archived.ok ? archived.value : [])]
      const isTrusted = site.place.lists?.trustPatientFilter === true
      // Of this patient, or one that does not say whose it is.
      return ok(
        all.flatMap((row): ReadPacketInFull[] => {
          if (row.patientId === undefined) return [isTrusted ? { ...row, patientId } : row]
          return sameId(row.patientId, patientId) ? [row] : []
        }),
      )
    },

    createPacket(packet: NewPacket, signal: AbortSignal): Read<ReadPacketInFull | null> {
      const { patientId, templateIds, prefill } = packet
      const body = {
        patientId,
        formTemplateIds: [...templateIds],
        prefill: prefill as Input<typeof formPackets.create>['body']['prefill'],
      }
      const site = siteFor(signal)
      const input = { params: paramsOf(site), body }
      return site.read(formPackets.create, outboxReaders.createdPacket, input)
    },

    /** Fills empty fields alone; repeating it has no further effect. */
    prefill(packetId: Id, values: Prefill, signal: AbortSignal): Read<readonly string[]> {
      const body = { ...values } as Input<typeof formPackets.prefill>['body']
      const site = siteFor(signal)
      const input = { ...ofPacket(site, packetId), body }
      return site.read(formPackets.prefill, outboxReaders.prefilled, input)
    },

    readPacket(packetId: Id, signal: AbortSignal): Read<ReadPacketInFull> {
      const site = siteFor(signal)
      return site.read(formPackets.get, packetReader(packetId), ofPacket(site, packetId))
    },

    async isTemplateThere(formTemplateId: Id, signal: AbortSignal): Read<boolean> {
      const site = siteFor(signal)
      const input = { params: { ...paramsOf(site), formTemplateId } }
      const read = await site.read(formTemplates.get, outboxReaders.template, input)
      return !read.ok && read.error.kind === 'notFound' ? ok(false) : read
    },
  }
}
