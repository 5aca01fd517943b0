import type { deskCommands, deskQueries } from '../../shared/desk/operations.ts'
import type { WallClock } from '../base/clock.ts'
import type { Attempts } from '../visit/limits/attempts.ts'
import type { DeskCodes } from './kiosks/desk-codes.ts'
import type { KioskHearing } from './kiosks/hearing.ts'
import type { Members } from './members/members.ts'
import { triesOf } from './member-tries.ts'
import type { PlaceWork } from './place-work.ts'
import { healthProfilePlace } from './places/health-profile.ts'
import { invoicesPlace } from './places/invoices.ts'
import { labsPlace } from './places/labs.ts'
import { auditPlace, type DeskAuditReading } from './places/audit.ts'
import { helpPlace } from './places/help.ts'
import { intakesPlace } from './places/intakes.ts'
import { integrationsPlace } from './places/integrations.ts'
import { kiosksPlace } from './places/kiosks.ts'
import { categoriesPlace } from './places/categories.ts'
import { clinicPlace } from './places/clinic.ts'
import { membersPlace } from './places/members.ts'
import { patientsPlace } from './places/patients.ts'
import { appointmentsPlace } from './places/appointments.ts'
import { packetsPlace } from './places/packets.ts'
import { remoteCarePlace } from './places/remote-care.ts'
import { todayPlace } from './places/today.ts'
import type { DeskConnection } from './ports.ts'
import { createReferences } from './references.ts'
import type { VisitsHere } from './visits-here.ts'
import type { DeskWork } from './work.ts'

/** What one member of staff is served with, from sign-in to lock. */
export interface SessionWork extends PlaceWork<{
  queries: typeof deskQueries
  commands: typeof deskCommands
}> {
  /** Gives up what is under way, and closes the connection. What was read of patients is let go of. */
  end(): Promise<void>
}

/** What a member's work is opened with. */
export interface SessionWorkParts {
  readonly memberId: string
  readonly members: Members
  readonly auditReading: DeskAuditReading
  readonly connection: DeskConnection
  readonly kiosks: KioskHearing
  readonly codes: DeskCodes
  readonly attempts: Pick<Attempts, 'left' | 'count'>
  readonly visits: VisitsHere
  /** Locks the desk, because a patient has its screen. */
  readonly lockForPatient: () => void
  readonly clock: WallClock
}

/** Opens what a member is served with. */
export function openSessionWork(parts: SessionWorkParts): SessionWork {
  const { connection, clock, members, memberId } = parts
  const ended = new AbortController()
  const work: DeskWork = {
    client: connection.client,
    place: connection.place,
    references: createReferences(),
    tries: triesOf(parts.attempts, memberId),
    signal: ended.signal,
    wallTime: () => clock.wallTime(),
    now: () => clock.now(),
  }
  const today = todayPlace(work, parts.kiosks)
  const patients = patientsPlace(work)
  // Who commands a kiosk is named to it, as their colleagues know them.
  const by = () => members.find(memberId)?.name ?? ''
  const packets = packetsPlace(
    work,
    { memberId, by, codes: parts.codes, hearing: parts.kiosks },
    { visits: parts.visits, lock: parts.lockForPatient },
  )
  const appointments = appointmentsPlace(work, parts.kiosks)
  const invoices = invoicesPlace(work)
  const labs = labsPlace(work)
  const healthProfile = healthProfilePlace(work)
  const categories = categoriesPlace(work)
  const remoteCare = remoteCarePlace(work)
  const clinic = clinicPlace(work)
  const integrations = integrationsPlace(work)
  const managing = membersPlace(members, memberId)
  const kioskWork = {
    references: work.references,
    hearing: parts.kiosks,
    who: () => ({ by: by(), member: memberId }),
  }
  const help = helpPlace(kioskWork)
  const kiosks = kiosksPlace(kioskWork)
  const audit = auditPlace(work, parts.auditReading, members)
  return {
    queries: {
      ...today.queries,
      ...help.queries,
      ...kiosks.queries,
      ...intakesPlace(kioskWork).queries,
      ...patients.queries,
      ...packets.queries,
      ...appointments.queries,
      ...invoices.queries,
      ...labs.queries,
      ...healthProfile.queries,
      ...categories.queries,
      ...remoteCare.queries,
      ...clinic.queries,
      ...integrations.queries,
      ...managing.queries,
      ...audit.queries,
    },
    commands: {
      ...today.commands,
      ...help.commands,
      ...kiosks.commands,
      ...patients.commands,
      ...packets.commands,
      ...appointments.commands,
      ...remoteCare.commands,
      ...clinic.commands,
      ...integrations.commands,
      ...managing.commands,
      ...audit.commands,
    },
    async end() {
      ended.abort()
      await connection.close()
    },
  }
}
