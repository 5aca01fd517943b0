import { locations } from '../../sandbox/seeds/clinics.ts'
import type { Screen } from '../../src/shared/ipc.ts'
import { Patient } from './patient.ts'
import { createSteppedClock, type SteppedClock } from '#harness/offline/stepped-clock.ts'
import { VariantKiosk, type LogLine } from './variant-kiosk.ts'
import { startVariantService, type VariantService } from './variant-service.ts'
import type { PlannedVisit } from './visits.ts'
import type { Change } from './wire.ts'

/**
 * End of a visit. `waiting`: still so a minute after the last tap; `unfinished`: told so after everything was sent;
 * `asked again`: for the same right answer until the patient gave up; `wrong forms`: not exactly those that wait for
 * this patient; `too early`: thanked before anything was sent; `made twice`: one new packet too many.
 */
type End =
  | 'through'
  | 'staff'
  | 'nothing waits'
  | 'out of service'
  | 'waiting'
  | 'unfinished'
  | 'asked again'
  | 'wrong forms'
  | 'too early'
  | 'made twice'

export interface Outcome {
  readonly end: End
  /** The service did something that the sandbox does not. */
  readonly isOther: boolean
  /** Reason why staff were called, or the screen at which it ended. */
  readonly detail: string
  /** Simulated seconds from the patient's last tap to the end, without those that the kiosk told to wait. */
  readonly seconds: number
  /** The most requests after that tap that were one and the same. */
  readonly sameRequests: number
  readonly helpNumber: string | null
  readonly failed: readonly string[]
  readonly log: readonly LogLine[]
  /** A number that is right was called wrong. */
  readonly wasBlamed: boolean
  /** Answers that had to be given twice, though right. */
  readonly askedAgain: readonly string[]
  /** ms of each time that "this takes longer" stood on the screen. */
  readonly delays: readonly number[]
  /** Kinds of secrets, and of the patient's own data, that stand in the log. */
  readonly leaks: readonly string[]
}

const longestWaitMs = 60_000

/** Times that a screen stands, one after another. */
class Standing {
  readonly past: number[] = []
  readonly #isIt: (screen: Screen) => boolean
  #since: number | undefined

  constructor(isIt: (screen: Screen) => boolean) {
    this.#isIt = isIt
  }

