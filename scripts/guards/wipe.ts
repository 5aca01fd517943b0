import type { GuardSuite } from '../guard.ts'

const kiosk = 'src/main/visit/kiosk.ts'
const kioskMachine = 'src/main/visit/machine/kiosk-machine.ts'
const profiles = 'src/main/shell/browser/profiles.ts'
const sessions = 'src/main/shell/electron/sessions.ts'

/** The guards of a visit's end: what is gone before the next patient is served. */
export const suite: GuardSuite = {
  project: 'unit',
  kept: ['src', 'test'],
  files: ['src/main/visit/view/view.test.ts'],
  guards: [
    {
      name: 'wipe: the form is gone first',
      without: [
        [
          kiosk,
          'await closeForms()\n        await page.renew()',
          'await page.renew()\n        await closeForms()',
        ],
      ],
      test: 'waits for the form view to be gone before the page is made anew',
      files: ['src/main/visit/machine/interruptions.test.ts'],
    },
    {
      name: 'wipe: the page is made anew at every end',
      without: [[kiosk, 'await page.renew()', '']],
      test: 'wipes before the next visit begins',
      files: ['src/main/visit/machine/interruptions.test.ts'],
    },
    {
      name: 'wipe: a form that was just opening is closed too',
      without: [
        [
          'src/main/visit/machine/form-view.ts',
          'if (over) return view.close()',
          'if (over) return',
        ],
      ],
      test: 'that comes up after the visit has ended|visit has ended',
      files: ['src/main/visit/machine/form-display.test.ts'],
    },
    {
      name: 'wipe: it waits for a form that is still opening',
      without: [['src/main/visit/forms-port.ts', 'if (result?.ok) await result.value.close()', '']],
      test: 'waits in a wipe for a view that is still opening',
      files: ['src/main/visit/machine/form-display.test.ts'],
    },
    {
      name: 'wipe: nobody is served until it worked',
      without: [
        [
          kioskMachine,
          "onError: {\n              target: 'waiting'",
          "onError: {\n              target: '#kiosk.serving'",
        ],
      ],
      test: 'serves nobody until the wipe worked',
      files: ['src/main/visit/machine/interruptions.test.ts'],
    },
    {
      name: 'wipe: a visit that nobody goes on with ends by itself',
      without: [
        [
          'src/main/visit/machine/overlay.ts',
          "warningTime: { target: '#ended', actions: { type: 'end', params: 'idle' } },",
          '',
        ],
      ],
      test: 'idle wipe',
      files: ['src/main/visit/machine/interruptions.test.ts'],
    },
    {
      name: 'wipe: a fault of our own ends in it',
      without: [
        [
          kioskMachine,
          "onError: {\n          target: 'wiping'",
          "onError: {\n          target: 'serving'",
        ],
      ],
      test: 'in the visit itself: it is wiped',
      files: ['src/main/visit/machine/outage.test.ts'],
    },
    {
      name: 'wipe: the language goes back to the clinic’s',
      without: [
        [
          'src/main/visit/machine/idle-guards.ts',
          'context.locale === context.ports.locales[0]',
          'context.locale.length > 0',
        ],
      ],
      test: 'gives it back in the clinic’s language',
      files: ['src/main/visit/machine/interruptions.test.ts'],
    },
    {
      name: 'wipe: a form is hidden while staff have the kiosk',
      without: [[kiosk, 'visible: fillingIn && !covered', 'visible: fillingIn']],
      test: 'see no form while they cover the kiosk',
      files: ['src/main/visit/machine/desk-and-staff.test.ts'],
    },
    {
      name: 'wipe: what killed runs left is deleted at the start',
      without: [[profiles, 'await removeDeadRuns(base, user)', '']],
      test: 'deletes what a killed run left',
      files: ['src/main/shell/browser/profiles.test.ts'],
    },
    {
      name: 'wipe: a profile is deleted with all that was written to it',
      without: [
        [profiles, 'remove: (folder) => user.remove(folder)', 'remove: () => Promise.resolve()'],
      ],
      test: 'makes a folder for each browser, and deletes it',
      files: ['src/main/shell/browser/profiles.test.ts'],
    },
    {
      name: 'wipe: profiles rest in memory where there is such a folder',
      without: [[profiles, 'isMemory(memory) ? memory : tmpdir()', 'tmpdir()']],
      test: 'rests in memory where there is such a folder',
      files: ['src/main/shell/browser/profiles.test.ts'],
    },
    {
      name: 'wipe: no one lists the profiles',
      without: [[profiles, 'await chmod(base, 0o711)', 'await chmod(base, 0o755)']],
      test: 'lets the user of the browser pass through, and no one list',
      files: ['src/main/shell/browser/profiles.test.ts'],
    },
    {
      name: "wipe: profiles are not put into someone else's folder",
      without: [[profiles, '!about.isDirectory() ||', 'false ||']],
      test: 'refuses a place that is not a folder of ours',
      files: ['src/main/shell/browser/profiles.test.ts'],
    },
    {
      name: 'wipe: profiles are not put where others may write',
      without: [[profiles, '!(mode & 0o1022)', 'mode > 0']],
      test: 'refuses a place that others may write to',
      files: ['src/main/shell/browser/profiles.test.ts'],
    },
    {
      name: 'wipe, Electron: the session before is wiped',
      without: [[sessions, 'await wipeSession(each)', '']],
      test: 'makes the page anew in another session',
      files: ['src/main/shell/electron/shell.test.ts'],
    },
    {
      name: 'wipe, Electron: the clipboard is emptied',
      without: [['src/main/shell/electron/kiosk.ts', 'electron.clipboard.clear()', '']],
      test: 'makes the page anew in another session',
      files: ['src/main/shell/electron/shell.test.ts'],
    },
    {
      name: 'wipe, Electron: the page before is destroyed',
      without: [
        [
          'src/main/shell/electron/own-page.ts',
          '    await endPage(contents)\n    await sessions',
          '    await sessions',
        ],
      ],
      test: 'makes the page anew in another session',
      files: ['src/main/shell/electron/shell.test.ts'],
    },
    {
      name: 'wipe, Electron: each page has a session of its own, in memory',
      without: [[sessions, '`${use}-${randomUUID()}`', "'persist:kiosk'"]],
      test: 'makes the page anew in another session',
      files: ['src/main/shell/electron/shell.test.ts'],
    },
  ],
}
