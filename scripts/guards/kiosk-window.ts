import type { GuardSuite } from '../guard.ts'

const kiosk = 'src/main/shell/browser/kiosk.ts'
const kioskPage = 'src/main/shell/browser/kiosk-page.ts'

/** The guards of the kiosk's own window in the browser shell, in a real Chromium. */
export const suite: GuardSuite = {
  project: 'conformance',
  kept: ['src', 'resources', 'test'],
  files: ['test/conformance/browser/browser.conformance.test.ts'],
  guards: [
    {
      name: 'window: each patient has a browser process and a profile of their own',
      without: [[kiosk, 'const next = await takeSpare()', 'const next = current']],
      test: 'is clean after it was renewed',
    },
    {
      name: 'window: the process of the patient before is ended',
      without: [[kiosk, 'ending.add(current)\n', '']],
      test: 'is clean after it was renewed',
    },
    {
      name: 'window: a page that crashed is made anew',
      without: [[kiosk, 'page.onCrash(', 'void (']],
      test: 'mends itself after its page crashed',
    },
    {
      name: 'window: it shows our own page and no other',
      without: [[kioskPage, "route.abort('aborted')", 'route.continue()']],
      test: 'does not leave our page',
    },
    {
      name: 'window: it runs no code that is not a file of ours',
      without: [[kioskPage, '...ownPageHeaders, ', '']],
      test: 'runs no script that stands in the page itself',
    },
  ],
}
