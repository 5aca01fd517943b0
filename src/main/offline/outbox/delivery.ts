import { contract } from '../../../contract/index.ts'
import type { Input } from '../../../contract/operation.ts'
import { outboxReaders } from '../../../contract/readers/outbox-readers.ts'
import type { ReadPatient } from '../../../contract/readers/read-types.ts'
import type { Id } from '../../../contract/values.ts'
import { err, mapOk, ok } from '../../../shared/result.ts'
import type { Arguments, CallOptions } from '../../service/client/call-types.ts'
import type { IntakeClient } from '../../service/client/client.ts'
import { isRefusal } from '../../service/http/refusal.ts'
import type { CheckInPlace } from '../../service/place.ts'
import { createLists, ownedBy, type Call } from './delivery-lists.ts'
import { isSameName } from './person-match.ts'
import type { IntakeDelivery } from './ports.ts'

/** Stands in for the status of a refusal that the service never saw. */
const notSent = 400
const { patients, formPackets, formTemplates } = contract.partner

/** The intake service as the outbox uses it, over the typed client. */
export function createIntakeDelivery(
  client: Pick<IntakeClient, 'read'>,
  { accountId, locationId, lists }: Omit<CheckInPlace, 'defaultTemplateGroupId'>,
): IntakeDelivery {
  const here = { accountId, locationId }

  const call: Call = async (operation, reader, input, signal) => {
    const given = [input, { signal }] as unknown as Arguments<typeof operation, CallOptions>
    try {
      return await client.read(operation, reader, ...given)
    } catch (error) {
      if (!(error instanceof TypeError)) throw error
      // The contract does not allow what a patient typed, such as an address that is none: nothing was sent.
      return err({ operation: operation.id, attempts: 0, kind: 'rejected', status: notSent })
    }
  }
  const { patientRows, inFull, packetRows } = createLists(call, here)
  const ofPacket = (formPacketId: Id) => ({ params: { ...here, formPacketId } })

  return {
    async searchPatients(person, signal) {
      const { firstName, lastName, email, dateOfBirth } = person
      const found: ReadPatient[] = []
      const filters = [
        { name: `${firstName} ${lastName}` },
        ...(email === null ? [] : [{ email }]),
        { name: lastName },
      ]
      for (const filter of filters) {
        const rows = await patientRows(filter, signal)
        if (!rows.ok) return rows
        const full = await inFull(rows.value, person, signal)
        if (!full.ok) return full
        found.push(...full.value)
        // Wider searches are for those who are not there by their name.
        if (full.value.some((row) => isSameName(person, row) && row.dateOfBirth === dateOfBirth))
          break
      }
      return ok(found)
    },

    createPatient({ firstName, lastName, dateOfBirth, phone, email }, signal) {
      const body = {
        ...{ firstName, lastName, dateOfBirth },
        ...(phone !== null && { mobilePhone: phone }),
        ...(email !== null && { email }),
      }
      const reader = outboxReaders.createdPatient.read(dateOfBirth)
      return call(patients.create, reader, { params: { accountId }, body }, signal)
    },

    async packetsOf(patientId, signal) {
      const open = await packetRows(patientId, false, signal)
      if (!open.ok) return open
      const archived = await packetRows(patientId, true, signal)
      // A service that cannot be asked for them has none that could be told apart.
      if (!archived.ok && !isRefusal(archived.error)) return archived
      const all = [...open.value, ...(archived.ok ? archived.value : [])]
      return ok(all.flatMap((row) => ownedBy(row, patientId, lists?.trustPatientFilter === true)))
    },

    createPacket({ patientId, templateIds, prefill }, signal) {
      const input = {
        params: here,
        body: {
          ...{ patientId, formTemplateIds: [...templateIds] },
          prefill: prefill as Input<typeof formPackets.create>['body']['prefill'],
        },
      }
      return call(formPackets.create, outboxReaders.createdPacket.read(), input, signal)
    },

    prefill(packetId, values, signal) {
      const input = {
        ...ofPacket(packetId),
        body: { ...values } as Input<typeof formPackets.prefill>['body'],
      }
      return call(formPackets.prefill, outboxReaders.prefilled.read(), input, signal)
    },

    readPacket(packetId, signal) {
      const reader = outboxReaders.packet.read(packetId)
      return call(formPackets.get, reader, ofPacket(packetId), signal)
    },

    async isTemplateThere(formTemplateId, signal) {
      const input = { params: { ...here, formTemplateId } }
      const read = await call(formTemplates.get, outboxReaders.template.read(), input, signal)
      if (!read.ok && read.error.kind === 'notFound') return ok(false)
      return mapOk(read, (isActive) => isActive)
    },
  }
}
