import type { Operation } from '../../contract/operation.ts'
import type {
  CommandName,
  deskCommands,
  deskQueries,
  QueryName,
} from '../../shared/desk/operations.ts'
import type { WallClock } from '../base/clock.ts'
import { createCall } from '../service/resources/site.ts'
import type { Attempts } from '../visit/limits/attempts.ts'
import { triesOf, type DeskConnection, type DeskWork, type Handlers } from './feature.ts'
import { appointmentsReached, serveAppointments } from './features/appointments.ts'
import { auditReached, serveAudit, type DeskAuditReading } from './features/audit.ts'
import { categoriesReached, serveCategories } from './features/categories.ts'
import { chartRecordsReached, serveChartRecords } from './features/chart-records.ts'
import { clinicReached, serveClinic } from './features/clinic.ts'
import { integrationsReached, serveIntegrations } from './features/integrations.ts'
import { kiosksReached, serveKiosks } from './features/kiosks.ts'
import { membersReached, serveMembers } from './features/members.ts'
import { packetsReached, servePackets } from './features/packets/packets.ts'
import { patientsReached, servePatients } from './features/patients/patients.ts'
import { remoteCareReached, serveRemoteCare } from './features/remote-care.ts'
import { serveToday, todayReached } from './features/today.ts'
import type { DeskCodes } from './kiosks/desk-codes.ts'
import type { KioskHearing } from './kiosks/hearing.ts'
import type { Members } from './members/members.ts'
import { createReferences } from './records.ts'
import type { VisitsHere } from './visits-here.ts'

/** The operations of the service that each query and command of the desk calls. */
export const reachedOperations: Readonly<Record<QueryName | CommandName, readonly Operation[]>> = {
  ...todayReached,
  ...kiosksReached,
  ...chartRecordsReached,
  ...membersReached,
  ...patientsReached,
  ...integrationsReached,
  ...auditReached,
  ...clinicReached,
  ...categoriesReached,
  ...remoteCareReached,
  ...packetsReached,
  ...appointmentsReached,
}

/** Serves one member of staff, from sign-in to lock. */
export interface SessionWork {
  readonly handlers: Handlers<{ queries: typeof deskQueries; commands: typeof deskCommands }>
  /** Cancels work under way, closes the connection and forgets the patient data that was read. */
  end(): Promise<void>
}

/** Opens a member's work. */
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

/** Opens all features for a member. */
export function openSessionWork(parts: SessionWorkParts): SessionWork {
  const { connection, clock, kiosks, members, memberId } = parts
  const ended = new AbortController()
  const work: DeskWork = {
    read: createCall(connection.client, ended.signal),
    place: connection.place,
    references: createReferences(),
    tries: triesOf(parts.attempts, memberId),
    signal: ended.signal,
    wallTime: () => clock.wallTime(),
    now: () => clock.now(),
  }
  // A kiosk gets the name by which colleagues know the member who commands it.
  const by = () => members.find(memberId)?.name ?? ''
  const codeWork = { memberId, by, codes: parts.codes, hearing: kiosks }
  const hereWork = { visits: parts.visits, lock: parts.lockForPatient }
  const who = () => ({ by: by(), member: memberId })
  return {
    handlers: {
      ...serveToday(work, kiosks),
      ...serveKiosks({ references: work.references, hearing: kiosks, who }),
      ...servePatients(work),
      ...servePackets(work, codeWork, hereWork),
      ...serveAppointments(work, kiosks),
      ...serveChartRecords(work),
      ...serveCategories(work),
      ...serveRemoteCare(work),
      ...serveClinic(work),
      ...serveIntegrations(work),
      ...serveMembers(members, memberId),
      ...serveAudit(work, parts.auditReading, members),
    },
    async end() {
      ended.abort()
      await connection.close()
    },
  }
}
