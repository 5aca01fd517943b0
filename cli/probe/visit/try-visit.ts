import { contract } from '../../../src/contract/index.ts'
import type { Operation } from '../../../src/contract/operation.ts'
import { isFields, pick, readId } from '../../../src/contract/readers/fields.ts'
import { readPage } from '../../../src/contract/readers/lists.ts'
import { packet as readPacket, type ReadPacket } from '../../../src/contract/readers/packet.ts'
import { readerOf } from '../../../src/contract/readers/reading.ts'
import { visitReaders } from '../../../src/contract/readers/visit-readers.ts'
import { sameId, type Id } from '../../../src/contract/values.ts'
import { parseWireProfile, type WireProfile } from '../../../src/contract/wire-profile.ts'
import { checkAccess } from '../../../src/main/intake/access.ts'
import { createCheckInService } from '../../../src/main/intake/check-in-service.ts'
import { readClinic } from '../../../src/main/intake/clinic.ts'
import { unreadable, type ServiceError } from '../../../src/main/intake/http/errors.ts'
import { err, ok, type Result } from '../../../src/shared/result.ts'
import { notTried, stepVerdict, type StepVerdict } from './verdict.ts'
import type { WatchedClient } from './watched-client.ts'

/** Result of a visit's trial. */
export interface VisitTrial {
  readonly steps: readonly StepVerdict[]
  /** Profile by which more steps work; undefined if none is needed, or found. */
  readonly proposal: WireProfile | undefined
  /** Error that kept the service from being asked at all. */
  readonly stopped?: ServiceError
}

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
/** Records that a visit asks for in a page, and the fewer that are tried where the service refuses them. */
const usualLimit = 100
const smallerLimits = [50, 25, 10]
type Try = () => Promise<Result<unknown, ServiceError>>

const proofSteps = [
  'identity proof: create',
  'identity proof: send a code',
  'identity proof: take the code',
  'identity proof: state',
  'identity proof: matched patient',
]
const writes = 'it writes, and the probe only reads'

/** Steps that write. */
const unrehearsed: readonly StepVerdict[] = proofSteps.map((step) => notTried(step, writes))

/**
 * Tries each reading step of a visit with its own code; `given` names unlisted records. Retries a failed step by a
 * profile that it searches.
 */
export async function tryVisit(
  watched: WatchedClient,
  place: TrialPlace,
  given: VisitRecords = {},
): Promise<VisitTrial> {
  const { client } = watched
  const step = stepper(watched)
  const access = await step('health check', () => checkAccess(client, place))
  if (!access.result.ok) {
    const { error } = access.result
    const why = 'the health check fails'
    const others = ['date of birth', 'packets of a patient', 'packet', 'address of the form']
    const rest = [...unrehearsed, ...others.map((name) => notTried(name, why))]
    return { steps: [access.verdict, ...rest], proposal: undefined, stopped: error }
  }
  await findPageSize(watched, place)
  const found = await records(watched, place, given)
  const checkIn = createCheckInService(client, {
    ...place,
    defaultTemplateGroupId: found.templateGroupId ?? null,
  })
  const steps: StepVerdict[] = [access.verdict]
  const attempt = async (name: string, missing: string | undefined, run: Try, needed = true) => {
    if (missing === undefined) steps.push((await step(name, run, needed)).verdict)
    else steps.push(notTried(name, missing, needed))
  }
  const { patientId, packetId, templateGroupId } = found
  const noPatient = patientId === undefined ? 'no patient found: --id patientId=…' : undefined
  const noPacket = packetId === undefined ? 'no packet found: --id formPacketId=…' : undefined
  const noGroup =
    templateGroupId === undefined ? 'no template group found: --id groupId=…' : undefined

  await attempt('location', undefined, () => readClinic(client, place.locationId), false)
  steps.push(...unrehearsed)
  await attempt('date of birth', noPatient, () => birthDate(checkIn, patientId ?? ''))
  await attempt('packets of a patient', noPatient, () =>
    checkIn.openPackets(patientId ?? '', signal),
  )
  await attempt(
    'packets: filter by patient',
    noPatient,
    () => tryFilter(watched, place, patientId ?? ''),
    false,
  )
  await attempt('packets: pages', undefined, () => tryPages(watched, place), false)
  await attempt('packet', noPacket, () => isCompleted(checkIn, packetId ?? ''))
  await attempt('address of the form', noPacket, () =>
    checkIn.completionUrl(packetId ?? '', signal),
  )
  await attempt('public link', noGroup, () => checkIn.publicLink(signal), false)
  const isProposed = steps.some(({ verdict }) => verdict === 'withProfile')
  return { steps, proposal: isProposed ? watched.proposed() : undefined }
}

/** Tries a step plainly, and where it fails by a profile that is looked for. */
function stepper(watched: WatchedClient) {
  return async (name: string, run: Try, needed = true) => {
    watched.proposing(false)
    watched.tolerances()
    const plain = await run()
    const tolerances = watched.tolerances()
    const verdict = stepVerdict(name, plain, { tolerances, byProfile: false, needed })
    if (plain.ok || !mayBeAdapted(plain.error)) return { result: plain, verdict }
    watched.proposing(true)
    const again = await run()
    watched.proposing(false)
    if (!again.ok) return { result: plain, verdict }
    return {
      result: again,
      verdict: stepVerdict(name, again, { tolerances: [], byProfile: true, needed }),
    }
  }
}

/** True for an answer in another form, or for a page that is too long. */
const mayBeAdapted = ({ kind, operation }: ServiceError) =>
  kind === 'unreadableAnswer' || (kind === 'rejected' && operation === formPackets.list.id)

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

type CheckIn = ReturnType<typeof createCheckInService>

/** Reads a date of birth; records without one are for staff, and no sample of the format. */
async function birthDate(checkIn: CheckIn, patientId: Id): Promise<Result<unknown, ServiceError>> {
  const read = await checkIn.dateOfBirth(patientId, signal)
  if (!read.ok || read.value !== null) return read
  return fail(patients.get, 'expected a date of birth, found none')
}

async function isCompleted(checkIn: CheckIn, packetId: Id): Promise<Result<unknown, ServiceError>> {
  const read = await checkIn.packetProgress(packetId, signal)
  if (!read.ok || read.value.completed !== null) return read
  const reason = 'expected whether the packet is completed, found nothing known that says it'
  return fail(formPackets.get, reason)
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

/**
 * Finds a page size if the service refuses the usual one, and keeps it in the proposal; undefined if unneeded, or none
 * works.
 */
async function findPageSize(
  watched: WatchedClient,
  place: TrialPlace,
): Promise<number | undefined> {
  const read = createRead(watched.client, place)
  const isRefused = async (query: Query) => {
    const answer = await read(query)
    return !answer.ok && answer.error.kind === 'rejected'
  }
  if (!(await isRefused({ limit: usualLimit }))) return undefined
  for (const pageSize of smallerLimits)
    if (!(await isRefused({ limit: pageSize }))) {
      const profile = watched.proposed()
      const extended = parseWireProfile({ ...profile, lists: { ...profile.lists, pageSize } })
      if (extended.ok) watched.propose(extended.value)
      return pageSize
    }
  return undefined
}

function fail({ id }: Operation, reason: string): Result<never, ServiceError> {
  return err({ operation: id, attempts: 1, ...unreadable(reason) })
}
