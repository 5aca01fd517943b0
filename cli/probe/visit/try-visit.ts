import { contract } from '../../../src/contract/index.ts'
import type { Operation } from '../../../src/contract/operation.ts'
import { isFields, pick, readId } from '../../../src/contract/readers/fields.ts'
import { readPage } from '../../../src/contract/readers/lists.ts'
import { packet as readPacket, type ReadPacket } from '../../../src/contract/readers/packet.ts'
import { readerOf } from '../../../src/contract/readers/reading.ts'
import { visitReaders } from '../../../src/contract/readers/visit-readers.ts'
import { choiceKey } from '../../../src/main/kiosk/visit/machine/rules.ts'
import { sameId, type Id } from '../../../src/contract/values.ts'
import { checkAccess } from '../../../src/main/intake/access.ts'
import { createCheckInService } from '../../../src/main/intake/check-in-service.ts'
import { readClinic } from '../../../src/main/intake/clinic.ts'
import { unreadable, type ServiceError } from '../../../src/main/intake/http/errors.ts'
import type { CheckInService } from '../../../src/main/kiosk/visit/ports.ts'
import type { CalendarDate } from '../../../src/shared/calendar-date.ts'
import { err, mapOk, ok, type Result } from '../../../src/shared/result.ts'
import { playVisit, type VisitEnd } from './play-visit.ts'
import type { VisitTrial } from './verdict.ts'
import { beginWalk, readSteps, walkReads, type Walk } from './walk.ts'
import type { WatchedClient } from './watched-client.ts'

/** Place where a visit is tried. */
export interface TrialPlace {
  readonly accountId: Id
  readonly locationId: Id
}

/** Records on which the steps of a visit are tried. */
export interface VisitRecords {
  readonly patientId?: Id | undefined
  readonly packetId?: Id | undefined
  readonly templateGroupId?: Id | undefined
}

const { formPackets, formTemplateGroups, patients } = contract.partner
const { signal } = new AbortController()
/** Records that are asked for in a page. */
const usualLimit = 100

const proofSteps = [
  'identity proof: create',
  'identity proof: send a code',
  'identity proof: take the code',
  readSteps.state,
  readSteps.match,
]

/** Date that is typed where nobody knows the one on record: the record's counts for the same. */
export const unprovedDate: CalendarDate = { year: 2000, month: 1, day: 1 }

/** Answers the question for a date of birth. */
export const typeDate = (date: CalendarDate) =>
  ({ type: 'submitDateOfBirth', date: ok(date) }) as const

/** Chooses a packet by its id, or the first. */
export function choosePacket(packets: readonly { readonly id: Id }[], wanted: Id | undefined) {
  const at = packets.findIndex(({ id }) => wanted !== undefined && sameId(id, wanted))
  return { type: 'choosePacket', key: choiceKey(Math.max(0, at)) } as const
}

/**
 * Plays a visit on the kiosk's own machine as far as it only reads, and tries what it did not reach. `given` names
 * unlisted records.
 */
export async function tryVisit(
  watched: WatchedClient,
  place: TrialPlace,
  given: VisitRecords = {},
): Promise<VisitTrial> {
  const { client } = watched
  const first = watched.proposed()
  const walk = beginWalk(watched)
  const access = await walk.step(readSteps.access, () => checkAccess(client, place))
  if (!access.ok) {
    for (const step of proofSteps) walk.skip(step, writes)
    for (const step of reached) walk.skip(step, 'the health check fails')
    return { steps: walk.steps(), proposal: undefined, stopped: access.error }
  }
  const found = await records(watched, place, given)
  const { patientId, templateGroupId } = found
  const checkIn = createCheckInService(client, {
    ...place,
    defaultTemplateGroupId: templateGroupId ?? null,
    lists: first.lists,
  })
  await walk.step('location', () => readClinic(client, place.locationId), { needed: false })
  for (const step of proofSteps) walk.skip(step, writes)
  const service = walkReads(checkIn, walk)
  const end = patientId === undefined ? undefined : await play(watched, walk, service, found)
  await tryRest(walk, service, found)
  const rest = { needed: false }
  if (patientId === undefined) walk.skip('packets: filter by patient', noPatient, false)
  else
    await walk.step('packets: filter by patient', () => tryFilter(watched, place, patientId), rest)
  await walk.step('packets: pages', () => tryPages(watched, place), rest)
  if (templateGroupId === undefined)
    walk.skip('public link', 'no template group found: --id groupId=…', false)
  else await walk.step('public link', () => checkIn.publicLink(signal), rest)
  const proposal = watched.proposed()
  return { steps: walk.steps(), end, proposal: proposal === first ? undefined : proposal }
}

const writes = 'it writes, and the probe only reads'
const noPatient = 'no patient found: --id patientId=…'
/** Steps of a visit after the proof. */
const reached = [readSteps.birth, readSteps.list, readSteps.packet, readSteps.address]

/** Plays the visit of a patient whom the front desk sent, for nothing is proved without a write. */
export function play(
  { clock, proposed }: WatchedClient,
  { misled }: Walk,
  service: CheckInService,
  { patientId, packetId }: VisitRecords,
): Promise<VisitEnd> {
  return playVisit({
    clock,
    misled,
    code: proposed().proof.code,
    channels: 'sms',
    known: { patientId: patientId ?? '', packetId: packetId ?? null },
    service: {
      ...service,
      dateOfBirth: async (...asked) =>
        mapOk(await service.dateOfBirth(...asked), (date) => date && unprovedDate),
    },
    answer: (question, { packets }) =>
      question === 'choosePacket' ? choosePacket(packets, packetId) : typeDate(unprovedDate),
  })
}

