import { contract } from '../../../src/contract/index.ts'
import { packet as readPacket } from '../../../src/contract/readers/packet.ts'
import { readerOf } from '../../../src/contract/readers/reading.ts'
import { visitReaders } from '../../../src/contract/readers/visit-readers.ts'
import { meaningOf } from '../../../src/main/kiosk/visit/machine/service-failure.ts'
import { choiceKey } from '../../../src/main/kiosk/visit/machine/rules.ts'
import { sameId, type Id } from '../../../src/contract/values.ts'
import { isOpen } from '../../../src/main/intake/resources/packets.ts'
import { checkAccess } from '../../../src/main/intake/access.ts'
import { pagesOf } from '../../../src/main/intake/resources/site.ts'
import {
  createCheckInService,
  type CheckInService,
} from '../../../src/main/intake/check-in-service.ts'
import { readClinic } from '../../../src/main/intake/clinic.ts'
import type { CheckInPlace } from '../../../src/main/intake/place.ts'
import type { ServiceError } from '../../../src/main/intake/http/errors.ts'
import type { CalendarDate } from '../../../src/shared/calendar-date.ts'
import { mapOk, ok } from '../../../src/shared/result.ts'
import { playVisit, type PlannedVisit } from './play-visit.ts'
import type { Sampling } from '../sample.ts'
import { notTried, type VisitTrial } from './verdict.ts'
import { beginWalk, readSteps, walkReads, type Walk } from './walk.ts'
import { watchClient, type WatchedClient } from './watched-client.ts'

export type TrialPlace = Pick<CheckInPlace, 'accountId' | 'locationId'>
type VisitRecords = {
  readonly [K in 'patientId' | 'packetId' | 'templateGroupId']?: Id | undefined
}

const { formPackets } = contract.partner
const { signal } = new AbortController()
/** Records of which one with a patient is looked for; fewer where a service refuses that many. */
const mostListed = 20

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

/** Tries the steps of a visit that only read; see `tryVisit`. */
export async function probeVisit(
  { options, recorder, scope, ids = {} }: Sampling,
  defaultTemplateGroupId: Id | undefined,
): Promise<VisitTrial> {
  const { accountId, locationId } = scope
  if (accountId === undefined || locationId === undefined)
    return { steps: [notTried('a visit', 'nothing says at which location: --location does')] }
  const given = {
    patientId: ids['patientId'],
    packetId: ids['formPacketId'],
    templateGroupId: ids['groupId'] ?? ids['formTemplateGroupId'] ?? defaultTemplateGroupId,
  }
  const watched = watchClient(options, recorder)
  try {
    return await tryVisit(watched, { accountId, locationId }, given)
  } finally {
    await watched.close()
  }
}

/** Plays a visit on the kiosk's own machine as far as it only reads, and tries the rest. `given` names unlisted records. */
export async function tryVisit(
  watched: WatchedClient,
  place: TrialPlace,
  given: VisitRecords = {},
): Promise<VisitTrial> {
  const { client } = watched
  const { walk, stopped, checkIn, play } = await beginTrial(watched, place, given.templateGroupId)
  const skipProof = () => proofSteps.forEach((step) => walk.skip(step, writes))
  if (stopped) {
    const at = walk.last()
    skipProof()
    for (const step of reached) walk.skip(step, 'the health check fails')
    return { steps: walk.steps(), at, stopped }
  }
  watched.proposing(true)
  const found = await findRecords(walk, client, place, given)
  const { patientId, packetId, templateGroupId } = found
  await walk.step('location', () => readClinic(client, place.locationId), { needed: false })
  skipProof()
  const service = walkReads(checkIn, walk)
  const known = patientId === undefined ? undefined : { patientId, packetId: packetId ?? null }
  const end =
    known &&
    (await play({
      known,
      channels: 'sms',
      service: {
        ...service,
        dateOfBirth: async (...asked) =>
          mapOk(await service.dateOfBirth(...asked), (date) => date && unprovedDate),
      },
      answer: (question, { packets }) =>
        question === 'choosePacket' ? choosePacket(packets, packetId) : typeDate(unprovedDate),
    }))
  const at = known ? walk.last() : readSteps.list
  await tryRest(walk, service, found)
  if (templateGroupId === undefined)
    walk.skip('public link', 'no template group is named: --id groupId=…', false)
  else await walk.step('public link', () => checkIn.publicLink(signal), { needed: false })
  const steps = walk.steps()
  const isProposed = steps.some(({ verdict }) => verdict === 'withProfile')
  return { steps, end, at, proposal: isProposed ? watched.proposed() : undefined }
}

