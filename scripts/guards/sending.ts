import type { GuardSuite } from '../guard.ts'

const rules = ['src/main/visit/limits/attempts.test.ts']
const contact = ['src/main/visit/machine/typed.test.ts']
const length = ['src/main/visit/machine/interruptions.test.ts']
const contactFile = 'src/main/visit/machine/contact.ts'
const attempts = 'src/main/visit/limits/attempts.ts'
const visitSetup = 'src/main/visit/machine/visit-setup.ts'

/** Who gets a code, how many, how fast, and how long a visit may last: what an idle hand cannot do to others. */
export const suite: GuardSuite = {
  project: 'unit',
  kept: ['src', 'test'],
  files: ['src/main/visit/machine/identity.test.ts'],
  guards: [
    {
      name: 'sending: to phones of the countries alone that the clinic serves',
      without: [
        [
          contactFile,
          'return country === phoneRegion || phoneCountries.includes(country)',
          'return country !== phoneRegion || phoneCountries.length >= 0',
        ],
      ],
      test: 'no phone of a country that the clinic does not serve',
      files: contact,
    },
    {
      name: 'sending: to nobody’s premium, company or pager number',
      without: [[contactFile, '!ownPhone.has(phone.getType())', 'false']],
      test: 'no number that is nobody’s own phone',
      files: contact,
    },
    {
      name: 'sending: ten codes a day to one contact',
      without: [[attempts, 'atMost(10, dayMs),\n    ],\n    kiosk: [],', '],kiosk: [],']],
      test: 'send one phone at most 5 codes an hour and 10 a day',
      files: rules,
    },
    {
      name: 'sending: fifty wrong codes in a row',
      without: [[attempts, 'atMost(50, 365 * dayMs),', '']],
      test: 'and 50 in a row in a year',
      files: rules,
    },
    {
      name: 'sending: a patient who waits for their turn is not idle',
      without: [[visitSetup, "not(stateIn('#pausing')),", '']],
      test: 'keep the idle time from running',
    },
    {
      name: 'length: a visit ends, whatever is touched',
      without: [
        [
          'src/main/visit/machine/visit-length.ts',
          "warningTime: { target: '#ended', actions: { type: 'end', params: 'tooLong' } },",
          '',
        ],
      ],
      test: 'is ended however often the screen is touched',
      files: length,
    },
    {
      name: 'length: more time can be taken twice',
      without: [[visitSetup, 'context.timesExtended < mostExtensions,', 'context.since >= 0,']],
      test: 'goes on where it was when the patient takes more time',
      files: length,
    },
    {
      name: 'length: the form is hidden beneath the warning',
      without: [['src/main/visit/kiosk.ts', "        length: 'counting',\n", '']],
      test: 'is ended however often the screen is touched',
      files: length,
    },
  ],
}
