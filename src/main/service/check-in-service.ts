import { contract } from '../../contract/index.ts'
import type { Operation } from '../../contract/operation.ts'
import { sameId, type Id } from '../../contract/values.ts'
import type { Channel } from '../../shared/ipc.ts'
import { isHttpsOrLoopback } from '../../shared/loopback.ts'
import { err, mapOk, ok, type Result } from '../../shared/result.ts'
import type { CheckInService, Proof } from '../visit/service-port.ts'
import { parseServiceDate } from './service-date.ts'
import type { IntakeClient } from './client/client.ts'
import { unreadable, type Failure, type ServiceError } from './http/errors.ts'
import { isCompleted, isOf, isOpen, soonestDueFirst, summaryOf } from './packets.ts'
import { readAllPages } from './client/pages.ts'

/** Where this kiosk stands, and what it hands out there. */
export interface CheckInPlace {
  readonly accountId: Id
  readonly locationId: Id
  readonly defaultTemplateGroupId: Id | null
}

const operations = contract.partner
const methods = { sms: 'SMS', email: 'EMAIL', both: 'BOTH' } as const
const results = {
  VERIFIED: 'verified',
  INCORRECT: 'incorrect',
  EXPIRED: 'expired',
  LOCKED: 'locked',
} as const
const pageSize = 100
const maxPages = 200

/**
 * The intake service as the visit uses it, over the typed client. Without a default template group
 * `createPacket` and `publicLink` come back as `notFound`, and nothing is sent.
 */
export function createCheckInService(
  { partner }: Pick<IntakeClient, 'partner'>,
  place: CheckInPlace,
): CheckInService {
  const { accountId, locationId } = place
  const here = { accountId, locationId }
  const ofProof = ({ id, token }: Proof) => ({
    params: { accountId, id },
    headers: { 'x-identity-proof-token': token },
  })

  return {
    async createProof(channels, signal) {
      const body = { verificationMethod: methods[channels] }
      const created = await partner.identityProof.create(
        { params: { accountId }, body },
        { signal },
      )
      return mapOk(created, ({ id, token }) => ({ id, token }))
    },

    async sendCode(proof, channel, contact, signal) {
      const body = sendBody(channel, contact)
      return mapOk(
        await partner.identityProof.send({ ...ofProof(proof), body }, { signal }),
        () => null,
      )
    },

    async verifyCode(proof, channel, code, signal) {
      const body = { method: methods[channel], code }
      const verified = await partner.identityProof.verify({ ...ofProof(proof), body }, { signal })
      return mapOk(verified, ({ result }) => results[result])
    },

    async isProved(proof, signal) {
      return mapOk(
        await partner.identityProof.get(ofProof(proof), { signal }),
        (status) =>
          status.methods.length > 0 &&
          status.methods.every((method) => method.status.toUpperCase() === 'VERIFIED'),
      )
    },

    async matchPatient(proof, signal) {
      const matched = await partner.identityProof.getPatient(ofProof(proof), { signal })
      return mapOk(matched, ({ patientId }) => patientId)
    },

    async dateOfBirth(patientId, signal) {
      const params = { accountId, patientId }
      const patient = await partner.patients.get({ params }, { signal })
      if (!patient.ok) return patient
      const { id, dateOfBirth } = patient.value
      if (!sameId(id, patientId)) return fail(operations.patients.get, otherRecord)
      if (!dateOfBirth) return ok(null)
      const date = parseServiceDate(dateOfBirth)
      return date ? ok(date) : fail(operations.patients.get, unreadable('a date in another format'))
    },

    async openPackets(patientId, signal) {
      const query = { patientId, limit: pageSize }
      const pages = partner.formPackets.list.pages({ params: here, query }, { signal, maxPages })
      const packets = await readAllPages(pages)
      return mapOk(packets, (all) =>
        all
          .filter((packet) => isOf(packet, patientId, locationId) && isOpen(packet))
          .map(summaryOf)
          .sort(soonestDueFirst),
      )
    },

    async createPacket(patientId, signal) {
      const formTemplateGroupId = place.defaultTemplateGroupId
      if (formTemplateGroupId === null) return fail(operations.formPackets.create, noGroup, 0)
      const body = { patientId, formTemplateGroupId }
      return mapOk(await partner.formPackets.create({ params: here, body }, { signal }), summaryOf)
    },

    async completionUrl(formPacketId, signal) {
      const params = { ...here, formPacketId }
      const answer = await partner.formPackets.getUrl({ params }, { signal })
      return answer.ok ? readUrl(operations.formPackets.getUrl, answer.value.url) : answer
    },

    async isCompleted(formPacketId, signal) {
      const params = { ...here, formPacketId }
      return mapOk(await partner.formPackets.get({ params }, { signal }), isCompleted)
    },

    async publicLink(signal) {
      const operation = operations.formTemplateGroups.getForLocation
      const groupId = place.defaultTemplateGroupId
      if (groupId === null) return fail(operation, noGroup, 0)
      const params = { ...here, groupId }
      const group = await partner.formTemplateGroups.getForLocation({ params }, { signal })
      return group.ok ? readUrl(operation, group.value.staticLink) : group
    },
  }
}

const otherRecord = unreadable('another record than was asked for')
const noGroup: Failure = { kind: 'notFound' }

function sendBody(channel: Channel, contact: string) {
  return channel === 'sms'
    ? { method: 'SMS' as const, phone: contact }
    : { method: 'EMAIL' as const, email: contact }
}

function readUrl(
  operation: Operation,
  address: string | null | undefined,
): Result<string, ServiceError> {
  const url = URL.parse(address ?? '')
  return url && isHttpsOrLoopback(url)
    ? ok(url.href)
    : fail(operation, unreadable('no https address'))
}

function fail(
  { id }: Operation,
  failure: Failure,
  attempts = 1,
): { readonly ok: false; readonly error: ServiceError } {
  return err({ operation: id, attempts, ...failure })
}
