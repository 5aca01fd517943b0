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
          'src/main/visit/machine/form-endings.ts',
          "failureOf(event).kind === 'notConfirmed'",
          "failureOf(event).kind === 'notConfirmed' && false",
        ],
      ],
      test: 'nobody confirmed it',
      files: ['src/main/visit/machine/finding-forms.test.ts'],
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
    {
      name: 'forms: an origin that only a wildcard names is limited before its first document',
      without: [['src/main/shell/storage-origins.ts', 'await add(origin)', '']],
      test: 'limits what is named one by one',
      files: ['src/main/shell/storage-origins.test.ts'],
    },
    {
      name: 'forms: what a page may reach has no wildcard above a registered name',
      without: [
        [
          'src/main/form-origins/origin-entry.ts',
          "star !== '' && registrableDomain(url.hostname) === null",
          'false',
        ],
      ],
      test: 'is none, and the answer names it',
      files: ['src/main/form-origins/origin-entry.test.ts'],
    },
    {
      name: 'log: an origin stands whole in its field, and no path or query with it',
      without: [['src/main/log/log-line.ts', 'url?.origin === text &&', 'url !== null &&']],
      test: 'holds no more of an address',
      files: ['src/main/log/log.test.ts'],
    },
    {
      name: 'log: a page that makes up hosts fills no log with them',
      without: [['src/main/vault/audit/audit-log.ts', ' && whole.size < mostWhole', '']],
      test: 'twenty of them in a visit',
      files: ['src/main/vault/audit/audit-log.test.ts'],
    },
    {
      name: 'log: a form is told to have tried a hundred things at most',
      without: [
        ['src/main/bootstrap/form-refusals.ts', '!line && lines.size >= mostTold', 'false'],
      ],
      test: 'a hundred different things at most',
      files: ['src/main/bootstrap/form-refusals.test.ts'],
    },
    {
      name: 'forms: no service worker is registered',
      without: [
        [
          'src/main/shell/removed-web-apis.ts',
          "defineProperty(workers, 'register',",
          "defineProperty({}, 'register',",
        ],
      ],
      test: 'leaves the door to service workers',
      files: ['src/main/shell/removed-web-apis.test.ts'],
    },
  ],
}
