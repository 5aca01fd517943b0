import { contract } from '../../contract/index.ts'
import type { Operation } from '../../contract/operation.ts'
import { packet as readPacket } from '../../contract/readers/packet.ts'
import type { ReadPacket } from '../../contract/readers/read-types.ts'
import { describeShape } from '../../contract/readers/reading.ts'
import { visitReaders } from '../../contract/readers/visit-readers.ts'
import { sameId, type Id } from '../../contract/values.ts'
import { isoDate } from '../../shared/calendar-date.ts'
import type { Channel } from '../../shared/ipc.ts'
import { isHttpsOrLoopback } from '../../shared/loopback.ts'
import { err, mapOk, ok, type Result } from '../../shared/result.ts'
import type { CheckInService, CodeWay, PacketSummary, Proof } from '../visit/service-port.ts'
import type { IntakeClient } from './client/client.ts'
import { eachPage, readAllPages } from './client/pages.ts'
import { unreadable, type Failure, type ServiceError } from './http/errors.ts'
import { createJudgedRead, type JudgedRead } from './fault-judge.ts'
import type { CheckInPlace } from './place.ts'
import { isRefusal, statusOf } from './http/refusal.ts'

const { identityProof, patients, formPackets, formTemplateGroups } = contract.partner
const methods = { sms: 'SMS', email: 'EMAIL', both: 'BOTH' } as const

/**
 * The intake service as the visit uses it, over the typed client; of each answer it reads what the visit needs and
 * nothing else. Without a default template group `createPacket` and `publicLink` come back as `notFound`, and nothing
 * is sent.
 */
export function createCheckInService(
  client: Pick<IntakeClient, 'read'>,
  place: CheckInPlace,
): CheckInService {
  const { accountId, locationId } = place
  const here = { accountId, locationId }
  const read = createJudgedRead(client, here)
  const packets = createPacketSource(read, place)
  const ofProof = ({ id, token }: Proof) => ({
    params: { accountId, id },
    headers: { 'x-identity-proof-token': token },
  })

  return {
    async createProof(channels, signal) {
      const input = { params: { accountId }, body: { verificationMethod: methods[channels] } }
      const created = await read(identityProof.create, visitReaders.newProof.read(), input, signal)
      const needed: readonly Channel[] = channels === 'both' ? ['sms', 'email'] : [channels]
      return mapOk(created, (proof) => ({ ...proof, channels: needed }))
    },

    async sendCode(proof, by, contact, signal) {
      const input = { ...ofProof(proof), body: sendBody(by, contact) }
      const answer = await read(identityProof.send, visitReaders.sentCode.read(), input, signal)
      return !answer.ok && isMisread(answer.error) ? ok(null) : answer
    },

    async verifyCode(proof, channel, code, signal) {
      const input = { ...ofProof(proof), body: { method: methods[channel], code } }
      const reader = visitReaders.codeVerdict.read(channel)
      return client.read(identityProof.verify, reader, input, { signal })
    },

    async proofStatus(proof, signal) {
      const reader = visitReaders.proofStatus.read(proof.channels)
      const known = await read(identityProof.get, reader, ofProof(proof), signal)
      const isGone = !known.ok && [404, 410].includes(statusOf(known.error) ?? 0)
      return isGone ? ok({ state: 'gone', verified: [] }) : known
    },

    async matchPatient(proof, signal) {
      const { getPatient } = identityProof
      const matched = await read(getPatient, visitReaders.match.read(), ofProof(proof), signal)
      if (!matched.ok) return matched
      if (matched.value.kind === 'one') return ok(matched.value.patientId)
      const kind = matched.value.kind === 'none' ? 'notFound' : 'conflictingMatches'
      return fail(getPatient, { kind })
    },

    async dateOfBirth(patientId, signal) {
      const reader = visitReaders.birthDate.read(patientId)
      const input = { params: { accountId, patientId } }
      const record = await read(patients.get, reader, input, signal)
      if (!record.ok) return record
      if (!record.value.isOfPatient) return fail(patients.get, otherRecord)
      return record.value.date === 'unreadable' ? fail(patients.get, noDate) : ok(record.value.date)
    },

    openPackets: (patientId, signal) => packets.open(patientId, signal),

    async createPacket(patientId, signal) {
      const formTemplateGroupId = place.defaultTemplateGroupId
      if (formTemplateGroupId === null) return fail(formPackets.create, noGroup, 0)
      const input = { params: here, body: { patientId, formTemplateGroupId } }
      const reader = visitReaders.createdPacket.read()
      const created = await read(formPackets.create, reader, input, signal)
      if (!created.ok) return created
      if (created.value) return ok(summaryOf(created.value))
      // It was created and not named: then it is the one that waits now.
      const waiting = await packets.open(patientId, signal)
      if (!waiting.ok) return waiting
      const [only, ...others] = waiting.value
      return only && others.length === 0 ? ok(only) : fail(formPackets.create, notNamed)
    },

    async completionUrl(formPacketId, signal) {
      const input = { params: { ...here, formPacketId } }
      const reader = visitReaders.completionUrl.read()
      return onlySafe(formPackets.getUrl, await read(formPackets.getUrl, reader, input, signal))
    },

    async packetProgress(formPacketId, signal) {
      const input = { params: { ...here, formPacketId } }
      const reader = visitReaders.packet.read(formPacketId)
      const asked = await read(formPackets.get, reader, input, signal)
      // What the clinic archived asks nothing of the patient any more.
      return mapOk(asked, ({ archived, completed, formsLeft }) => ({
        completed: archived || completed,
        formsLeft,
      }))
    },

    async publicLink(signal) {
      const operation = formTemplateGroups.getForLocation
      const groupId = place.defaultTemplateGroupId
      if (groupId === null) return fail(operation, noGroup, 0)
      const input = { params: { ...here, groupId } }
      const reader = visitReaders.publicLink.read()
      return onlySafe(operation, await read(operation, reader, input, signal))
    },
  }
}

