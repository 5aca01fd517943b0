import type { Clinic } from '../../shared/clinic.ts'
import type { deskCommands, deskQueries } from '../../shared/desk/operations.ts'
import type { WallClock } from '../base/clock.ts'
import type { Attempts } from '../kiosk/visit/limits/attempts.ts'
import {
  createReferences,
  triesOf,
  type DeskConnection,
  type DeskWork,
  type Handlers,
  prepare,
} from './feature.ts'
import { serveDrafts, type Drafts } from './drafts.ts'
import type { KeptDay } from './kept-day.ts'
import { serveAppointments } from './features/appointments.ts'
import { serveAudit, type DeskAuditReading } from './features/audit.ts'
import { serveCategories } from './features/categories.ts'
import { serveChartRecords } from './features/chart-records.ts'
import { serveClinic } from './features/clinic.ts'
import { serveIntegrations } from './features/integrations.ts'
import type { KioskSignIn } from './kiosks/member-door.ts'
import { serveKiosks } from './features/kiosks.ts'
import { servePackets } from './features/packets/packets.ts'
import { servePatients } from './features/patients/patients.ts'
import { serveRemoteCare } from './features/remote-care.ts'
import { serveToday } from './features/today.ts'
import type { DeskCodes } from './kiosks/desk-codes.ts'
import type { KioskHearing } from './kiosks/hearing.ts'
import type { Members } from './members/members.ts'
import type { VisitsHere } from './visits-here.ts'
import type { memberOperations } from '../../shared/desk/member-operations.ts'
import { mapOk, ok } from '../../shared/result.ts'

export interface SessionWork {
  readonly handlers: Handlers<{ queries: typeof deskQueries; commands: typeof deskCommands }>
  /** Cancels work under way, closes the connection, and forgets the patient data that was read. */
  end(): Promise<void>
}

export interface SharedParts {
  readonly members: Members
  readonly auditReading: DeskAuditReading
  readonly kiosks: KioskHearing
  readonly signIn: KioskSignIn
  /** Outlast a session: a patient is on the way to a kiosk while the desk is locked. */
  readonly codes: DeskCodes
  readonly attempts: Pick<Attempts, 'left' | 'count'>
  readonly visits: VisitsHere
  readonly keptDay: KeptDay
  readonly exportFolder: string | null
  readonly clock: WallClock
  readonly clinic: () => Clinic
}

/** Opens the work of one member. `lockForPatient`: a patient has the desk's screen. */
export function openSessionWork(
  parts: SharedParts & {
    readonly memberId: string
    readonly drafts: Drafts
    readonly connection: DeskConnection
    readonly lockForPatient: () => void
  },
): SessionWork {
  const { connection, clock, kiosks, members, memberId } = parts
  const ended = new AbortController()
  const work: DeskWork = {
    read: connection.client.readUntil(ended.signal),
    place: connection.place,
    timeZone: () => parts.clinic().timeZone,
    references: createReferences(),
    tries: triesOf(parts.attempts, memberId),
    exportFolder: parts.exportFolder,
    signal: ended.signal,
    wallTime: () => clock.wallTime(),
    now: () => clock.now(),
  }
  const who = () => ({ by: members.find(memberId)?.name ?? '', member: memberId })
  const { signIn, codes } = parts
  const kioskWork = { references: work.references, hearing: kiosks, signIn, who, codes }
  const hereWork = { visits: parts.visits, lock: parts.lockForPatient }
  return {
    handlers: {
      ...serveToday(work, kiosks, parts.keptDay),
      ...serveKiosks(kioskWork),
      ...servePatients(work),
      ...servePackets(work, kioskWork, hereWork),
      ...serveAppointments(work, kiosks),
      ...serveChartRecords(work),
      ...serveCategories(work),
      ...serveRemoteCare(work),
      ...serveClinic(work),
      ...serveIntegrations(work),
      ...serveMembers(members, memberId),
      ...serveAudit(work, parts.auditReading, members),
      ...serveDrafts(work, parts.drafts, memberId),
    },
    async end() {
      ended.abort()
      await connection.close()
    },
  }
}

/** As `memberId` may see and change them: they check the right once more. */
function serveMembers(members: Members, memberId: string): Handlers<typeof memberOperations> {
  const shown = (made: Awaited<ReturnType<Members['create']>>) =>
    mapOk(made, ({ member, temporary }) => ({ name: member.name, temporary }))
  return {
    members: () => prepare({}, () => ok([...members.list()])),
    emergencies: () => prepare({}, () => ok([...members.emergencies.unseen()])),
    createMember: (draft) => prepare({}, async () => shown(await members.create(memberId, draft))),
    changeMember: ({ memberId: id, patch }) =>
      prepare({ memberId: id }, async () =>
        mapOk(await members.change(memberId, id, patch), () => null),
      ),
    resetMember: ({ memberId: id }) =>
      prepare({ memberId: id }, async () => shown(await members.reset(memberId, id))),
    seeEmergency: ({ emergency }) =>
      prepare({}, () => members.emergencies.see(memberId, emergency)),
  }
}
