import type { GuardSuite } from '../guard.ts'

const deskSetup = 'src/main/staff/session/session-setup.ts'
const pinStates = 'src/main/staff/session/pin-states.ts'
const panel = 'src/main/staff/session/panel.ts'
const machine = 'src/main/staff/session/machine-page.ts'
const deskActors = 'src/main/staff/session/session-actors.ts'
const desk = 'src/main/staff/session/staff-session.ts'
const secret = 'src/main/staff/session/secret.ts'
const settingsDesk = 'src/main/staff/services/settings-service.ts'

/** The guards of the staff pad and panel: when they close, what they may do, what is written down of it. */
export const suite: GuardSuite = {
  project: 'unit',
  kept: ['src', 'test'],
  files: ['src/main/staff/session/staff-session.test.ts'],
  guards: [
    {
      name: 'staff: the pad closes by itself',
      without: [[deskSetup, 'pad: 30_000', 'pad: 300_000']],
      test: 'closes by itself after 30 s',
    },
    {
      name: 'staff: the panel locks by itself',
      without: [[deskSetup, 'panel: 2 * 60_000', 'panel: 20 * 60_000']],
      test: 'two again on another page|locks by itself while a new PIN',
    },
    {
      name: 'staff: no touch keeps the panel open for ever',
      without: [[deskSetup, 'sessionMs = 15 * 60_000', 'sessionMs = 150 * 60_000']],
      test: 'locks 15 minutes after the PIN',
      files: ['src/main/staff/session/staff-session.test.ts'],
    },
    {
      name: 'staff: another PIN is chosen only after the present one',
      without: [
        [
          pinStates,
          "[{ guard: confirmsByMember, target: 'member' }, { target: 'present' }]",
          "'choosing'",
        ],
      ],
      test: 'changing the PIN takes what fits it',
      files: ['src/main/staff/session/session-refusals.test.ts'],
    },
    {
      name: 'staff: what they typed is wiped from the page before patients are served',
      without: [
        [
          panel,
          "closeStaff: {\n      target: '#parting'",
          "closeStaff: {\n      target: '#deciding'",
        ],
      ],
      test: 'is wiped from the page before patients are served',
    },
    {
      name: 'staff: the visit ends before anything of the panel is seen',
      without: [[deskActors, 'input.ports.kiosk.pause()', 'Promise.resolve(void input)']],
      test: 'ends the visit before anything of the panel is seen',
    },
    {
      name: 'staff: a patient’s form is hidden under the pad',
      without: [[desk, 'if (hides) cover(true)', '']],
      test: 'covers the visit before it is seen',
    },
    {
      name: 'staff: their commands are refused outside their panel',
      without: [
        [
          pinStates,
          'asking: {\n      always:',
          'asking: {\n      initial: undefined,\n      entry: [],\n      always:',
        ],
        [
          pinStates,
          "on: { submitPin: 'checking' }",
          "on: { submitPin: 'checking', openStaffPage: '#panel', rotateKey: '#panel' }",
        ],
      ],
      test: 'takes what fits it and refuses the rest',
      files: ['src/main/staff/session/session-refusals.test.ts'],
    },
    {
      name: 'staff: a command that is refused is said to be',
      without: [[desk, '|| !snapshot.can(event)', '']],
      test: 'takes what fits it and refuses the rest',
      files: ['src/main/staff/session/session-refusals.test.ts'],
    },
    {
      name: "staff: a patient's commands are refused while staff have the kiosk",
      without: [
        ['src/main/ipc/router.ts', 'if (!(await to.isStaffPresent())) return', 'if (to) return'],
      ],
      test: "gives the patients' commands to the visits",
      files: ['src/main/ipc/router.test.ts'],
    },
    {
      name: 'staff: forgetting the kiosk asks for the PIN once more',
      without: [
        [machine, "{ type: 'answered', params: 'right' as const }, 'mayForget'", "'mayForget'"],
      ],
      test: 'counts a wrong PIN like the pad',
      files: ['src/main/staff/session/panel-machine.test.ts'],
    },
    {
      name: 'staff: whoever comes in is in the audit',
      without: [
        [
          'src/main/staff/session/session-machine.ts',
          "({ context }) => context.ports.audit('staffEntered', howEntered(context)), ",
          '',
        ],
      ],
      test: 'ends the visit before anything of the panel is seen',
    },
    {
      name: 'staff: forgetting is in the audit first',
      without: [[deskActors, "ports.audit('kioskForgotten')", '']],
      test: 'forgets all that the kiosk keeps',
      files: ['src/main/staff/session/panel-machine.test.ts'],
    },
    {
      name: 'staff: a pair that is removed is in the audit first',
      without: [
        [deskSetup, "ports.audit('credentialRemoved', { interface: event.interface, pair })", ''],
      ],
      test: 'are removed, in the audit first',
      files: ['src/main/staff/session/panel.test.ts'],
    },
    {
      name: 'staff: taking the kiosk out of service is in the audit first',
      without: [[panel, "{ type: 'audit', params: { kind: 'takenOutOfService' } },", '']],
      test: 'takes the kiosk out of service and puts it back',
      files: ['src/main/staff/session/panel.test.ts'],
    },
    {
      name: 'staff: no secret stands where something prints or stores it',
      without: [
        [secret, '#value: T', 'value: T'],
        [secret, 'this.#value', 'this.value'],
        [secret, 'this.#value', 'this.value'],
        [secret, 'this.#value', 'this.value'],
        [secret, 'this.#value', 'this.value'],
      ],
      test: 'is found by nothing that prints|is in no view',
      files: ['src/main/staff/session/session-failures.test.ts'],
    },
    {
      name: 'staff: after a fault of our own the kiosk is wiped and locked',
      without: [
        [desk, "if (stood || how === 'start') begin('recover')", "if (stood) begin('start')"],
      ],
      test: 'logged, wiped and locked',
      files: ['src/main/staff/session/session-failures.test.ts'],
    },
    {
      name: 'staff: a kiosk that was not wiped serves nobody',
      without: [
        [pinStates, "{ target: '#recovering' }] as const", "{ target: '#deciding' }] as const"],
      ],
      test: 'a kiosk that is not wiped serves nobody',
      files: ['src/main/staff/session/session-failures.test.ts'],
    },
    {
      name: 'staff: a setting of an administrator is shown and not changed',
      without: [[settingsDesk, 'const canChange = entry.isOfStaff && (', 'const canChange = (']],
      test: 'can be changed where neither an administrator decides',
      files: ['src/main/staff/services/settings-service.test.ts'],
    },
    {
      name: 'staff: a setting that a stronger origin decides is not changed',
      without: [
        [settingsDesk, "(origin === 'default' || origin === 'kiosk')", '(origin !== undefined)'],
      ],
      test: 'can be changed where neither an administrator decides|is not taken, and the answer',
      files: ['src/main/staff/services/settings-service.test.ts'],
    },
  ],
}
