import type { GuardSuite } from '../guard.ts'

const staff = 'src/main/staff'
const test = (name: string) => [`${staff}/${name}.test.ts`]

/** The guards of the staff PIN and of what staff may do. */
export const suite: GuardSuite = {
  project: 'unit',
  kept: ['src'],
  files: test('desk'),
  guards: [
    {
      name: 'PIN: a wrong one is counted before it is compared',
      without: [
        [
          `${staff}/pin.ts`,
          'write({ ...record, wrong, notBefore: time.now() + waitAfter(wrong) })\n        if (!(await isPin(pin, record)))',
          'const isRight = await isPin(pin, record)\n        write({ ...record, wrong, notBefore: time.now() + waitAfter(wrong) })\n        if (!isRight)',
        ],
      ],
      test: 'counts even when the kiosk is killed before the comparison',
      files: test('pin'),
    },
    {
      name: 'PIN: none is compared while the wait goes on',
      without: [[`${staff}/pin.ts`, "if (left > 0) return { kind: 'wait', waitMs: left }", '']],
      test: 'a PIN that is not looked at counts nothing|waits for the one before',
      files: test('pin'),
    },
    {
      name: 'PIN: the waits rise, and a restart ends none',
      without: [[`${staff}/pin.ts`, '2 ** (wrong - freeTries)', '1']],
      test: 'three tries are free',
      files: test('pin'),
    },
    {
      name: 'PIN: neither a restart nor a clock that someone sets ends a wait',
      without: [[`${staff}/pin.ts`, 'notBefore: time.now() + waitAfter', 'notBefore: waitAfter']],
      test: 'the wait goes on after a restart',
      files: test('pin'),
    },
    {
      name: 'PIN: one that everybody tries first is refused',
      without: [[`${staff}/pin.ts`, "isEasyPin(pin) ? 'tooEasy' : 'good'", "'good'"]],
      test: 'is too easy',
      files: test('pin'),
    },
    {
      name: 'PIN: at least six digits',
      without: [[`${staff}/pin.ts`, 'pin.length < pinLength.least', 'pin.length < 1']],
      test: 'is too short',
      files: test('pin'),
    },
    {
      name: 'PIN: one that may not be chosen is never kept',
      without: [[`${staff}/pin.ts`, "if (judge(pin) !== 'good') throw", "if (pin === '') throw"]],
      test: 'never keeps one that may not be chosen',
      files: test('pin'),
    },
    {
      name: 'PIN: it rests as a hash with a salt of its own',
      without: [
        [
          `${staff}/pin.ts`,
          'const salt = randomBytes(saltBytes)',
          'const salt = Buffer.alloc(saltBytes)',
        ],
      ],
      test: 'keeps a salted hash',
      files: test('pin'),
    },
    {
      name: 'PIN: a guess costs 64 MiB of memory',
      without: [[`${staff}/pin.ts`, 'N: 2 ** 16', 'N: 2 ** 14']],
      test: 'costs 64 MiB',
      files: test('pin'),
    },
    {
      name: 'PIN: a check that is still under way does not bring the one before back',
      without: [
        [
          `${staff}/pin.ts`,
          'check: (pin) =>\n      inTurn(async () =>',
          'check: (pin) =>\n      (async (check) => check())(async () =>',
        ],
      ],
      test: 'does not bring the one before back',
      files: test('pin'),
    },
    {
      name: 'PIN: the one of provisioning forgets no wrong ones at each start',
      without: [[`${staff}/pin.ts`, 'if (record && (await isPin(pin, record))) return', '']],
      test: 'forgets no wrong attempt when it is the one that is there',
      files: test('pin'),
    },
    {
      name: 'PIN: the first start asks for one before anything else',
      without: [[`${staff}/desk-machine.ts`, "{ guard: 'noPin', target: 'firstStart' },", '']],
      test: 'asks for a PIN before anything else',
    },
    {
      name: 'PIN: without it nobody comes in',
      without: [
        [
          `${staff}/pin-states.ts`,
          "{ guard: { type: 'answered', params: 'right' }, target: '#entering' }",
          "{ target: '#entering' }",
        ],
      ],
      test: 'says wrong, counts it',
    },
    {
      name: 'PIN: the pad takes none while the wait goes on',
      without: [
        [`${staff}/pin-states.ts`, "always: { guard: 'mustWait', target: 'waiting' },", ''],
      ],
      test: 'waits after the third wrong one',
    },
    {
      name: 'PIN: a wrong one is in the audit, whatever is closed meanwhile',
      without: [[`${staff}/desk-actors.ts`, "ports.audit('staffPinWrong')", '']],
      test: 'a wrong PIN is audited even when the pad is closed',
    },
    {
      name: 'PIN: a new one is forgotten once it was kept',
      without: [[`${staff}/pin-states.ts`, "exit: 'dropPin',", '']],
      test: 'is in no view, no stored desk',
      files: test('desk-secrecy'),
    },
    {
      name: 'PIN: it asks for the same again',
      without: [
        [
          `${staff}/desk-setup.ts`,
          'context.chosen?.read() === event.pin.read()',
          'event.pin.read() !== context.pinError',
        ],
      ],
      test: 'asks for the same again',
    },
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
      test: 'forgets all that the kiosk keeps, for the PIN alone',
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
