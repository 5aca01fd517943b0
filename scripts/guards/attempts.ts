import type { GuardSuite } from '../guard.ts'

const vault = 'src/main/vault'
const visit = 'src/main/check-in'
const rules = [`${visit}/attempts.test.ts`]
const kept = [`${vault}/attempts.test.ts`]
const limits = [`${visit}/limits.test.ts`]

/** The limits on codes and dates of birth: what slows a guesser down, and what does not help one. */
export const suite: GuardSuite = {
  project: 'unit',
  kept: ['src'],
  files: limits,
  guards: [
    {
      name: 'limits: a code is counted before it is sent',
      without: [
        [`${visit}/actors.ts`, "attempts.count('codeSent', to.contact)\n", ''],
        [
          `${visit}/actors.ts`,
          "return sent.ok ? ok('sent') : sent",
          "if (sent.ok) attempts.count('codeSent', to.contact)\n  return sent.ok ? ok('sent') : sent",
        ],
      ],
      test: 'count also when it is not known whether they were sent',
    },
    {
      name: 'limits: a wrong code is counted before the service looks at it',
      without: [
        [
          `${visit}/actors.ts`,
          "const takeBack = attempts.count('wrongCode', contact)\n    const result = await service.verifyCode(proof, channel, code, signal)",
          "const result = await service.verifyCode(proof, channel, code, signal)\n    const takeBack = result.ok ? attempts.count('wrongCode', contact) : () => undefined",
        ],
      ],
      test: 'comes of codes too whose answer never arrived',
    },
    {
      name: 'limits: a date of birth is counted before the record is asked for',
      without: [
        [
          `${visit}/actors.ts`,
          "const takeBack = ports.attempts.count('wrongDateOfBirth', subject)\n    const recorded = await ports.service.dateOfBirth(patientId, signal)",
          "const recorded = await ports.service.dateOfBirth(patientId, signal)\n    const takeBack = ports.attempts.count('wrongDateOfBirth', subject)",
        ],
      ],
      test: 'count before the record is asked for',
    },
    {
      name: 'limits: a wrong code stays counted',
      without: [
        [
          `${visit}/actors.ts`,
          "if (result.ok && (result.value === 'verified' || result.value === 'expired')) takeBack()",
          'if (result.ok) takeBack()',
        ],
      ],
      test: 'too many wrong codes',
      files: [`${visit}/identity.test.ts`],
    },
    {
      name: 'limits: no code is looked at while the wait goes on',
      without: [
        [
          `${visit}/actors.ts`,
          "if (mustWait() > 0) return ok(mustWait() > longestWaitMs ? 'locked' : 'wait')",
          '',
        ],
      ],
      test: 'holds also where the screen did not know of it yet',
    },
    {
      name: 'limits: the screen takes no code while the wait goes on',
      without: [
        [`${visit}/visit-setup.ts`, 'context.ports.now() >= context.tryAt', 'context.tryAt >= 0'],
      ],
      test: 'is shown, and no code is taken before its end',
    },
    {
      name: 'limits: no further code is sent while the wait goes on',
      without: [[`${visit}/actors.ts`, "if (waitMs > 0) return ok('wait')", '']],
      test: 'waits for its moment',
    },
    {
      name: 'limits: a contact that must wait long leads to a person',
      without: [[`${visit}/actors.ts`, 'if (waitMs > longestWaitMs ||', 'if (waitMs < 0 ||']],
      test: 'a first one of a visit that must wait long leads to a person',
    },
    {
      name: 'limits: no date of birth is compared once there were too many',
      without: [[`${visit}/actors.ts`, "if (!mayTry()) return ok('limit')", '']],
      test: 'starting over gives no further try, not even with the right date',
      files: [`${visit}/matching.test.ts`],
    },
    {
      name: 'limits: a new proof resets nothing',
      without: [
        [
          `${visit}/actors.ts`,
          "attempts.count('wrongCode', contact)",
          "attempts.count('wrongCode', `${contact} ${proof.token}`)",
        ],
      ],
      test: 'is not ended by a new proof',
    },
    {
      name: 'limits: starting over resets nothing',
      without: [
        [
          `${visit}/machine.ts`,
          '...input,\n',
          '...input,\n    ports: { ...input.ports, attempts: { ...input.ports.attempts, waitMs: () => 0, count: () => () => undefined } },\n',
        ],
      ],
      test: 'is not ended by starting over',
    },
    {
      name: 'limits: they hold for each contact',
      without: [
        [`${visit}/attempts.ts`, 'readyAt(store.times(kind, since(rise), subject), rise)', '0'],
      ],
      test: 'lets some attempts pass, then each waits twice as long',
      files: rules,
    },
    {
      name: 'limits: they hold for the whole kiosk',
      without: [[`${visit}/attempts.ts`, 'readyAt(store.times(kind, since(rise)), rise)', '0']],
      test: 'slows the whole kiosk down too',
      files: rules,
    },
    {
      name: 'limits: each wait is twice as long as the one before',
      without: [[`${visit}/attempts.ts`, '* 2 ** (count - free)', '']],
      test: 'each waits twice as long',
      files: rules,
    },
    {
      name: 'limits: after the most only the end of the window helps',
      without: [[`${visit}/attempts.ts`, 'count >= rise.most', 'count < 0']],
      test: 'lets nothing but the end of the window help',
      files: rules,
    },
    {
      name: 'limits: they are tight enough for a guesser',
      without: [
        [
          `${visit}/attempts.ts`,
          '{ windowMs: hourMs, free: 3, firstWaitMs: 30 * secondMs, most: 5 }',
          '{ windowMs: hourMs, free: 3, firstWaitMs: 0, most: 500 }',
        ],
      ],
      test: 'take at most 5 wrong codes an hour',
      files: rules,
    },
    {
      name: 'limits: no clock that someone sets ends a wait',
      without: [[`${vault}/attempts.ts`, 'now: () => time.now()', 'now: () => Date.now()']],
      test: 'ends a wait when it has been running for as long',
      files: kept,
    },
    {
      name: 'limits: no restart ends a wait',
      without: [[`${vault}/measured-time.ts`, '(kept.get() ?? 0) - monotonic()', '1e12']],
      test: 'ends a wait when it has been running for as long, over restarts',
      files: kept,
    },
    {
      name: 'limits: a sudden end costs a wait a minute at most',
      without: [[`${vault}/measured-time.ts`, 'try {\n      save()', 'try {']],
      test: 'is kept by itself',
      files: [`${vault}/measured-time.test.ts`],
    },
    {
      name: 'limits: an attempt is on the disk before it is made',
      without: [
        [
          `${vault}/attempts.ts`,
          'const row = add.immediate(kind, keyedHash(key, subject), at, forgetUntil)',
          'let row: number | bigint = -1\n      setTimeout(() => (row = add.immediate(kind, keyedHash(key, subject), at, forgetUntil)), 100)',
        ],
      ],
      test: 'has counted before it returns',
      files: kept,
    },
    {
      name: 'limits: a kill in the middle of a try does not undo it',
      without: [
        [
          `${visit}/actors.ts`,
          "const takeBack = attempts.count('wrongCode', contact)\n    const result = await service.verifyCode(proof, channel, code, signal)",
          "const result = await service.verifyCode(proof, channel, code, signal)\n    const takeBack = attempts.count('wrongCode', contact)",
        ],
      ],
      test: 'still counts a code whose check was under way',
      files: kept,
    },
    {
      name: 'limits: no contact stands in the vault',
      without: [
        [
          `${vault}/attempts.ts`,
          'ofSubject.all(kind, since, keyedHash(key, subject))',
          'ofSubject.all(kind, since, Buffer.from(subject))',
        ],
        [
          `${vault}/attempts.ts`,
          'add.immediate(kind, keyedHash(key, subject)',
          'add.immediate(kind, Buffer.from(subject)',
        ],
      ],
      test: 'knows nobody by name',
      files: kept,
    },
    {
      name: 'limits: a contact in the vault cannot be found out by trying all that there are',
      without: [[`${vault}/derive.ts`, "createHmac('sha256', key)", "createHmac('sha256', '')"]],
      test: 'knows the same contact on another kiosk by another name',
      files: kept,
    },
    {
      name: 'limits: a code is old after ten minutes, whatever the service thinks',
      without: [
        [`${visit}/visit-setup.ts`, 'codeLifeMs = 10 * 60_000', 'codeLifeMs = 100 * 60_000'],
      ],
      test: 'is refused by Foyer itself from then on',
      files: [`${visit}/code-rules.test.ts`],
    },
  ],
}
