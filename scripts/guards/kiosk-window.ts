import type { GuardSuite } from '../guard.ts'

const browser = 'src/main/shell/browser'

/** The guards of the kiosk's own window in the browser shell, in a real Chromium. */
export const suite: GuardSuite = {
  project: 'conformance',
  kept: ['src', 'resources'],
  guards: [
    {
      name: 'window: each patient has a browser process and a profile of their own',
      without: [[`${browser}/kiosk.ts`, 'const next = await takeSpare()', 'const next = current']],
      test: 'is clean after it was renewed',
    },
    {
      name: 'window: the process of the patient before is ended',
      without: [[`${browser}/kiosk.ts`, 'ending.add(current)\n', '']],
      test: 'is clean after it was renewed',
    },
    {
      name: 'window: a page that crashed is made anew',
      without: [[`${browser}/kiosk.ts`, 'page.onCrash(', 'void (']],
      test: 'mends itself after its page crashed',
    },
    {
      name: 'window: it shows our own page and no other',
      without: [[`${browser}/kiosk-page.ts`, "route.abort('aborted')", 'route.continue()']],
      test: 'does not leave our page',
    },
    {
      name: 'window: it runs no code that is not a file of ours',
      without: [[`${browser}/kiosk-page.ts`, '...ownPageHeaders, ', '']],
      test: 'runs no script that stands in the page itself',
    },
  ],
}
