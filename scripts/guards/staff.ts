import type { GuardSuite } from '../guard.ts'

const staff = 'src/main/staff'
const test = (name: string) => [`${staff}/${name}.test.ts`]

/** The guards of the staff pad and panel: when they close, what they may do, what is written down of it. */
export const suite: GuardSuite = {
  project: 'unit',
  kept: ['src'],
  files: test('desk'),
  guards: [
    {
      name: 'staff: the pad closes by itself',
      without: [[`${staff}/desk-setup.ts`, 'pad: 30_000', 'pad: 300_000']],
      test: 'closes by itself after 30 s',
    },
    {
      name: 'staff: the panel locks by itself',
      without: [[`${staff}/desk-setup.ts`, 'panel: 2 * 60_000', 'panel: 20 * 60_000']],
      test: 'two again on another page|locks by itself while a new PIN',
    },
    {
      name: 'staff: no touch keeps the panel open for ever',
      without: [[`${staff}/desk-setup.ts`, 'sessionMs = 15 * 60_000', 'sessionMs = 150 * 60_000']],
      test: 'locks 15 minutes after the PIN',
      files: test('desk-warning'),
    },
    {
      name: 'staff: another PIN is chosen only after the present one',
      without: [[`${staff}/pin-states.ts`, "initial: 'present'", "initial: 'choosing'"]],
      test: 'asks for the present PIN before another is chosen',
      files: test('panel-machine'),
    },
    {
      name: 'staff: what they typed is wiped from the page before patients are served',
      without: [
        [
          `${staff}/panel.ts`,
          "closeStaff: {\n      target: '#leaving'",
          "closeStaff: {\n      target: '#deciding'",
        ],
      ],
      test: 'is wiped from the page before patients are served',
    },
    {
      name: 'staff: the visit ends before anything of the panel is seen',
      without: [
        [`${staff}/desk-actors.ts`, 'input.ports.kiosk.pause()', 'Promise.resolve(void input)'],
      ],
      test: 'ends the visit before anything of the panel is seen',
    },
    {
      name: 'staff: a patient’s form is hidden under the pad',
      without: [[`${staff}/desk.ts`, 'if (hides) cover(true)', '']],
      test: 'covers the visit before it is seen',
    },
    {
      name: 'staff: their commands are refused outside their panel',
      without: [
        [
          `${staff}/pin-states.ts`,
          'asking: {\n      always:',
          'asking: {\n      initial: undefined,\n      entry: [],\n      always:',
        ],
        [
          `${staff}/pin-states.ts`,
          "on: { submitPin: 'checking' }",
          "on: { submitPin: 'checking', openStaffPage: '#panel', rotateKey: '#panel' }",
        ],
      ],
      test: '(openStaffPage|rotateKey)$',
      files: test('desk-refusals'),
    },
    {
      name: 'staff: a command that is refused is said to be',
      without: [[`${staff}/desk.ts`, '|| !snapshot.can(event)', '']],
      test: '(openStaffPage|rotateKey|giveCredentials)$',
      files: test('desk-refusals'),
    },
    {
      name: "staff: a patient's commands are refused while staff have the kiosk",
      without: [[`${staff}/desk.ts`, 'if (desk.isAway) return', 'if (desk) return']],
      test: "is the visits' while the kiosk is the patients'",
      files: test('desk-refusals'),
    },
    {
      name: 'staff: forgetting the kiosk asks for the PIN once more',
      without: [
        [
          `${staff}/panel.ts`,
          "{ guard: { type: 'answered', params: 'right' }, target: '#forgetting' }",
          "{ target: '#forgetting' }",
        ],
      ],
      test: 'counts a wrong PIN here like any other',
      files: test('panel-machine'),
    },
    {
      name: 'staff: whoever comes in is in the audit',
      without: [
        [
          `${staff}/desk-machine.ts`,
          "entry: { type: 'audit', params: { kind: 'staffEntered' } },",
          '',
        ],
      ],
      test: 'ends the visit before anything of the panel is seen',
    },
    {
      name: 'staff: forgetting is in the audit first',
      without: [[`${staff}/desk-actors.ts`, "ports.audit('kioskForgotten')", '']],
      test: 'forgets all that the kiosk keeps',
      files: test('panel-machine'),
    },
    {
      name: 'staff: a pair that is removed is in the audit first',
      without: [
        [
          `${staff}/desk-setup.ts`,
          "ports.audit('credentialRemoved', { interface: event.interface, pair })",
          '',
        ],
      ],
      test: 'are removed, in the audit first',
      files: test('panel'),
    },
    {
      name: 'staff: taking the kiosk out of service is in the audit first',
      without: [
        [`${staff}/panel.ts`, "{ type: 'audit', params: { kind: 'takenOutOfService' } },", ''],
      ],
      test: 'takes the kiosk out of service and puts it back',
      files: test('panel'),
    },
    {
      name: 'staff: no secret stands where something prints or stores it',
      without: [
        [`${staff}/secret.ts`, 'readonly #value', 'readonly value'],
        [`${staff}/secret.ts`, 'this.#value', 'this.value'],
        [`${staff}/secret.ts`, 'this.#value', 'this.value'],
      ],
      test: 'is found by nothing that prints|is in no view',
      files: test('desk-secrecy'),
    },
    {
      name: 'staff: after a fault of our own the kiosk is wiped and locked',
      without: [
        [
          `${staff}/desk.ts`,
          "if (stood || how === 'start') begin('recover')",
          "if (stood) begin('start')",
        ],
      ],
      test: 'logged, wiped and locked',
      files: test('desk-failures'),
    },
    {
      name: 'staff: a kiosk that was not wiped serves nobody',
      without: [
        [
          `${staff}/pin-states.ts`,
          "{ target: '#recovering' }] as const",
          "{ target: '#deciding' }] as const",
        ],
      ],
      test: 'a kiosk that is not wiped serves nobody',
      files: test('desk-failures'),
    },
    {
      name: 'staff: a setting of an administrator is shown and not changed',
      without: [
        [
          `${staff}/settings-desk.ts`,
          'const canChange = entry.isOfStaff && (',
          'const canChange = (',
        ],
      ],
      test: 'can be changed where neither an administrator decides',
      files: test('settings-desk'),
    },
    {
      name: 'staff: a setting that a stronger origin decides is not changed',
      without: [
        [
          `${staff}/settings-desk.ts`,
          "(origin === 'default' || origin === 'kiosk')",
          '(origin !== undefined)',
        ],
      ],
      test: 'can be changed where neither an administrator decides|is not taken, and the answer',
      files: test('settings-desk'),
    },
  ],
}
