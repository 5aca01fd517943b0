import type { GuardSuite } from '../guard.ts'

const tests = ['src/main/form-origins/form-address.test.ts']

/** The guards of where a patient's forms may stand: what the service may lead to, and what staff may confirm. */
export const suite: GuardSuite = {
  project: 'unit',
  kept: ['src', 'test'],
  files: tests,
  guards: [
    {
      name: 'forms: an address that nobody confirmed leads to the desk, and is not asked for again',
      without: [
        [
          'src/main/visit/machine/visit-setup.ts',
          "return event.failure.kind === 'notConfirmed'",
          "return event.type === 'form.failed' && false",
        ],
      ],
      test: 'an address that nobody confirmed',
      files: ['src/main/visit/machine/packets.test.ts'],
    },
    {
      name: 'forms: the log tells whose an address is, and no more of it',
      without: [
        [
          'src/main/form-origins/form-address.ts',
          "registrableDomain(hostname) ?? 'an address",
          "origin ?? 'an address",
        ],
      ],
      test: 'leaves out what could carry data',
    },
  ],
}
