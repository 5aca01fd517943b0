import type { GuardSuite } from '../guard.ts'

const folder = 'src/main/form-origins'
const staff = 'src/main/staff'
const judged = [`${folder}/judge.test.ts`]
const entries = [`${folder}/entry.test.ts`]
const answered = [`${staff}/form-origins-desk.test.ts`]

/** The guards of where a patient's forms may stand: what the service may lead to, and what staff may confirm. */
export const suite: GuardSuite = {
  project: 'unit',
  kept: ['src'],
  files: judged,
  guards: [
    {
      name: 'forms: none is opened where nobody confirmed',
      without: [
        [
          `${folder}/judge.ts`,
          'origins.some((entry) => isOfEntry(url, entry)) ?',
          'origins.length >= 0 ?',
        ],
      ],
      test: 'was not confirmed|while nothing is confirmed',
    },
    {
      name: 'forms: a real service leads to none on this machine',
      without: [
        [
          `${folder}/judge.ts`,
          'isPractice && isLoopback(url.hostname)',
          'isLoopback(url.hostname)',
        ],
      ],
      test: 'which is this machine',
    },
    {
      name: 'forms: no name for this machine passes as another',
      without: [
        [`${folder}/judge.ts`, "if (isThisMachine(url.hostname)) return refuse('thisMachine')", ''],
      ],
      test: 'which is this machine',
    },
    {
      name: 'forms: an address with credentials is none',
      without: [
        [
          `${folder}/judge.ts`,
          "if (!url || url.username !== '' || url.password !== '')",
          'if (!url)',
        ],
      ],
      test: 'which is malformed',
    },
    {
      name: 'forms: none is opened without TLS',
      without: [[`${folder}/judge.ts`, "url.protocol !== 'https:' ||", '']],
      test: 'which is malformed',
    },
    {
      name: 'forms: a name is below another only at a dot',
      without: [
        [`${folder}/entry.ts`, 'endsWith(`.${above.hostname}`)', 'endsWith(above.hostname)'],
      ],
      test: 'is not of',
      files: entries,
    },
    {
      name: 'forms: nobody lists all names below a public suffix',
      without: [
        [
          `${folder}/entry.ts`,
          "if (star !== '' && registrableDomain(url.hostname) === null)",
          "if (star === '' && registrableDomain(url.hostname) === '')",
        ],
      ],
      test: 'lets in whoever takes a name below it',
      files: entries,
    },
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
          `${folder}/judge.ts`,
          "registrableDomain(hostname) ?? 'an address",
          "origin ?? 'an address",
        ],
      ],
      test: 'leaves out what could carry data',
    },
    {
      name: 'forms: staff confirm no device of the network',
      without: [[`${staff}/form-origins-desk.ts`, '&& judged.error.canBeConfirmed', '']],
      test: 'staff cannot confirm it',
      files: answered,
    },
    {
      name: 'forms: what an administrator lists is not changed by staff',
      without: [
        [
          `${staff}/form-origins-desk.ts`,
          'canConfirm: isOpen &&',
          'canConfirm: isOpen !== null &&',
        ],
      ],
      test: 'is an administrator’s to list',
      files: answered,
    },
    {
      name: 'forms: a yes of staff is in the audit first',
      without: [[`${staff}/desk-setup.ts`, "ports.audit('formOriginConfirmed', { origin })", '']],
      test: 'and a yes is kept, in the audit first',
      files: [`${staff}/panel-origins.test.ts`],
    },
  ],
}
