import type { GuardSuite } from '../guard.ts'

const electron = 'src/main/shell/electron'
const form = 'src/main/shell/electron/form.ts'
const confinePage = 'src/main/shell/electron/confine-page.ts'
const frameGuard = 'src/main/shell/electron/frame-guard.ts'
const restoreForm = 'src/main/shell/electron/restore-form.ts'
const sessions = 'src/main/shell/electron/sessions.ts'

/** The guards of a form and of what a visit leaves in the Electron shell, as far as a fake of Electron can miss them. */
export const suite: GuardSuite = {
  project: 'unit',
  kept: ['src', 'resources', 'test'],
  files: [electron],
  guards: [
    {
      name: 'Electron: a form is guarded before its address is loaded',
      without: [[confinePage, 'await guardFrames(contents', 'void guardFrames(contents']],
      test: 'before every guard stands',
    },
    {
      name: 'Electron: a frame with a process of its own is guarded',
      without: [[frameGuard, "=== 'iframe'", "=== 'none'"]],
      test: 'guards a frame with a process of its own',
    },
    {
      name: 'Electron: scripts of a form see the language of the visit',
      without: [
        ['src/main/shell/form-language.ts', 'acceptLanguage: locale', "acceptLanguage: ''"],
      ],
      test: 'tells scripts the language',
    },
    {
      name: 'Electron: touches in any frame are noticed',
      without: [[frameGuard, "if (payload === 'activity') onActivity()", '']],
      test: 'hears of touches',
    },
    {
      name: 'Electron: no button of the mouse walks the history or pastes',
      without: [
        [
          'src/main/shell/electron/document-guard.ts',
          'if (event.button === 1 || event.button > 2) ',
          'if (false) ',
        ],
      ],
      test: 'takes away what',
    },
    {
      name: 'Electron: a document that is opened anew keeps its guard',
      without: [
        [
          'src/main/shell/electron/document-guard.ts',
          'self.visualViewport?.addEventListener(openedEvent, listen)',
          '',
        ],
      ],
      test: 'opened anew, by reportOpening',
    },
    {
      name: 'Electron: a document that failed takes no place',
      without: [[frameGuard, 'const stays = failed &&', 'const stays = false &&']],
      test: 'no document that failed',
    },
    {
      name: "Electron: the proxy's own answers take no place",
      without: [[frameGuard, '|| isProxyFailure(responseStatusCode)', '']],
      test: 'no document that failed',
    },
    {
      name: 'Electron: a form comes back from an address without a policy',
      without: [[restoreForm, 'else void restore(url)', '']],
      test: 'comes back when another page',
    },
    {
      name: 'Electron: a form that cannot come back is gone',
      without: [[restoreForm, "includes('ERR_ABORTED')) onLost()", "includes('')) onLost()"]],
      test: 'does not come back either',
    },
    {
      name: 'Electron: a form holds no more memory than it may',
      without: [[form, 'limitMemory(held, gone),\n', '']],
      test: 'holds more than a form may',
    },
    {
      name: 'Electron: an origin of a form keeps no more than it may',
      without: [
        [
          'src/main/shell/electron/form.ts',
          'limitMemory(() => largestStorageUsage(contents, storage.value), gone, storageBytes),',
          '',
        ],
      ],
      test: 'one of its origins keeps more',
    },
    {
      name: 'Electron: no session asks for dictionaries',
      without: [[sessions, 'each.setSpellCheckerLanguages([])', '']],
      test: 'takes the dictionaries',
    },
    {
      name: 'Electron: a session that serves no form reaches nothing',
      without: [[sessions, 'proxyRules: nowhere', "proxyRules: ''"]],
      test: 'lets it reach nothing',
    },
    {
      name: 'Electron: a session that is not clean is never used again',
      without: [[sessions, 'if (await isClean(each)) ', '']],
      test: 'never uses a session again',
    },
    {
      name: 'Electron: the process that loads for every session ends with a form',
      without: [[sessions, "if (use === 'form') await endNetworkService(app)", '']],
      test: 'is gone, and it alone',
    },
    {
      name: 'Electron: the process that loads for every session does not end beside a wipe',
      without: [
        [sessions, '      inSequence(async () => {', '      (async (run) => run())(async () => {'],
      ],
      test: 'stays while a session is wiped',
    },
    {
      name: 'Electron: nothing that was marked is left to be pasted',
      without: [['src/main/shell/electron/kiosk.ts', 'electron.clipboard.selection?.clear()', '']],
      test: 'nothing marked for the next',
    },
    {
      name: 'Electron: a session that was wiped tells the visit before nothing',
      without: [
        ['src/main/shell/electron/guards.ts', "session.removeAllListeners('will-download')", ''],
      ],
      test: 'nothing of the visit before',
    },
    {
      name: 'Electron: the end of the kiosk page is awaited',
      without: [['src/main/shell/electron/end-page.ts', '  await destroyed\n', '']],
      test: 'once the page before is destroyed',
    },
    {
      name: 'Electron: a kiosk page that crashes while it is loaded is made again',
      without: [
        ['src/main/shell/electron/own-page.ts', 'await Promise.race([work, gone])', 'await work'],
      ],
      test: 'gone before it stands',
    },
    {
      name: 'Electron: the kiosk page ends with the shell',
      without: [['src/main/shell/electron/shell.ts', '() => kiosk?.close(),', '']],
      test: 'leaves no page behind',
    },
    {
      name: 'Electron: the shell closes its windows also when a form cannot be wiped',
      without: [['src/main/base/close-all.ts', 'failures.push(error)', 'throw error']],
      test: 'closes the kiosk also when a form could not be wiped',
    },
    {
      name: 'Electron: the window is made to fill the screen',
      without: [
        [
          'src/main/shell/electron/kiosk-window.ts',
          'window.setBounds({ ...bounds, height: bounds.height + 1 })',
          '',
        ],
      ],
      test: 'fills the screen',
    },
  ],
}
