import type { GuardSuite } from '../guard.ts'

const electron = 'src/main/shell/electron'

/** The guards of a form and of what a visit leaves in the Electron shell, as far as a fake of Electron can miss them. */
export const suite: GuardSuite = {
  project: 'unit',
  kept: ['src', 'resources'],
  files: [electron],
  guards: [
    {
      name: 'Electron: a form is guarded before its address is loaded',
      without: [[`${electron}/form.ts`, 'await guardFrames(contents', 'void guardFrames(contents']],
      test: 'before every guard stands',
    },
    {
      name: 'Electron: a frame with a process of its own is guarded',
      without: [[`${electron}/frame-guard.ts`, "=== 'iframe'", "=== 'none'"]],
      test: 'guards a frame with a process of its own',
    },
    {
      name: 'Electron: scripts of a form see the language of the visit',
      without: [[`${electron}/frame-guard.ts`, 'acceptLanguage: locale', "acceptLanguage: ''"]],
      test: 'tells scripts the language',
    },
    {
      name: 'Electron: touches in any frame are noticed',
      without: [[`${electron}/frame-guard.ts`, "if (payload === 'activity') onActivity()", '']],
      test: 'hears of touches',
    },
    {
      name: 'Electron: no button of the mouse walks the history or pastes',
      without: [
        [
          `${electron}/document-guard.ts`,
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
          `${electron}/document-guard.ts`,
          'self.visualViewport?.addEventListener(openedEvent, listen)',
          '',
        ],
      ],
      test: 'opened anew, by tellOfOpening',
    },
    {
      name: 'Electron: a document that failed takes no place',
      without: [
        [`${electron}/frame-guard.ts`, 'const stays = failed &&', 'const stays = false &&'],
      ],
      test: 'no document that failed',
    },
    {
      name: "Electron: the proxy's own answers take no place",
      without: [[`${electron}/frame-guard.ts`, '|| isProxyFailure(responseStatusCode)', '']],
      test: 'no document that failed',
    },
    {
      name: 'Electron: a form comes back from an address without a policy',
      without: [[`${electron}/kept-form.ts`, 'else void restore(url)', '']],
      test: 'comes back when another page',
    },
    {
      name: 'Electron: a form that cannot come back is gone',
      without: [
        [`${electron}/kept-form.ts`, "includes('ERR_ABORTED')) onLost()", "includes('')) onLost()"],
      ],
      test: 'does not come back either',
    },
    {
      name: 'Electron: a form holds no more memory than it may',
      without: [[`${electron}/form.ts`, 'stopMeasuring = limitMemory(held, gone)', '']],
      test: 'holds more than a form may',
    },
    {
      name: 'Electron: an origin of a form keeps no more than it may',
      without: [
        [
          `${electron}/form.ts`,
          'limitMemory(() => storedBytes(contents, policy), gone, storageBytes),',
          '',
        ],
      ],
      test: 'one of its origins keeps more',
    },
    {
      name: 'Electron: no session asks for dictionaries',
      without: [[`${electron}/sessions.ts`, 'each.setSpellCheckerLanguages([])', '']],
      test: 'takes the dictionaries',
    },
    {
      name: 'Electron: a session that serves no form reaches nothing',
      without: [[`${electron}/sessions.ts`, 'proxyRules: nowhere', "proxyRules: ''"]],
      test: 'lets it reach nothing',
    },
    {
      name: 'Electron: a session that is not clean is never used again',
      without: [[`${electron}/sessions.ts`, 'if (await isClean(each)) ', '']],
      test: 'never uses a session again',
    },
    {
      name: 'Electron: a session that was wiped tells the visit before nothing',
      without: [[`${electron}/guards.ts`, "session.removeAllListeners('will-download')", '']],
      test: 'nothing of the visit before',
    },
    {
      name: 'Electron: the end of the kiosk page is awaited',
      without: [[`${electron}/end-page.ts`, '  await destroyed\n', '']],
      test: 'once the page before is destroyed',
    },
    {
      name: 'Electron: a kiosk page that crashes while it is loaded is made again',
      without: [[`${electron}/own-page.ts`, 'await Promise.race([work, gone])', 'await work']],
      test: 'gone before it stands',
    },
    {
      name: 'Electron: the kiosk page ends with the shell',
      without: [[`${electron}/shell.ts`, 'await kiosk?.close()', '']],
      test: 'leaves no page behind',
    },
    {
      name: 'Electron: the window is made to fill the screen',
      without: [
        [
          `${electron}/kiosk-window.ts`,
          'window.setBounds({ ...bounds, height: bounds.height + 1 })',
          '',
        ],
      ],
      test: 'fills the screen',
    },
  ],
}
