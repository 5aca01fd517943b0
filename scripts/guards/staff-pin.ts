import type { GuardSuite } from '../guard.ts'

const pin = 'src/main/staff/pin/pin.ts'
const secretHash = 'src/main/base/secret-hash.ts'
const wrongTries = 'src/main/base/wrong-tries.ts'
const pinStates = 'src/main/staff/session/pin-states.ts'

/** The guards of the staff PIN: against guessing it, and against doing without it. */
export const suite: GuardSuite = {
  project: 'unit',
  kept: ['src', 'test'],
  files: ['src/main/staff/session/staff-session.test.ts'],
  guards: [
    {
      name: 'PIN: a wrong one is counted before it is compared',
      without: [
        [
          pin,
          'write({ ...record, ...countTry(record, time.now()) })\n        if (!(await isHashed(pin, record)))',
          'const isRight = await isHashed(pin, record)\n        write({ ...record, ...countTry(record, time.now()) })\n        if (!isRight)',
        ],
      ],
      test: 'counts even when the kiosk is killed before the comparison',
      files: ['src/main/staff/pin/pin.test.ts'],
    },
    {
      name: 'PIN: none is compared while the wait goes on',
      without: [[pin, "if (left > 0) return { kind: 'wait', waitMs: left }", '']],
      test: 'a PIN that is not looked at counts nothing|waits for the one before',
      files: ['src/main/staff/pin/pin.test.ts'],
    },
    {
      name: 'PIN: the waits rise, and a restart ends none',
      without: [[wrongTries, 'backoffMs(waits, wrong - freeTries + 1)', 'waits.firstMs']],
      test: 'three tries are free',
      files: ['src/main/staff/pin/pin.test.ts'],
    },
    {
      name: 'PIN: neither a restart nor a clock that someone sets ends a wait',
      without: [[wrongTries, 'notBefore: now + waitMs', 'notBefore: waitMs']],
      test: 'the wait goes on after a restart',
      files: ['src/main/staff/pin/pin.test.ts'],
    },
    {
      name: 'PIN: one that everybody tries first is refused',
      without: [[pin, "isEasyPin(pin) ? 'tooEasy' : 'good'", "'good'"]],
      test: 'is too easy',
      files: ['src/main/staff/pin/pin.test.ts'],
    },
    {
      name: 'PIN: at least six digits',
      without: [[pin, 'pin.length < pinLength.least', 'pin.length < 1']],
      test: 'is too short',
      files: ['src/main/staff/pin/pin.test.ts'],
    },
    {
      name: 'PIN: one that may not be chosen is never kept',
      without: [[pin, "if (assess(pin) !== 'good') throw", "if (pin === '') throw"]],
      test: 'never keeps one that may not be chosen',
      files: ['src/main/staff/pin/pin.test.ts'],
    },
    {
      name: 'PIN: it rests as a hash with a salt of its own',
      without: [
        [secretHash, 'const salt = randomBytes(saltBytes)', 'const salt = Buffer.alloc(saltBytes)'],
      ],
      test: 'keeps a salted hash',
      files: ['src/main/staff/pin/pin.test.ts'],
    },
    {
      name: 'PIN: a guess costs 64 MiB of memory',
      without: [[secretHash, 'N: 2 ** 16', 'N: 2 ** 14']],
      test: 'costs 64 MiB',
      files: ['src/main/staff/pin/pin.test.ts'],
    },
    {
      name: 'PIN: a check that is still under way does not bring the one before back',
      without: [
        [
          pin,
          'check: (pin) =>\n      inSequence(async () =>',
          'check: (pin) =>\n      (async (check) => check())(async () =>',
        ],
      ],
      test: 'does not bring the one before back',
      files: ['src/main/staff/pin/pin.test.ts'],
    },
    {
      name: 'PIN: the one of provisioning forgets no wrong ones at each start',
      without: [[pin, 'if (!present || !(await isHashed(pin, present)))', 'if (pin)']],
      test: 'forgets no wrong attempt when it is the one that is there',
      files: ['src/main/staff/pin/pin.test.ts'],
    },
    {
      name: 'PIN: the first start asks for one before anything else',
      without: [
        [
          'src/main/staff/session/session-machine.ts',
          "{ guard: 'noPin', target: 'firstStart' },",
          '',
        ],
      ],
      test: 'asks for a PIN before anything else',
    },
    {
      name: 'PIN: without it nobody comes in',
      without: [[pinStates, "guard: and([isRight, stateIn('#pad')])", "guard: stateIn('#pad')"]],
      test: 'says wrong, counts it',
    },
    {
      name: 'PIN: the pad takes none while the wait goes on',
      without: [[pinStates, "always: { guard: 'mustWait', target: 'waiting' },", '']],
      test: 'waits after the third wrong one',
    },
    {
      name: 'PIN: a wrong one is in the audit, whatever is closed meanwhile',
      without: [['src/main/staff/session/session-actors.ts', "ports.audit('staffPinWrong')", '']],
      test: 'a wrong PIN is audited even when the pad is closed',
    },
    {
      name: 'PIN: a new one is forgotten once it was kept',
      without: [[pinStates, "exit: 'dropPin',", '']],
      test: 'is in no view, no stored session',
      files: ['src/main/staff/session/session-failures.test.ts'],
    },
    {
      name: 'PIN: it asks for the same again',
      without: [
        [
          'src/main/staff/session/session-setup.ts',
          'context.chosen?.read() === event.pin.read()',
          'event.pin.read() !== context.pinError',
        ],
      ],
      test: 'asks for the same again',
    },
  ],
}