/** Tries the steps that a visit did not reach: more may be wrong than what it stopped at. */
export async function tryRest(
  walk: Walk,
  service: CheckInService,
  { patientId, packetId }: VisitRecords,
): Promise<void> {
  const isLeft = (step: string) => !walk.steps().some((each) => each.step === step)
  if (patientId === undefined) {
    for (const step of [readSteps.birth, readSteps.list]) walk.skip(step, noPatient)
  } else {
    if (isLeft(readSteps.birth)) await service.dateOfBirth(patientId, signal)
    if (isLeft(readSteps.list)) await service.openPackets(patientId, signal)
  }
  const noPacket = 'no packet found: --id formPacketId=…'
  for (const step of [readSteps.packet, readSteps.address].filter(isLeft)) {
    if (packetId === undefined) walk.skip(step, noPacket)
    else if (step === readSteps.packet) await service.packetProgress(packetId, signal)
    else await service.completionUrl(packetId, signal)
  }
}

/** Finds the records of the service, with a profile if they cannot be read otherwise. */
async function records(watched: WatchedClient, place: TrialPlace, given: VisitRecords) {
  watched.proposing(false)
  const plain = await findRecords(watched.client, place, given)
  if (plain.patientId !== undefined && plain.packetId !== undefined) return plain
  watched.proposing(true)
  const found = await findRecords(watched.client, place, { ...given, ...defined(plain) })
  watched.proposing(false)
  return found
}

function defined(given: VisitRecords): VisitRecords {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
}

/** Most packets to read one by one to learn their patient. */
const mostLookups = 5

const rowsOf = readerOf('a list', (answer) => readPage(answer)?.items)
const packetReader = (id: Id) => readerOf('a form packet', ({ body }) => readPacket(body, id))

/** Finds a patient with a packet, best one that is open, and a template group; what was given is taken as it is. */
async function findRecords(
  client: WatchedClient['client'],
  { accountId, locationId }: TrialPlace,
  given: VisitRecords,
): Promise<VisitRecords> {
  const params = { accountId, locationId }
  const query = { limit: usualLimit }
  const page = given.patientId === undefined ? query : { ...query, patientId: given.patientId }
  const listed = await createRead(client, params)(page)
  const rows = listed.ok ? listed.value.items.flatMap((row) => readPacket(row) ?? []) : []
  const open = rows.filter(({ completed, archived }) => completed !== true && !archived)
  const found = await withPatient(client, params, [...open, ...rows])
  const patientId = given.patientId ?? found?.patientId ?? (await anyPatient(client, accountId))
  const groups =
    given.templateGroupId === undefined
      ? await client.read(formTemplateGroups.listForLocation, rowsOf, { params, query })
      : undefined
  return {
    patientId,
    packetId: given.packetId ?? found?.id ?? rows[0]?.id,
    templateGroupId: given.templateGroupId ?? (groups?.ok ? idIn(groups.value) : undefined),
  }
}

async function withPatient(
  client: WatchedClient['client'],
  params: TrialPlace,
  rows: readonly ReadPacket[],
): Promise<ReadPacket | undefined> {
  const named = rows.find(({ patientId }) => patientId !== undefined)
  if (named) return named
  for (const { id } of rows.slice(0, mostLookups)) {
    const input = { params: { ...params, formPacketId: id } }
    const asked = await client.read(formPackets.get, packetReader(id), input)
    if (asked.ok && asked.value.patientId !== undefined) return { ...asked.value, id }
  }
  return undefined
}

async function anyPatient(client: WatchedClient['client'], accountId: Id) {
  const input = { params: { accountId }, query: { limit: 1 } }
  const listed = await client.read(patients.list, rowsOf, input)
  return listed.ok ? idIn(listed.value) : undefined
}

function idIn(rows: readonly unknown[]): Id | undefined {
  return rows
    .flatMap((row) => (isFields(row) ? (readId(pick(row, 'id')) ?? []) : []))
    .find((id) => id !== '')
}

type Query = NonNullable<Parameters<ReturnType<typeof createRead>>[0]>

function createRead(client: WatchedClient['client'], params: TrialPlace) {
  return (query: { readonly limit: number; readonly patientId?: Id; readonly cursor?: string }) =>
    client.read(formPackets.list, visitReaders.packets, { params, query })
}

/** Tries if the list of packets keeps to the requested patient. */
async function tryFilter(
  watched: WatchedClient,
  place: TrialPlace,
  patientId: Id,
): Promise<Result<unknown, ServiceError>> {
  const listed = await createRead(watched.client, place)({ limit: usualLimit, patientId })
  if (!listed.ok) return listed
  const named = listed.value.items.flatMap((row) => readPacket(row)?.patientId ?? [])
  if (named.every((each) => sameId(each, patientId))) return ok(null)
  return fail(
    formPackets.list,
    'expected packets of the patient that was asked for, found those of others too',
  )
}

/** Tries if a page holds no more records than requested, and the next one holds others. */
async function tryPages(
  watched: WatchedClient,
  place: TrialPlace,
): Promise<Result<unknown, ServiceError>> {
  const read = createRead(watched.client, place)
  const first = await read({ limit: 1 })
  if (!first.ok) return first
  const { items, nextCursor } = first.value
  if (items.length > 1) return fail(formPackets.list, 'expected a page of 1 record, found more')
  if (!nextCursor) return ok(null)
  const next = await read({ limit: 1, cursor: nextCursor })
  if (!next.ok) return next
  const [one, other] = [items[0], next.value.items[0]].map((row) => readPacket(row)?.id)
  const isSame = one !== undefined && other !== undefined && sameId(one, other)
  return isSame
    ? fail(formPackets.list, 'expected another record on the next page, found the same')
    : ok(null)
}

function fail({ id }: Operation, reason: string): Result<never, ServiceError> {
  return err({ operation: id, attempts: 1, ...unreadable(reason) })
}