const otherRecord = unreadable('another record than was asked for')
const noDate = unreadable('expected a date of birth, found one in another or an ambiguous format')
const notNamed = unreadable('expected the new form packet, found nothing that names it')
const noGroup: Failure = { kind: 'notFound' }

const isMisread = ({ kind }: ServiceError) => kind === 'unreadableAnswer'

function sendBody(by: CodeWay, contact: string) {
  if (by === 'email') return { method: 'EMAIL' as const, email: contact }
  return { method: by === 'voice' ? ('VOICE' as const) : ('SMS' as const), phone: contact }
}

/** The address, if a patient's data may be typed there. */
function onlySafe(
  operation: Operation,
  answer: Result<string, ServiceError>,
): Result<string, ServiceError> {
  if (!answer.ok) return answer
  const url = URL.parse(answer.value)
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

const pageSize = 100
const maxPages = 200
/** Rows without a patient of which the packets themselves are asked. */
const mostLookups = 20

type Answer<T> = Promise<Result<T, ServiceError>>

/** The form packets of a location. */
function createPacketSource(
  read: JudgedRead,
  { accountId, locationId, lists }: Pick<CheckInPlace, 'accountId' | 'locationId' | 'lists'>,
) {
  const here = { accountId, locationId }
  const trustsFilter = lists?.trustPatientFilter === true

  function rows(patientId: Id, signal: AbortSignal) {
    const reader = visitReaders.packets.read()
    const pages = eachPage(
      formPackets.list,
      (cursor) => {
        const query = { patientId, limit: pageSize, ...(cursor !== undefined && { cursor }) }
        return read(formPackets.list, reader, { params: here, query }, signal)
      },
      { maxPages },
    )
    return readAllPages(pages)
  }

  /** A row that does not say whose it is, by the packet's own word. */
  async function withPatient(row: ReadPacket, signal: AbortSignal): Answer<ReadPacket> {
    const input = { params: { ...here, formPacketId: row.id } }
    const asked = await read(formPackets.get, visitReaders.packet.read(row.id), input, signal)
    // One that cannot be asked for stays nobody's.
    if (!asked.ok) return isForGood(asked.error) ? ok(row) : asked
    return ok({ ...row, patientId: asked.value.patientId, name: row.name ?? asked.value.name })
  }

  async function withPatients(
    all: readonly ReadPacket[],
    signal: AbortSignal,
  ): Answer<readonly ReadPacket[]> {
    const owned: ReadPacket[] = []
    let lookups = 0
    for (const row of all) {
      if (row.patientId !== undefined || lookups === mostLookups) owned.push(row)
      else {
        lookups += 1
        const asked = await withPatient(row, signal)
        if (!asked.ok) return asked
        owned.push(asked.value)
      }
    }
    return ok(owned)
  }

  return {
    /**
     * The packets that wait for a patient here, soonest due first. None is taken that does not say itself whose it is:
     * that the list can be filtered is assumed, and a service that ignored the filter would open one patient's forms
     * to another. Only where the wire profile trusts the filter, a row without a patient is theirs. A list of which no
     * row is theirs, though some are open, is `unreadableAnswer` and never an empty one: their ids may be written in
     * another way.
     */
    async open(patientId: Id, signal: AbortSignal): Answer<readonly PacketSummary[]> {
      const listed = await rows(patientId, signal)
      if (!listed.ok) return listed
      const packets = listed.value.flatMap((row) => readPacket(row) ?? [])
      const here = packets.filter((row) => isOpen(row) && !isElsewhere(row, locationId))
      const owned = trustsFilter
        ? ok(here.map((row) => ({ ...row, patientId: row.patientId ?? patientId })))
        : await withPatients(here, signal)
      if (!owned.ok) return owned
      const known = owned.value.filter((row) => row.patientId !== undefined)
      const own = known.filter((row) => sameId(row.patientId ?? '', patientId))
      const isLost = packets.length < listed.value.length || own.length < here.length
      if (own.length === 0 && isLost)
        return err({ operation: formPackets.list.id, attempts: 1, ...noneUsable(listed.value) })
      return ok(own.map(summaryOf).sort(soonestDueFirst))
    },
  }
}

const isForGood = (error: ServiceError) => isRefusal(error) || error.kind === 'unreadableAnswer'

function noneUsable(rows: readonly unknown[]) {
  return unreadable(
    `expected packets of the patient that was asked for, found ${describeShape(rows)}`,
  )
}

function isElsewhere({ locationId }: ReadPacket, here: Id): boolean {
  return locationId !== undefined && !sameId(locationId, here)
}

/** A status that nobody knows yet counts as open. */
function isOpen({ completed, archived }: ReadPacket): boolean {
  return completed !== true && !archived
}

/** What the visit needs of a packet. */
function summaryOf({ id, name, dueDate, started, completed }: ReadPacket): PacketSummary {
  return { id, name, dueDate: dueDate && isoDate(dueDate), started, completed }
}

/** Orders by due date; packets without one come last. */
function soonestDueFirst(a: PacketSummary, b: PacketSummary): number {
  if (a.dueDate === b.dueDate) return 0
  if (a.dueDate === null) return 1
  if (b.dueDate === null) return -1
  return a.dueDate < b.dueDate ? -1 : 1
}