  look({ screen, clock }: VariantKiosk): void {
    if (this.#isIt(screen)) this.#since ??= clock.now()
    else if (this.#since !== undefined) {
      this.past.push(clock.now() - this.#since)
      this.#since = undefined
    }
  }
}

/** The kiosk tells a patient how long they must wait for their turn. */
const isTurn = (screen: Screen) => screen.name === 'sending' && screen.waitMs > 0

/** Plays one visit at a service with `changes`. Rejects when a change threw: a bug of the catalogue. */
export function runVisit(plan: PlannedVisit, changes: readonly Change[]): Promise<Outcome> {
  const clock = createSteppedClock()
  const service = startVariantService(changes, () => clock.now())
  return visitAt(service, clock, plan)
}

/** Plays one visit, by a client with `profile`, at a service that was started by the same clock; see `runVisit`. */
export async function visitAt(
  service: VariantService,
  clock: SteppedClock,
  plan: PlannedVisit,
  profile?: object,
): Promise<Outcome> {
  const kiosk = new VariantKiosk(service, clock, plan, profile)
  const patient = new Patient(plan, service)
  const delays = new Standing(({ name }) => name === 'unavailable')
  const turns = new Standing(isTurn)
  const lastTap = { at: 0, requests: 0, turns: 0 }
  let end: End | undefined

  while (end === undefined) {
    await kiosk.quiet()
    delays.look(kiosk)
    turns.look(kiosk)
    end = endOf(kiosk, patient, plan, service)
    const command = end ? undefined : patient.answer(kiosk.screen, kiosk.opened.at(-1))
    if (command === 'gives up') end = 'asked again'
    else if (command) {
      Object.assign(lastTap, {
        at: clock.now(),
        requests: kiosk.dispatcher.seen.length,
        turns: turns.past.length,
      })
      await kiosk.tap(command)
    } else if (clock.now() - lastTap.at >= longestWaitMs) end ??= endOfWaiting(kiosk, patient)
    else if (!end) clock.step(lastTap.at + longestWaitMs)
  }
  const { screen, log, dispatcher } = kiosk
  await kiosk.stop()
  if (dispatcher.bugs.length > 0) throw dispatcher.bugs[0]
  return {
    end: isMadeTwice(plan, service) ? 'made twice' : end,
    isOther: service.isOther(),
    detail: log.findLast(({ name }) => name === 'staffNeeded')?.reason ?? screen.name,
    seconds: (clock.now() - lastTap.at - sum(turns.past.slice(lastTap.turns))) / 1_000,
    sameRequests: mostAlike(dispatcher.seen.slice(lastTap.requests)),
    helpNumber: 'helpNumber' in screen ? screen.helpNumber : null,
    failed: log.flatMap(({ operation }) => operation ?? []),
    log,
    wasBlamed: patient.wasBlamed,
    askedAgain: patient.refusedAt,
    delays: delays.past,
    leaks: leaksOf(log, plan, service),
  }
}

function endOfWaiting({ screen }: VariantKiosk, { refusedAt }: Patient): End {
  if (screen.name === 'outOfService') return 'out of service'
  return refusedAt.length > 0 ? 'asked again' : 'waiting'
}

function endOf(
  { screen, opened, hasBegun }: VariantKiosk,
  patient: Patient,
  plan: PlannedVisit,
  service: VariantService,
): End | undefined {
  switch (screen.name) {
    case 'askStaff':
    case 'tooManyTries':
      return 'staff'
    case 'nothingWaiting':
      return 'nothing waits'
    case 'outOfService':
      // Before their visit has begun, a patient waits for the kiosk to be back.
      return hasBegun ? 'out of service' : undefined
    case 'unfinished':
      return patient.hasCompleted ? 'unfinished' : undefined
    case 'finished':
      if (screen.kind === 'complete' && !patient.hasCompleted) return 'too early'
      return isRightForm(opened.at(-1) ?? '', plan, service) && isRightOffer(patient, plan)
        ? 'through'
        : 'wrong forms'
    default:
      return undefined
  }
}

/** True if an address is that of a packet which waits for this patient here. */
function isRightForm(url: string, plan: PlannedVisit, service: VariantService): boolean {
  const packet = service.state.packets.get(service.packetAt(url) ?? -1)
  return (
    packet?.patientId === plan.person.id &&
    packet.locationId === locations[0]?.id &&
    packet.archivedAt === null &&
    (plan.choice === undefined || packet.name === plan.choice)
  )
}

/** True if more than one packet was made for a patient who had none. */
function isMadeTwice({ person, createWhenNone }: PlannedVisit, { state }: VariantService): boolean {
  const all = [...state.packets.values()].filter(({ patientId }) => patientId === person.id)
  return createWhenNone === true && all.length > 1
}

const isRightOffer = ({ offered }: Patient, { offers }: PlannedVisit): boolean =>
  offers === undefined || offered.toSorted().join() === offers.toSorted().join()

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0)

function mostAlike(requests: readonly string[]): number {
  const counts = new Map<string, number>()
  for (const request of requests) counts.set(request, (counts.get(request) ?? 0) + 1)
  return Math.max(0, ...counts.values())
}

/** Lists what can be read of a patient, and of the service's secrets, in a log. */
function leaksOf(
  log: readonly LogLine[],
  { person }: PlannedVisit,
  { state }: VariantService,
): string[] {
  const [year = '', month = '', day = ''] = person.dateOfBirth.split('-')
  const secrets: Readonly<Record<string, readonly string[]>> = {
    phone: [person.phone, person.phone.slice(2)],
    email: [person.email],
    name: [person.firstName, person.lastName],
    'birth date': [person.dateOfBirth, `${+month}/${+day}/${year}`, `${year}${month}${day}`],
    code: state.inbox.map(({ code }) => code),
    proof: [...state.proofs.values()].flatMap(({ id, token }) => [id, token]),
    'completion URL': [...state.completionTokens.keys()],
  }
  const text = JSON.stringify(log)
  return Object.entries(secrets).flatMap(([kind, values]) =>
    values.some((value) => text.includes(value)) ? [kind] : [],
  )
}
