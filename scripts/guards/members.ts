import type { GuardSuite } from '../guard.ts'

const members = 'src/main/desk/members/members.ts'
const session = 'src/main/desk/members/member-session.ts'
const check = 'src/main/desk/members/check-secret.ts'
const secret = 'src/main/desk/members/member-secret.ts'
const change = 'src/main/desk/members/change-member.ts'

const sessionTests = 'src/main/desk/members/member-session.test.ts'
const secretTests = 'src/main/desk/members/members.test.ts'
const model = {
  test: 'never gives a right without a session that has it',
  files: ['src/main/desk/members/member-session-model.test.ts'],
}

/** The guards of a desk's members of staff: who they are, what they may, and that it ends. */
export const suite: GuardSuite = {
  project: 'unit',
  kept: ['src', 'test'],
  files: ['src/main/desk/members/members.test.ts'],
  guards: [
    {
      name: 'members: the first administrator is made once',
      without: [
        [members, "if (store.list().length > 0) return err({ kind: 'alreadySetUp' } as const)", ''],
      ],
      test: 'is made once|is one, however many ask at once',
    },
    {
      name: 'members: only an administrator makes one',
      without: [
        [
          members,
          "if (!mayManage(by)) return err({ kind: 'notAllowed' } as const)\n    const [name, roles]",
          'const [name, roles]',
        ],
      ],
      test: 'members are managed by',
    },
    {
      name: 'members: only an administrator changes one',
      without: [
        [
          members,
          "if (!mayManage(by)) return err({ kind: 'notAllowed' })\n    const changed",
          'const changed',
        ],
      ],
      test: 'members are managed by',
    },
    {
      name: 'members: only an administrator resets one',
      without: [
        [
          members,
          "if (!mayManage(by)) return err({ kind: 'notAllowed' } as const)\n    const row",
          'const row',
        ],
      ],
      test: 'members are managed by',
    },
    {
      name: 'members: the last administrator stays one',
      without: [[change, 'isLost && !store.hasOtherAdministrator(id)', 'isLost && id === ""']],
      test: 'leaves an administrator who can manage members',
    },
    {
      name: 'members: who is deactivated loses what they sign in with',
      without: [[change, 'secret: isActive ? row.secret : null', 'secret: row.secret']],
      test: 'takes away what they signed in with',
    },
    {
      name: 'members: a change is in the audit before it holds',
      without: [
        [
          members,
          "audit.append('memberChanged', { by, member: id, ...fields })\n    store.write(changed.value)",
          "store.write(changed.value)\n    audit.append('memberChanged', { by, member: id, ...fields })",
        ],
      ],
      test: 'nothing holds that the audit could not keep',
    },
    {
      name: 'members: a passphrase is not their own name',
      without: [[secret, "if (isOfName(secret, name)) return 'ownName'", '']],
      test: 'is refused: ownName',
      files: [secretTests],
    },
    {
      name: 'members: a PIN that everybody tries first is refused',
      without: [[secret, "return isEasyPin(secret) ? 'tooEasy' : undefined", 'return undefined']],
      test: 'is refused: tooEasy',
      files: [secretTests],
    },
    {
      name: 'members: no secret is compared while the wait goes on',
      without: [[check, "if (left > 0) return err({ kind: 'wait', waitMs: left })", '']],
      test: 'gives nothing, waits, and counts over a restart',
      files: [sessionTests],
    },
    {
      name: 'members: what an open desk asks for is counted as a sign-in is',
      without: [
        [check, 'if (!checked.ok) return checked\n  if (spelled(next)', 'if (spelled(next)'],
      ],
      test: 'cannot be guessed at an open desk|gives no right before the member has chosen',
      files: [sessionTests],
    },
    {
      name: 'desk: a sign-in locks out who was there, right or wrong',
      without: [[session, "lockFor('switched')", 'locks += 1']],
      ...model,
    },
    {
      name: 'desk: a lock ends a sign-in that is under way',
      without: [[session, 'began !== locks || member', 'member']],
      ...model,
    },
    {
      name: 'desk: it locks when nobody touches it',
      without: [
        [
          session,
          "if (live && passedMs(clock, live.touched) >= lockAfterMs()) lockFor('untouched')",
          '',
        ],
      ],
      ...model,
    },
    {
      name: 'desk: a machine that slept is locked when it wakes',
      without: [
        [
          'src/main/desk/members/passed-time.ts',
          'Math.max(clock.now() - elapsed, clock.wallTime() - wall)',
          'wall === 0 ? 0 : clock.now() - elapsed',
        ],
      ],
      ...model,
    },
    {
      name: 'desk: a temporary PIN gives no right',
      without: [
        [
          session,
          'if (!member || member.mustChangeSecret) return false',
          'if (!member) return false',
        ],
      ],
      ...model,
    },
    {
      name: 'desk: who is deactivated, or reset, is locked out',
      without: [
        [
          session,
          "if (!member?.isActive || isReset) return lockFor('changed')",
          'if (!member) return',
        ],
      ],
      ...model,
    },
    {
      name: 'desk: a role that was taken in an emergency ends',
      without: [
        [session, 'live.emergency = null\n', 'if (live.id === "") live.emergency = null\n'],
      ],
      ...model,
    },
    {
      name: 'desk: what was open is forgotten at each lock, whatever fails',
      without: [[session, '...lockListeners, signedOut', 'signedOut']],
      test: 'forgets before anybody hears of it|never gives a right',
      files: [sessionTests, ...model.files],
    },
    {
      name: 'desk: an emergency is in the audit before it gives a right',
      without: [
        ['src/main/desk/members/emergencies.ts', "audit.append('emergencyTaken', fields)", ''],
      ],
      test: 'is had for half an hour|nothing holds that the audit could not keep',
      files: [sessionTests, 'src/main/desk/members/members.test.ts'],
    },
  ],
}