/** Begins a trial: looks at the service as a kiosk does at its start. `stopped`: the error after which neither goes on. */
export async function beginTrial(
  watched: WatchedClient,
  place: TrialPlace,
  templateGroupId: Id | undefined,
  onStep?: Parameters<typeof beginWalk>[1],
) {
  const { client, clock } = watched
  const { lists, proof } = watched.proposed()
  const walk = beginWalk(watched, onStep)
  const check = () => checkAccess(client, place)
  const access = await walk.step(readSteps.access, check, { needed: barsAll })
  const defaultTemplateGroupId = templateGroupId ?? null
  return {
    walk,
    stopped: !access.ok && barsAll(access.error) ? access.error : undefined,
    checkIn: createCheckInService(client, { ...place, defaultTemplateGroupId, lists }),
    play: (plan: Omit<PlannedVisit, 'clock' | 'code' | 'misled'>) =>
      playVisit({ ...plan, clock, code: proof.code, misled: walk.misled }),
  }
}

const barsAll = (error: ServiceError): boolean =>
  error.kind === 'unreachable' || error.stage === 'token' || meaningOf(error) === 'outOfService'

const writes = 'it writes, and the probe only reads'
const noPatient = 'no patient found: --id patientId=…'
const reached = [readSteps.birth, readSteps.list, readSteps.packet, readSteps.address]

/** Tries the steps that a visit did not reach: more may be wrong than what it stopped at. */
export async function tryRest(
  walk: Walk,
  service: CheckInService,
  { patientId, packetId }: VisitRecords,
): Promise<void> {
  const isLeft = (step: string) => !walk.steps().some((each) => each.step === step)
  if (patientId === undefined) {
    for (const step of [readSteps.birth, readSteps.list].filter(isLeft)) walk.skip(step, noPatient)
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

/** Most packets to read one by one to learn their patient. */
const mostLookups = 5

const packetReader = (id: Id) => readerOf('a form packet', ({ body }) => readPacket(body, id))

async function findRecords(
  walk: Walk,
  client: WatchedClient['client'],
  params: TrialPlace,
  given: VisitRecords,
): Promise<VisitRecords> {
  const { patientId } = given
  const input = { params, query: patientId === undefined ? {} : { patientId } }
  const paging = { pageSize: mostListed }
  const pages = pagesOf(client.read, formPackets.list, visitReaders.packets, input, paging)
  const { value: listed } = await pages.next()
  if (listed && !listed.ok && patientId === undefined)
    await walk.step(readSteps.list, () => Promise.resolve(listed))
  const all = listed?.ok ? listed.value.items.flatMap((row) => readPacket(row) ?? []) : []
  const rows = [...all.filter(isOpen), ...all]
  let found = rows.find((row) => row.patientId !== undefined)
  for (const { id } of found ? [] : rows.slice(0, mostLookups)) {
    const input = { params: { ...params, formPacketId: id } }
    const asked = await client.read(formPackets.get, packetReader(id), input)
    if (asked.ok && asked.value.patientId !== undefined) found ??= { ...asked.value, id }
  }
  return {
    ...given,
    patientId: patientId ?? found?.patientId,
    packetId: given.packetId ?? found?.id ?? rows[0]?.id,
  }
}
