import type { DeskRefusal, SessionAct } from '../../shared/desk/messages.ts'
import { allowedCommands } from '../../shared/desk/operations.ts'
import type { DeskView, VisitEnd } from '../../shared/desk/view.ts'
import type { Locale } from '../../shared/locale.ts'
import { err, ok, type Result } from '../../shared/result.ts'
import { closeAll } from '../base/close-all.ts'
import type { Log } from '../kiosk/visit/log-port.ts'
import { shownClinic } from '../kiosk/visit/view/view-frame.ts'
import type { DeskAudit } from './desk-audit.ts'
import { createDrafts } from './drafts.ts'
import { followKiosks } from './kiosks/follow-kiosks.ts'
import { createDeskGate } from './gate.ts'
import type { MemberSession } from './members/member-session.ts'
import type { DeskConnection } from './feature.ts'
import { openSessionWork, type SessionWork, type SharedParts } from './session-work.ts'

/** Opens a desk, locked. It serves whoever is signed in, and at the lock forgets all that it read for them. */
export function openDesk(
  parts: SharedParts & {
    readonly session: MemberSession
    readonly audit: DeskAudit
    readonly log: Log
    readonly connect: (memberId: string) => DeskConnection
    readonly isPractice: boolean
    readonly show: (view: DeskView) => void
    /** Puts another page in place of the present one, whose process ends with all that it held. */
    readonly renew: () => Promise<void>
    /** A page that may hold patients' data could not be ended. */
    readonly onStuck: () => void
  },
) {
  const { members, session, visits, show } = parts
  let locale: Locale = parts.clinic().locales[0] ?? 'en'
  let serving: { readonly memberId: string; readonly work: SessionWork } | undefined
  let afterVisit: VisitEnd | undefined
  let isOver = false
  const ending = new Set<Promise<void>>()
  const drafts = createDrafts(parts.clock)

  const sessionNow = (): DeskView['session'] => {
    const member = session.current()
    if (member) return { state: 'open', member }
    if (visits.isOpen()) return { state: 'withPatient' }
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
    show({
      clinic: shownClinic(parts.clinic()),
      locale,
      isPractice: parts.isPractice,
      kiosks: kiosks.glance(),
      session: sessionNow(),
      commands: allowedCommands(({ place, act }) => session.may(place, act)),
    })
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
      if (memberId !== undefined) serving = { memberId, work: workOf(memberId) }
    }
    refresh()
  }

  const workOf = (memberId: string) =>
    openSessionWork({
      ...parts,
      memberId,
      drafts,
      connection: parts.connect(memberId),
      lockForPatient: () => session.lock('withPatient'),
    })

  /** The members audit it. */
  async function act(asked: SessionAct): Promise<Result<null, DeskRefusal>> {
    const opensDesk = asked.act === 'setUp' || asked.act === 'signIn'
    // The patient in front of the screen could reach a desk that opens beneath their forms.
    if (opensDesk && visits.isOpen()) return err({ kind: 'withPatient' })
    switch (asked.act) {
      case 'setUp': {
        const made = await members.setUp({ name: asked.name, secret: asked.secret })
        if (!made.ok) return made
        // The member has just chosen this secret: they are not asked for it twice.
        return session.signIn(made.value.id, asked.secret)
      }
      case 'signIn':
        return session.signIn(asked.memberId, asked.secret)
      case 'changeSecret':
        return session.changeSecret(asked.present, asked.next)
      case 'emergency':
        return session.emergency(asked.reason, asked.role)
      case 'lock':
        session.lock()
        return ok(null)
      case 'endVisit':
        visits.end()
        return ok(null)
      case 'activity':
        session.activity()
        return ok(null)
      case 'singleKeys':
        await session.chooseSingleKeys(asked.areOn)
        return ok(null)
      case 'chooseLanguage':
        locale = asked.locale
        refresh()
        return ok(null)
    }
  }

  const kiosks = followKiosks(parts.kiosks, parts.clock, refresh)
  const ends = [
    () => kiosks.stop(),
    () => drafts.close(),
    () => parts.keptDay.close(),
    session.onLock(endServing),
    session.subscribe(follow),
    members.subscribe(refresh),
    visits.onChange((ended) => {
      afterVisit = ended
      refresh()
    }),
  ]
  const { audit, log } = parts
  const handler = createDeskGate({ session, audit, log, work: () => serving?.work, act })
  refresh()
  return {
    handler,
    refresh,
    /** Nobody is signed in, no patient has its screen, and no member left a form half typed. */
    isFree: () => !session.current() && !visits.isOpen() && drafts.isEmpty(),
    async stop() {
      isOver = true
      await closeAll([() => session.lock(), ...ends, endServing, () => Promise.all(ending)])
    },
  }
}

export type Desk = ReturnType<typeof openDesk>
