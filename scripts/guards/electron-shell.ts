import type { GuardSuite } from '../guard.ts'

const electron = 'src/main/shell/electron'
const confinePage = 'src/main/shell/electron/confine-page.ts'
const guards = 'src/main/shell/electron/guards.ts'

/** The guards of the Electron shell, as far as a fake of Electron can miss them. */
export const suite: GuardSuite = {
  project: 'unit',
  kept: ['src', 'resources', 'test'],
  files: [electron],
  guards: [
    {
      name: 'Electron: a page does not move its window',
      without: [
        [
          confinePage,
          "contents.on('content-bounds-updated'",
          "contents.off('content-bounds-updated'",
        ],
      ],
      test: 'neither move its window',
    },
    {
      name: 'Electron: two fingers do not zoom',
      without: [[confinePage, 'void contents.setVisualZoomLevelLimits(1, 1)', '']],
      test: 'neither move its window',
    },
    {
      name: 'Electron: a certificate error is not passed over',
      without: [[guards, 'decide(false)', 'decide(true)']],
      test: 'passes over no certificate error',
    },
    {
      name: 'Electron: permissions are denied',
      without: [[guards, 'answer(false)', 'answer(true)']],
      test: 'without permissions',
    },
    {
      name: 'Electron: a page that is not listed goes nowhere',
      without: [[guards, '?? false', '?? true']],
      test: 'no one meant to make',
    },
    {
      name: 'Electron: keys of the browser do nothing',
      without: [[guards, "input.type === 'keyDown' &&", 'false &&']],
      test: 'no one meant to make',
    },
    {
      name: 'Electron: what no header takes away is taken from the page',
      without: [
        [
          'src/main/shell/electron/frame-guard.ts',
          "'Page.addScriptToEvaluateOnNewDocument'",
          "'Page.off'",
        ],
      ],
      test: 'reach its own origin and no other',
    },
  ],
}
