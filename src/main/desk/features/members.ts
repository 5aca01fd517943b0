import type { memberOperations } from '../../../shared/desk/member-operations.ts'
import type {
  ChangeSecretFault,
  EmergencyFault,
  MemberFault,
  SeeEmergencyFault,
  SignInFault,
} from '../../../shared/desk/members.ts'
import type { DeskRefusal } from '../../../shared/desk/messages.ts'
import { err, mapOk, ok, type Result } from '../../../shared/result.ts'
import { onNothing, type Handlers, type Reply } from '../feature.ts'
import type { Members } from '../members/members.ts'

/** Serves the members of staff, as `memberId` may see and change them: they check the right once more. */
export function serveMembers(
  members: Members,
  memberId: string,
): Handlers<typeof memberOperations> {
  const onMember = <T>(id: string, run: () => Reply<T>) => ({ records: { memberId: id }, run })
  const shown = (made: Awaited<ReturnType<Members['create']>>) =>
    memberReply(mapOk(made, ({ member, temporary }) => ({ name: member.name, temporary })))
  return {
    members: () => onNothing(() => ok([...members.list()])),
    emergencies: () => onNothing(() => ok([...members.emergencies.unseen()])),
    createMember: (draft) => onNothing(async () => shown(await members.create(memberId, draft))),
    changeMember: ({ memberId: id, patch }) =>
      onMember(id, async () =>
        memberReply(mapOk(await members.change(memberId, id, patch), () => null)),
      ),
    resetMember: ({ memberId: id }) =>
      onMember(id, async () => shown(await members.reset(memberId, id))),
    seeEmergency: ({ emergency }) =>
      onNothing(() => memberReply(members.emergencies.see(memberId, emergency))),
  }
}

type Fault = SignInFault | ChangeSecretFault | MemberFault | EmergencyFault | SeeEmergencyFault

/** Converts the result of an act on members for a page. */
export const memberReply = <T>(done: Result<T, Fault>): Result<T, DeskRefusal> =>
  done.ok ? done : err(memberRefusal(done.error))

/** That a member does not exist is no secret of a list that the page was shown. */
function memberRefusal(fault: Fault): DeskRefusal {
  switch (fault.kind) {
    case 'wrong':
      return { kind: 'wrongSecret', waitMs: fault.waitMs }
    case 'wait':
      return { kind: 'mustWait', waitMs: fault.waitMs }
    case 'badReason':
      return { kind: 'reasonNeeded' }
    case 'alreadyHeld':
      return { kind: 'malformed' }
    case 'unknownEmergency':
    case 'unknownMember':
    case 'inactive':
      return { kind: 'unknownReference' }
    case 'badSecret':
      return { kind: 'badSecret', why: fault.why }
    case 'notSignedIn':
    case 'superseded':
      return { kind: 'locked' }
    case 'notAllowed':
    case 'alreadySetUp':
    case 'mustChangeSecret':
      return { kind: 'noRight' }
    case 'noSecret':
    case 'badName':
    case 'nameTaken':
    case 'noRole':
    case 'lastAdministrator':
    case 'ownSecret':
    case 'ownEmergency':
      return { kind: fault.kind }
  }
}
