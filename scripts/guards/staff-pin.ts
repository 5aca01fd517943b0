import type { GuardSuite } from '../guard.ts'

const staff = 'src/main/staff'
const test = (name: string) => [`${staff}/${name}.test.ts`]

/** The guards of the staff PIN: against guessing it, and against doing without it. */
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
      without: [[`${staff}/pin.ts`, 'if (!present || !(await isPin(pin, present)))', 'if (pin)']],
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
  ],
}
