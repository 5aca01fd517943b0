import { locations } from '../../sandbox/seeds/clinics.ts'
import type { Screen } from '../../src/shared/ipc.ts'
import { Patient } from './patient.ts'
import { SteppedClock } from './stepped-clock.ts'
import { VariantKiosk, type LogLine } from './variant-kiosk.ts'
import { startVariantService, type VariantService } from './variant-service.ts'
import type { PlannedVisit } from './visits.ts'
import type { Change } from './wire.ts'

/**
 * How a visit ended. `waiting`: still waiting a minute after the last tap; `unfinished`: told so after everything was
 * sent; `asked again`: asked for the same right answer until the patient gave up; `wrong forms`: those of somebody else,
 * or forms that do not wait; `too early`: thanked before anything was sent.
 */
export type End =
  | 'through'
  | 'staff'
  | 'nothing waits'
  | 'out of service'
  | 'waiting'
  | 'unfinished'
  | 'asked again'
  | 'wrong forms'
  | 'too early'

/** What a visit came to. */
export interface Outcome {
  readonly end: End
  /** Why staff were called, or at which screen it ended. */
  readonly detail: string
  /** Simulated seconds from the patient's last tap to the end. */
  readonly seconds: number
  /** The most requests after that tap that were one and the same. */
  readonly sameRequests: number
  readonly helpNumber: string | null
  /** Operations that the log names as failed. */
  readonly failed: readonly string[]
  readonly log: readonly LogLine[]
  /** A number that is right was called wrong. */
  readonly wasBlamed: boolean
  /** What had to be answered twice, though it was right. */
  readonly askedAgain: readonly string[]
  /** ms of each time that "this takes longer" stood on the screen. */
  readonly delays: readonly number[]
  /** Names of the packets that were offered. */
  readonly offered: readonly string[]
}

const longestWaitMs = 60_000

/** Plays one visit at a service with `changes`. */
export async function runVisit(
  plan: PlannedVisit,
  changes: readonly Change[],
  profile?: object,
): Promise<Outcome> {
  const clock = new SteppedClock()
  const service = startVariantService(changes, () => clock.now())
  const kiosk = new VariantKiosk(service, clock, plan, profile)
  const patient = new Patient(plan, service)
  const delays: number[] = []
  let lastTap = 0
  let requestsBefore = 0
  let delayedSince: number | undefined

  const finish = (end: End): Outcome => ({
    end,
    detail: detailOf(kiosk.screen, kiosk.log),
    seconds: (clock.now() - lastTap) / 1_000,
    sameRequests: mostAlike(kiosk.dispatcher.seen.slice(requestsBefore)),
    helpNumber: 'helpNumber' in kiosk.screen ? kiosk.screen.helpNumber : null,
    failed: kiosk.log.flatMap(({ operation }) => operation ?? []),
    log: kiosk.log,
    wasBlamed: patient.wasBlamed,
    askedAgain: patient.refusedAt,
    delays,
    offered: patient.offered,
  })

  try {
    for (;;) {
      await kiosk.quiet()
      const isDelayed = kiosk.screen.name === 'unavailable'
      if (isDelayed) delayedSince ??= clock.now()
      else if (delayedSince !== undefined) {
        delays.push(clock.now() - delayedSince)
        delayedSince = undefined
      }
      const end = endOf(kiosk, patient, plan, service)
      if (end) return finish(end)
      const command = patient.answer(kiosk.screen, kiosk.opened.at(-1))
      if (command === 'gives up') return finish('asked again')
      if (command) {
        lastTap = clock.now()
        requestsBefore = kiosk.dispatcher.seen.length
        await kiosk.tap(command)
      } else if (clock.now() - lastTap >= longestWaitMs) return finish(endOfWaiting(kiosk, patient))
      else clock.step(lastTap + longestWaitMs)
    }
  } finally {
    await kiosk.stop()
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

/** Whether an address is that of a packet which waits for this patient here, or of the public forms for a stranger. */
function isRightForm(url: string, plan: PlannedVisit, service: VariantService): boolean {
  if (plan.noMatch === 'publicLink') return url.includes('/public/')
  const packet = service.state.packets.get(service.packetAt(url) ?? -1)
  return (
    packet?.patientId === plan.person.id &&
    packet.locationId === locations[0]?.id &&
    packet.archivedAt === null &&
    (plan.choice === undefined || packet.name === plan.choice)
  )
}

function isRightOffer({ offered }: Patient, { offers }: PlannedVisit): boolean {
  return offers === undefined || offered.toSorted().join() === offers.toSorted().join()
}

function detailOf(screen: Screen, log: readonly LogLine[]): string {
  const called = log.findLast(({ name }) => name === 'staffNeeded')
  return called?.reason ?? screen.name
}

function mostAlike(requests: readonly string[]): number {
  const counts = new Map<string, number>()
  for (const request of requests) counts.set(request, (counts.get(request) ?? 0) + 1)
  return Math.max(0, ...counts.values())
}
