import type { GuardSuite } from '../guard.ts'

const answer = 'src/main/bus/members/answer-members.ts'
const ask = 'src/main/bus/members/ask-members.ts'
const door = 'src/main/desk/kiosks/member-door.ts'
const session = 'src/main/staff/session/staff-session.ts'
const ports = 'src/main/staff/session/member-ports.ts'
const machine = 'src/main/staff/session/session-machine.ts'

/** The guards of the desk's members at its kiosks: who comes in there, and what they may do. */
export const suite: GuardSuite = {
  project: 'unit',
  kept: ['src', 'test'],
  files: ['src/main/bus/members/members.test.ts'],
  guards: [
    {
      name: 'members at kiosks: a question is answered once',
      without: [[answer, 'if (!isFirst(from, nonce)) return undefined', 'isFirst(from, nonce)']],
      test: 'plays a sign-in again',
    },
    {
      name: 'members at kiosks: nobody prolongs a question',
      without: [[answer, ' || read.data.until !== question.until', '']],
      test: 'prolongs a sign-in',
    },
    {
      name: 'members at kiosks: who was unpaired meanwhile hears nothing',
      without: [[answer, 'if (!keyOf(from) || !isServing())', 'if (!isServing())']],
      test: 'is unpaired while the desk looks',
    },
    {
      name: 'members at kiosks: a reply belongs to its question',
      without: [[ask, ' && read.data.nonce === nonce', '']],
      test: 'answers with an older yes',
    },
    {
      name: 'members at kiosks: who was deactivated meanwhile does not come in',
      without: [
        [
          door,
          "if (!member || member !== checked.value) return { kind: 'gone' }",
          'if (!member) return checked.value as never',
        ],
      ],
      test: 'is deactivated while the desk looks',
    },
    {
      name: 'members at kiosks: a sign-in is in the desk’s audit',
      without: [[door, "audit.append('memberSignedIn', { member: id, name, kiosk })", 'void name']],
      test: 'is in the desk’s audit with the kiosk',
    },
    {
      name: 'members at kiosks: a command is refused without the role',
      without: [[session, ' && !mayAsk(member.roles, command)', ' && false']],
      test: 'is refused what they may not',
      files: ['src/main/staff/session/member-states.test.ts'],
    },
    {
      name: 'members at kiosks: a service is called with the role alone',
      without: [[ports, 'part !== undefined && !mayUse(roles, part)', 'part === null']],
      test: 'reception: rotate the key',
      files: ['src/main/staff/session/member-ports.test.ts'],
    },
    {
      name: 'members at kiosks: who was in is forgotten',
      without: [
        [machine, "id: 'deciding',\n      entry: forgetMember,", "id: 'deciding',"],
        [machine, "id: 'parting',\n      entry: forgetMember,", "id: 'parting',"],
      ],
      test: 'is forgotten once who is in goes to help',
      files: ['src/main/staff/session/member-states.test.ts'],
    },
  ],
}
