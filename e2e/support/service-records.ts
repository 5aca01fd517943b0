import type { Sandbox } from '../../sandbox/sandbox.ts'
import { locations, practitioners } from '../../sandbox/seeds/clinics.ts'
import { createIntakeClient } from '../../src/main/intake/client/client.ts'
import type { Result } from '../../src/shared/result.ts'
import { addressesAt } from '#harness/service/addresses-at.ts'

/** Records of the service, as anybody with its credentials reads them. */
export type ServiceRecords = ReturnType<typeof openRecords>

/** "Follow-up", which takes 20 minutes. */
const followUpId = 502
const slotMs = 20 * 60_000
const dayMs = 24 * 60 * 60_000

function valueOf<T>(result: Result<T, { readonly kind: string }>): T {
  if (!result.ok) throw new Error(`the service refuses a read: ${result.error.kind}`)
  return result.value
}

/** Reads the records of a sandbox by a client of its own, over HTTP. Each read throws where the service refuses it. */
export function openRecords(sandbox: Sandbox) {
  const { apiUrl, credentials, accountId, locationIds } = sandbox
  const client = createIntakeClient({
    ...addressesAt(apiUrl),
    credentials: { partner: () => credentials.partner, developer: () => credentials.developer },
  })
  const { partner, developer } = client
  const ours = practitioners.filter((each) => each.accountId === accountId)
  const here = { accountId, locationId: locationIds[0] }
  return {
    async appointmentsOf(patientId: number): Promise<readonly string[]> {
      const { items } = valueOf(
        await partner.appointments.list({ params: here, query: { patientId } }),
      )
      return items.map(({ status }) => status ?? '')
    },
    /** Books the first follow-up visit at the first location from `from` (ms since 1970); returns its id. */
    async bookVisit(patientId: number, from: number) {
      for (let at = from; at < from + dayMs; at += slotMs)
        for (const { id: practitionerId } of ours) {
          const startAt = new Date(at).toISOString()
          const body = { patientId, practitionerId, appointmentTypeId: followUpId, startAt }
          const made = await partner.appointments.create({ params: here, body })
          // Somebody else is there at that time.
          if (!made.ok && made.error.kind === 'rejected') continue
          return Number(valueOf(made).id)
        }
      throw new Error('no practitioner is free')
    },
    /** Puts the first location into a time zone, as an administrator of the service may. */
    async changeTimeZone(timeZone: string) {
      const [first] = locations
      if (!first) throw new Error('there is no location')
      const { id, name, active, staffIds } = first
      const { address1, city, postalCode, stateProvince } = first.address
      const { id: stateId, name: state, shortName } = stateProvince
      const address = {
        address1,
        city,
        postalCode,
        stateProvince: { id: stateId, name: state, shortName },
      }
      const body = { id, name, timeZone, active, address, staffIds: [...staffIds] }
      valueOf(await developer.locations.update({ body }))
    },
    /** Gives a patient a packet of these forms, with answers by attribute; the value is its id. */
    async givePacket(
      patientId: number,
      formTemplateIds: number[],
      prefill: Record<string, string> = {},
    ) {
      const body = { patientId, formTemplateIds, prefill }
      return String(valueOf(await partner.formPackets.create({ params: here, body })).id)
    },
    close: () => client.close(),
  }
}
