import type { GuardSuite } from '../guard.ts'

const app = ['src/renderer/app.browser.test.ts']
const App = 'src/renderer/App.svelte'
const privateInput = 'src/renderer/components/private-input.ts'

/** The guards in our own pages: what is typed in them leaves no trace. */
export const suite: GuardSuite = {
  project: 'components',
  kept: ['src', 'resources', 'svelte.config.js', 'test'],
  files: app,
  guards: [
    {
      name: 'screens: nothing is copied',
      without: [[App, 'oncopy={refuse}', '']],
      test: 'lets nothing leave a field by copy',
    },
    {
      name: 'screens: nothing is cut',
      without: [[App, 'oncut={refuse}', '']],
      test: 'lets nothing leave a field by cut',
    },
    {
      name: 'screens: nothing is dragged out',
      without: [[App, 'ondragstart={refuse}', '']],
      test: 'lets nothing leave a field by dragstart',
    },
    {
      name: 'screens: no spelling is checked',
      without: [[privateInput, "spellcheck: 'false',", '']],
      test: 'birth-date|code-phone|contact-',
    },
    {
      name: 'screens: nothing typed is remembered',
      without: [[privateInput, "autocomplete: 'off',", '']],
      test: 'birth-date|code-phone|contact-',
    },
    {
      name: "screens: nothing typed of staff's is remembered",
      without: [[privateInput, "autocorrect: 'off',", '']],
      test: 'lets the browser remember and correct nothing',
      files: ['src/renderer/staff/credentials.browser.test.ts'],
    },
    {
      name: 'screens: a view that holds more than a screen may know is not taken',
      without: [
        [
          'src/shared/ipc.ts',
          'export const view = z.strictObject({',
          'export const view = z.looseObject({',
        ],
      ],
      test: 'ignores what is no view',
      files: ['src/renderer/state/kiosk.browser.test.ts'],
    },
    {
      name: 'screens: what staff typed in secret is not kept once it is sent',
      without: [
        [
          'src/renderer/state/kiosk.svelte.ts',
          'return isSecret ? undefined : JSON.stringify(command)',
          'return isSecret ? JSON.stringify(command) : JSON.stringify(command)',
        ],
      ],
      test: 'keeps nothing that staff typed in secret',
      files: ['src/renderer/state/kiosk.browser.test.ts'],
    },
  ],
}
