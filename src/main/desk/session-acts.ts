import type { DeskRefusal, SessionAct } from '../../shared/desk/messages.ts'
import { err, mapOk, ok, type Result } from '../../shared/result.ts'
import { memberReply } from './features/members.ts'
import type { MemberSession } from './members/member-session.ts'
import type { Members } from './members/members.ts'
import type { VisitsHere } from './visits-here.ts'

type Said = Result<null, DeskRefusal>

/** Parts of the session acts. */
export interface SessionActParts {
  readonly members: Pick<Members, 'setUp'>
  readonly session: Pick<
    MemberSession,
    'signIn' | 'changeSecret' | 'chooseSingleKeys' | 'emergency' | 'lock' | 'activity'
  >
  readonly visits: Pick<VisitsHere, 'isOpen' | 'end'>
  readonly chooseLanguage: (
    locale: Extract<SessionAct, { act: 'chooseLanguage' }>['locale'],
  ) => void
}

/** Carries out what concerns the session itself. The members audit it, each in its own words. */
export function sessionActs({ members, session, visits, chooseLanguage }: SessionActParts) {
  return async (act: SessionAct): Promise<Said> => {
    // The patient in front of the screen could reach a desk that opens beneath their forms.
    if (opensDesk(act) && visits.isOpen()) return err({ kind: 'withPatient' })
    switch (act.act) {
      case 'setUp': {
        const made = memberReply(await members.setUp({ name: act.name, secret: act.secret }))
        if (!made.ok) return made
        // The member has just chosen this secret: they are not asked for it twice.
        return done(await session.signIn(made.value.id, act.secret))
      }
      case 'signIn':
        return done(await session.signIn(act.memberId, act.secret))
      case 'changeSecret':
        return done(await session.changeSecret(act.present, act.next))
      case 'emergency':
        return done(session.emergency(act.reason, act.role))
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
        await session.chooseSingleKeys(act.areOn)
        return ok(null)
      case 'chooseLanguage':
        chooseLanguage(act.locale)
        return ok(null)
    }
  }
}

const opensDesk = ({ act }: SessionAct) => act === 'setUp' || act === 'signIn'
const done = (act: Parameters<typeof memberReply>[0]) => mapOk(memberReply(act), () => null)
