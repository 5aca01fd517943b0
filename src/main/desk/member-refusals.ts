import type { DeskRefusal } from '../../shared/desk/messages.ts'
import type {
  ChangeSecretFault,
  EmergencyFault,
  MemberFault,
  SeeEmergencyFault,
  SignInFault,
} from '../../shared/desk/members.ts'

type Fault = SignInFault | ChangeSecretFault | MemberFault | EmergencyFault | SeeEmergencyFault

/** What a page is told of a fault. That a member does not exist is no secret of a list that it was shown. */
export function memberRefusal(fault: Fault): DeskRefusal {
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
