import type { GuardSuite } from '../guard.ts'

const guard = 'src/main/shell/field-guard.ts'
const description = 'src/main/shell/field-description.ts'
const move = 'src/main/shell/field-move.ts'

/** The guards beside a form's documents that keep what is typed in the field that the patient chose, in a real Chromium. */
export const suite: GuardSuite = {
  project: 'conformance',
  kept: ['src', 'resources', 'test'],
  files: ['test/conformance/browser/browser.conformance.test.ts'],
  guards: [
    {
      name: 'keyboard: a field is chosen by a real touch alone',
      without: [[guard, 'if (event.isTrusted) listener(event)', 'listener(event)']],
      test: 'is told of no field by a script',
    },
    {
      name: 'keyboard: a focus that a script moves is not chosen',
      without: [[guard, 'if (timeStamp <= byPatientUntil) choose()', 'if (timeStamp) choose()']],
      test: 'steals the focus (in the middle of a key|after each key|all the time)',
    },
    {
      name: 'keyboard: no key reaches another field',
      without: [[guard, 'if (isTypedFor()) return', 'if (areKeysShown) return']],
      test: 'steals the focus (in the middle of a key|after each key|for a frame)',
    },
    {
      name: 'keyboard: a document that is opened anew keeps its guard',
      without: [
        [guard, 'self.visualViewport?.addEventListener(openedEvent, listen)', ''],
        [
          guard,
          'new self.MutationObserver(listen).observe(self.document, { childList: true })',
          '',
        ],
      ],
      test: 'takes the listeners from its window',
    },
    {
      name: 'keyboard: what is not seen is no field',
      without: [[description, "if (style.visibility !== 'visible') return undefined", '']],
      test: 'makes a field of something that is not seen',
    },
    {
      name: 'keyboard: one key moves the focus once',
      without: [[guard, '    lastKey = undefined\n    const node', '    const node']],
      test: 'moves on once for a key',
    },
    {
      name: 'keyboard: a next box takes the same keys',
      without: [[guard, 'if (field.kind !== told?.kind || ', 'if (!told || ']],
      test: 'a box that is for another kind of text',
    },
    {
      name: 'keyboard: a next box hides what the one before hides',
      without: [[guard, ' || field.hides !== told.hides', '']],
      test: 'a box that is for a password|shows no letter of a password',
    },
    {
      name: 'keyboard: a next box is seen',
      without: [
        [guard, 'if (!isSeen || !has(node)) return leave()', 'if (!has(node)) return leave()'],
      ],
      test: 'a box that is (transparent|filtered away|cut away|beyond the edge|covered)',
    },
    {
      name: 'keyboard: a next box is of the same form',
      without: [[move, ' || from.form !== to.form', '']],
      test: 'a box that is of another form',
    },
    {
      name: 'keyboard: a next box is empty',
      without: [[move, "if (writes && to.value !== '') return false", '']],
      test: 'a box that is full',
    },
    {
      name: 'keyboard: words go on from a full box alone',
      without: [[move, '(maxLength < 1 || value.length < maxLength)', '(maxLength < 1)']],
      test: 'does not go on from words',
    },
    {
      name: 'keyboard: a next box is large enough to be seen',
      without: [[move, '!isBig || ', '']],
      test: 'a box that is small',
    },
    {
      name: 'keyboard: a next box is near',
      without: [[move, ' || Math.max(across, down) > farthest', '']],
      test: 'a box that is far away',
    },
    {
      name: 'colours: a field for them has no eye dropper',
      without: [['src/main/shell/engine-switches.ts', "'EyeDropper',", '']],
      test: 'takes no colour from Foyer',
    },
    {
      name: 'keyboard: the letters in a next box are seen',
      without: [[move, 'return !/^rgba', 'return /./.test(to.tagName) || !/^rgba']],
      test: 'a box that is without a colour of letters',
    },
  ],
}
