import type { GuardSuite } from '../guard.ts'

const pageGuard = 'src/main/shell/browser/page-guard.ts'

/** Without it the browser takes keys that reach no guard; with it they do nothing, whatever guard a document lost. */
const noAppMode = ['src/main/shell/browser/launch.ts', "'--force-app-mode',", ''] as const

/** The guards of the documents of a form: what confines each of them, and what stands beside it from its beginning. */
export const suite: GuardSuite = {
  project: 'conformance',
  kept: ['src', 'resources', 'test'],
  files: ['test/conformance/browser/browser.conformance.test.ts'],
  guards: [
    {
      name: 'documents: a status without a phrase is given one',
      without: [
        [
          'src/main/shell/browser/confine-documents.ts',
          "responsePhrase: STATUS_CODES[status] ?? 'Other',",
          '',
        ],
      ],
      test: 'is confined with status (419|520|595|999)',
    },
    {
      name: 'documents: an empty document does not take the place of the form',
      without: [[pageGuard, '/^(https?|javascript):/i', '/^(https?|javascript|about):/i']],
      test: 'is not an empty one without a policy',
    },
    {
      name: 'documents: a frame of another process is guarded before its first script',
      without: [noAppMode, [pageGuard, 'await onEachFrameProcess(session, install, onWorker)', '']],
      test: 'no tool over frames of another site',
    },
    {
      name: 'documents: a document that is opened anew keeps its guard',
      without: [
        noAppMode,
        [pageGuard, 'self.visualViewport?.addEventListener(openedEvent, listen)', ''],
        [
          pageGuard,
          'new self.MutationObserver(listen).observe(self.document, { childList: true })',
          '',
        ],
      ],
      test: 'loses no guard by document.open',
    },
    {
      name: 'documents: a hidden form is off the screen',
      without: [['src/main/shell/browser/form.ts', 'visible ? bounds : unseen()', 'bounds']],
      test: 'is off the screen each time',
    },
    {
      name: 'documents: the browser itself takes no keys that reach no guard',
      without: [noAppMode],
      test: 'no tool over frames of its own site|no tool over its own words, opened anew',
    },
  ],
}
