import type { WireProfile } from '../../../src/contract/wire-profile.ts'
import type { Id } from '../../../src/contract/values.ts'
import { checkAccess } from '../../../src/main/service/access.ts'
import { createCheckInService } from '../../../src/main/service/check-in-service.ts'
import { readClinic } from '../../../src/main/service/clinic.ts'
import { unreadable, type ServiceError } from '../../../src/main/service/http/errors.ts'
import { contract } from '../../../src/contract/index.ts'
import { err, type Result } from '../../../src/shared/result.ts'
import { findPageSize, tryFilter, tryPages } from './try-lists.ts'
import { findRecords, type VisitRecords } from './find-records.ts'
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

const { signal } = new AbortController()
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
    watched.proposing('never')
    watched.tolerances()
    const plain = await run()
    const tolerances = watched.tolerances()
    const verdict = stepVerdict(name, plain, { tolerances, byProfile: false, needed })
    if (plain.ok || !mayBeAdapted(plain.error)) return { result: plain, verdict }
    watched.proposing('missing')
    const again = await run()
    watched.proposing('never')
    if (!again.ok) return { result: plain, verdict }
    return {
      result: again,
      verdict: stepVerdict(name, again, { tolerances: [], byProfile: true, needed }),
    }
  }
}

/** True for an answer in another form, or for a page that is too long. */
const mayBeAdapted = ({ kind, operation }: ServiceError) =>
  kind === 'unreadableAnswer' ||
  (kind === 'rejected' && operation === contract.partner.formPackets.list.id)

/** Finds the records of the service, with a profile if they cannot be read otherwise. */
async function records(watched: WatchedClient, place: TrialPlace, given: VisitRecords) {
  watched.proposing('never')
  const plain = await findRecords(watched.client, place, given)
  if (plain.patientId !== undefined && plain.packetId !== undefined) return plain
  watched.proposing('missing')
  const found = await findRecords(watched.client, place, { ...given, ...defined(plain) })
  watched.proposing('never')
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
  const why = unreadable('expected a date of birth, found none')
  return err({ operation: 'partner.patients.get', attempts: 1, ...why })
}

async function isCompleted(checkIn: CheckIn, packetId: Id): Promise<Result<unknown, ServiceError>> {
  const read = await checkIn.packetProgress(packetId, signal)
  if (!read.ok || read.value.completed !== null) return read
  const why = unreadable(
    'expected whether the packet is completed, found nothing known that says it',
  )
  return err({ operation: 'partner.formPackets.get', attempts: 1, ...why })
}
