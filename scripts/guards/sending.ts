import type { GuardSuite } from '../guard.ts'

const visit = 'src/main/check-in'
const rules = [`${visit}/attempts.test.ts`]
const contact = [`${visit}/contact.test.ts`]
const length = [`${visit}/visit-length.test.ts`]

/** Who gets a code, how many, how fast, and how long a visit may last: what an idle hand cannot do to others. */
export const suite: GuardSuite = {
  project: 'unit',
  kept: ['src'],
  files: [`${visit}/sending.test.ts`],
  guards: [
    {
      name: 'sending: to phones of the countries alone that the clinic serves',
      without: [
        [
          `${visit}/contact.ts`,
          'return country === phoneRegion || phoneCountries.includes(country)',
          'return country !== phoneRegion || phoneCountries.length >= 0',
        ],
      ],
      test: 'no phone of a country that the clinic does not serve',
      files: contact,
    },
    {
      name: 'sending: to nobody’s premium, company or pager number',
      without: [[`${visit}/contact.ts`, '!ownPhone.has(phone.getType())', 'false']],
      test: 'no number that is nobody’s own phone',
      files: contact,
    },
    {
      name: 'sending: ten codes a day to one contact',
      without: [
        [`${visit}/attempts.ts`, 'atMost(10, dayMs),\n    ],\n    kiosk: [],', '],kiosk: [],'],
      ],
      test: 'send one phone at most 5 codes an hour and 10 a day',
      files: rules,
    },
    {
      name: 'sending: fifty wrong codes in a row',
      without: [[`${visit}/attempts.ts`, 'atMost(50, 365 * dayMs),', '']],
      test: 'and 50 in a row in a year',
      files: rules,
    },
    {
      name: 'sending: only the owner’s right code forgets wrong ones',
      without: [[`${visit}/attempts.ts`, 'if (!tag.test(subject)) ', '']],
      test: 'lets nobody forget for another',
      files: rules,
    },
    {
      name: 'sending: codes that nobody answers slow the kiosk down',
      without: [[`${visit}/actors.ts`, "attempts.count('unansweredCode', to.contact)\n", '']],
      test: 'are told to staff',
    },
    {
      name: 'sending: the whole kiosk is slowed down, and never locked',
      without: [
        [
          `${visit}/attempts.ts`,
          'Math.min(longestWaitMs, firstWaitMs * 2 ** (count - free))',
          'firstWaitMs * 2 ** (count - free)',
        ],
      ],
      test: 'never waits longer than the longest wait|never make anyone wait longer',
      files: rules,
    },
    {
      name: 'sending: staff are told of unusually many codes',
      without: [
        [
          `${visit}/actors.ts`,
          "if (attempts.isSlowed('unansweredCode')) ports.log.event('unusualCodes', {})",
          '',
        ],
      ],
      test: 'are told to staff',
    },
    {
      name: 'sending: what staff are told does not fill the audit',
      without: [['src/main/vault/audit/audit-log.ts', 'unusualCodes: () => !unusual.isNew(),', '']],
      test: 'tells of unusually many codes once an hour',
      files: ['src/main/vault/audit/audit-log.test.ts'],
    },
    {
      name: 'sending: a patient who waits for their turn is not idle',
      without: [[`${visit}/visit-setup.ts`, "not(stateIn('#pausing')),", '']],
      test: 'keep the idle time from running',
    },
    {
      name: 'length: a visit ends, whatever is touched',
      without: [
        [
          `${visit}/visit-length.ts`,
          "warningTime: { target: '#ended', actions: { type: 'end', params: 'tooLong' } },",
          '',
        ],
      ],
      test: 'is ended however often the screen is touched',
      files: length,
    },
    {
      name: 'length: more time can be taken twice',
      without: [
        [
          `${visit}/visit-setup.ts`,
          'context.timesExtended < mostExtensions,',
          'context.since >= 0,',
        ],
      ],
      test: 'goes on where it was when the patient takes more time',
      files: length,
    },
    {
      name: 'length: the form is hidden beneath the warning',
      without: [[`${visit}/kiosk.ts`, ", length: 'counting'", '']],
      test: 'is ended however often the screen is touched',
      files: length,
    },
  ],
}
