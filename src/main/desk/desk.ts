import type { Clinic } from '../../shared/clinic.ts'
import type { DeskView, VisitEnd } from '../../shared/desk/view.ts'
import type { Locale } from '../../shared/locale.ts'
import { closeAll } from '../base/close-all.ts'
import type { WallClock } from '../base/clock.ts'
import type { CommandHandler } from '../shell/port.ts'
import type { Attempts } from '../visit/limits/attempts.ts'
import type { Log } from '../visit/log-port.ts'
import { shownClinic } from '../visit/view/view-frame.ts'
import type { DeskAudit } from './desk-audit.ts'
import { followKiosks } from './kiosks/follow-kiosks.ts'
import type { DeskCodes } from './kiosks/desk-codes.ts'
import type { KioskHearing } from './kiosks/hearing.ts'
import { createDeskGate } from './gate.ts'
import type { MemberSession } from './members/member-session.ts'
import type { Members } from './members/members.ts'
import type { DeskConnection } from './feature.ts'
import type { DeskAuditReading } from './features/audit.ts'
import { sessionActs } from './session-acts.ts'
import { openSessionWork, type SessionWork } from './session-work.ts'
import type { VisitsHere } from './visits-here.ts'

/** Parts of a desk. */
export interface DeskParts {
  readonly members: Members
  readonly session: MemberSession
  readonly audit: DeskAudit
  /** Reads the audit for an administrator. */
  readonly auditReading: DeskAuditReading
  readonly log: Log
  readonly clock: WallClock
  /** Connects to the service for a member of staff. */
  readonly connect: (memberId: string) => DeskConnection
  readonly kiosks: KioskHearing
  /** They outlast a session: a patient is on the way to a kiosk while the desk is locked. */
  readonly codes: DeskCodes
  /** Counts what members tried in vain; it outlasts a session, too. */
  readonly attempts: Pick<Attempts, 'left' | 'count'>
  /** Gives this desk's own screen to patients. */
  readonly visits: VisitsHere
  readonly clinic: () => Clinic
  readonly isPractice: boolean
  /** Hands a view to the page. */
  readonly show: (view: DeskView) => void
  /** Puts another page in the place of the present one, whose process ends with all that it held. */
  readonly renew: () => Promise<void>
  /** A page that may hold patients' data could not be ended. */
  readonly onStuck: () => void
}

/** The desk of one window. */
export interface Desk {
  readonly handler: CommandHandler
  /** Shows the present view again: the clinic looks different. */
  refresh(): void
  /** Locks it for good; resolves once nothing is under way any more. */
  stop(): Promise<void>
}

/** The member who is served, with their work. */
interface Serving {
  readonly memberId: string
  readonly work: SessionWork
}

/** Opens a desk, locked. It serves whoever is signed in, and at the lock forgets all that it read for them. */
export function openDesk(parts: DeskParts): Desk {
  const { members, session, clock, show } = parts
  let locale: Locale = parts.clinic().locales[0] ?? 'en'
  let serving: Serving | undefined
  /** End of the last visit, shown at the sign-in alone. */
  let afterVisit: VisitEnd | undefined
  let isOver = false
  const ending = new Set<Promise<void>>()

  const sessionNow = (): DeskView['session'] => {
    const member = session.current()
    if (member) return { state: 'open', member }
    if (parts.visits.isOpen()) return { state: 'withPatient' }
    if (!members.hasAny()) return { state: 'setUp' }
    const listed = members.list().filter(({ isActive }) => isActive)
    return {
      state: 'locked',
      members: listed.map(({ id, name }) => ({ id, name })),
      ...(afterVisit && { afterVisit }),
    }
  }
  const refresh = () => {
    if (isOver) return
    const clinic = shownClinic(parts.clinic())
    const glance = kiosks.glance()
    show({ clinic, locale, isPractice: parts.isPractice, kiosks: glance, session: sessionNow() })
  }

  function track(end: Promise<void>): void {
    const tracked = end.finally(() => ending.delete(tracked))
    ending.add(tracked)
    // The caller that awaits the end of the desk gets this error.
    tracked.catch(() => undefined)
  }

  function endServing(): void {
    const ended = serving
    serving = undefined
    if (!ended) return
    // Among what it remembers is who was looked at.
    parts.audit.begin()
    track(ended.work.end())
    if (!isOver) track(parts.renew().catch(() => parts.onStuck()))
  }

  function follow(): void {
    const memberId = session.current()?.id
    if (memberId !== serving?.memberId) {
      endServing()
      parts.audit.begin()
      afterVisit = undefined
      if (memberId !== undefined)
        serving = {
          memberId,
          work: openSessionWork({
            memberId,
            members,
            clock,
            connection: parts.connect(memberId),
            auditReading: parts.auditReading,
            kiosks: parts.kiosks,
            codes: parts.codes,
            attempts: parts.attempts,
            visits: parts.visits,
            lockForPatient: () => session.lock('withPatient'),
          }),
        }
    }
    refresh()
  }

  const kiosks = followKiosks(parts.kiosks, clock, refresh)
  const ends = [
    () => kiosks.stop(),
    session.onLock(endServing),
    session.subscribe(follow),
    members.subscribe(refresh),
    parts.visits.onChange((ended) => {
      afterVisit = ended
      refresh()
    }),
  ]
  const handler = createDeskGate({
    session,
    audit: parts.audit,
    log: parts.log,
    work: () => serving?.work,
    act: sessionActs({
      members,
      session,
      visits: parts.visits,
      chooseLanguage(chosen) {
        locale = chosen
        refresh()
      },
    }),
  })
  refresh()
  return {
    handler,
    refresh,
    async stop() {
      isOver = true
      await closeAll([
        () => session.lock(),
        ...ends,
        endServing,
        async () => {
          await Promise.all(ending)
        },
      ])
    },
  }
}
