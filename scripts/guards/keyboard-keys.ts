import type { GuardSuite } from '../guard.ts'

const keyboard = 'src/main/shell/form-keyboard.ts'

/** The guards of main between Foyer's keys and a form, as far as a fake of the protocol can miss them. */
export const suite: GuardSuite = {
  project: 'unit',
  kept: ['src', 'resources', 'test'],
  files: [keyboard.replace('.ts', '.test.ts')],
  guards: [
    {
      name: 'keys: a key for another field is not typed',
      without: [[keyboard, ' || token !== current?.token', ' || !current']],
      test: 'types for the field that was chosen last',
    },
    {
      name: 'keys: none is typed while none are shown',
      without: [[keyboard, 'if (!input || !shown || ', 'if (!input || ']],
      test: 'types nothing while no keys are shown',
    },
    {
      name: 'keys: a form is not flooded',
      without: [[keyboard, ' || isTooFast()', '']],
      test: 'types at most so many keys',
    },
    {
      name: 'keys: a field takes none before those for the last have arrived',
      without: [[keyboard, 'await within(clock, arriveWithinMs, sent)', '']],
      test: 'types for the next field only once',
    },
    {
      name: 'keys: one is dropped with its field',
      without: [[keyboard, 'if (field !== current) return', '']],
      test: 'drops a key whose field',
    },
    {
      name: 'keys: one waits for what the page makes of the one before',
      without: [[keyboard, 'await within(clock, arriveWithinMs, before)', '']],
      test: 'sends a key only once the one before',
    },
    {
      name: 'keys: one that is pressed between two boxes waits for the next',
      without: [[keyboard, 'if (isCurrent(place)) hold(place)', '']],
      test: 'keeps a key that is pressed between two boxes',
    },
    {
      name: 'keys: another frame moves nothing on',
      without: [[keyboard, 'if (!current || !isCurrent(place)) return', 'if (!current) return']],
      test: 'hears of no move in a frame',
    },
  ],
}
