import type { GuardSuite } from '../guard.ts'

const rules = ['src/main/visit/limits/attempts.test.ts']
const kept = ['src/main/vault/store/attempts.test.ts']
const limits = ['src/main/visit/limits/limits.test.ts']
const actors = 'src/main/visit/machine/actors.ts'
const visitSetup = 'src/main/visit/machine/visit-setup.ts'
const attempts = 'src/main/vault/store/attempts.ts'

/** The limits on codes and dates of birth: what slows a guesser down, and what does not help one. */
export const suite: GuardSuite = {
  project: 'unit',
  kept: ['src', 'test'],
  files: limits,
  guards: [
    {
      name: 'limits: a code is counted before it is sent',
      without: [
        [actors, "attempts.count('codeSent', to.contact)\n", ''],
        [
          actors,
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
          actors,
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
          actors,
          "const takeBack = ports.attempts.count('wrongDateOfBirth', subject)\n    const recorded = await ports.service.dateOfBirth(patientId, signal)",
          "const recorded = await ports.service.dateOfBirth(patientId, signal)\n    const takeBack = ports.attempts.count('wrongDateOfBirth', subject)",
        ],
      ],
      test: 'count before the record is asked for',
    },
    {
      name: 'limits: the screen takes no code while the wait goes on',
      without: [[visitSetup, 'context.ports.now() >= context.tryAt', 'context.tryAt >= 0']],
      test: 'is shown, and no code is taken before its end',
    },
    {
      name: 'limits: a new proof resets nothing',
      without: [
        [
          actors,
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
          'src/main/visit/machine/visit-machine.ts',
          '...input,\n',
          '...input,\n    ports: { ...input.ports, attempts: { ...input.ports.attempts, waitMs: () => 0, count: () => () => undefined } },\n',
        ],
      ],
      test: 'is not ended by starting over',
    },
    {
      name: 'limits: they are tight enough for a guesser',
      without: [
        [
          'src/main/visit/limits/attempts.ts',
          '{ windowMs: hourMs, free: 3, firstWaitMs: 30 * secondMs, most: 5 }',
          '{ windowMs: hourMs, free: 3, firstWaitMs: 0, most: 500 }',
        ],
      ],
      test: 'take at most 5 wrong codes an hour',
      files: rules,
    },
    {
      name: 'limits: no clock that someone sets ends a wait',
      without: [[attempts, 'now: () => time.now()', 'now: () => Date.now()']],
      test: 'ends a wait when it has been running for as long',
      files: kept,
    },
    {
      name: 'limits: an attempt is on the disk before it is made',
      without: [
        [
          attempts,
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
          actors,
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
          attempts,
          'ofSubject.all(kind, since, keyedHash(key, subject))',
          'ofSubject.all(kind, since, Buffer.from(subject))',
        ],
        [
          attempts,
          'add.immediate(kind, keyedHash(key, subject)',
          'add.immediate(kind, Buffer.from(subject)',
        ],
      ],
      test: 'knows nobody by name',
      files: kept,
    },
    {
      name: 'limits: a contact in the vault cannot be found out by trying all that there are',
      without: [
        ['src/main/vault/keys/derive.ts', "createHmac('sha256', key)", "createHmac('sha256', '')"],
      ],
      test: 'knows the same contact on another kiosk by another name',
      files: kept,
    },
    {
      name: 'limits: a code is old after ten minutes, whatever the service thinks',
      without: [[visitSetup, 'codeLifeMs = 10 * 60_000', 'codeLifeMs = 100 * 60_000']],
      test: 'is refused by Foyer itself from then on',
      files: ['src/main/visit/machine/code-rules.test.ts'],
    },
  ],
}
