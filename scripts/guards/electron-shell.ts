import type { GuardSuite } from '../guard.ts'

const electron = 'src/main/shell/electron'

/** The guards of the Electron shell, as far as a fake of Electron can miss them. */
export const suite: GuardSuite = {
  project: 'unit',
  kept: ['src', 'resources'],
  files: [electron],
  guards: [
    {
      name: 'Electron: a page does not move its window',
      without: [
        [
          `${electron}/form.ts`,
          "contents.on('content-bounds-updated'",
          "contents.off('content-bounds-updated'",
        ],
      ],
      test: 'neither move its window',
    },
    {
      name: 'Electron: two fingers do not zoom',
      without: [[`${electron}/form.ts`, 'void contents.setVisualZoomLevelLimits(1, 1)', '']],
      test: 'neither move its window',
    },
    {
      name: 'Electron: a certificate error is not passed over',
      without: [[`${electron}/guards.ts`, 'decide(false)', 'decide(true)']],
      test: 'passes over no certificate error',
    },
    {
      name: 'Electron: permissions are denied',
      without: [[`${electron}/guards.ts`, 'answer(false)', 'answer(true)']],
      test: 'without permissions',
    },
    {
      name: 'Electron: a page that is not listed goes nowhere',
      without: [[`${electron}/guards.ts`, '?? false', '?? true']],
      test: 'no one meant to make',
    },
    {
      name: 'Electron: keys of the browser do nothing',
      without: [[`${electron}/guards.ts`, "input.type === 'keyDown' &&", 'false &&']],
      test: 'no one meant to make',
    },
    {
      name: 'Electron: what no header takes away is taken from the page',
      without: [
        [`${electron}/frame-guard.ts`, "'Page.addScriptToEvaluateOnNewDocument'", "'Page.off'"],
      ],
      test: 'reach its own origin and no other',
    },
  ],
}
