import type { GuardSuite } from '../guard.ts'

const shell = 'src/main/shell'

/** The guards of the documents of a form: what confines each of them, and what stands beside it from its beginning. */
export const suite: GuardSuite = {
  project: 'conformance',
  kept: ['src', 'resources'],
  guards: [
    {
      name: 'documents: only an answer that leads on is passed on as it is',
      without: [
        [
          `${shell}/policy.ts`,
          'return redirects.has(status) && headers.some(leads)',
          'return status >= 300 && status < 400',
        ],
      ],
      test: 'is confined with status (300|302|305|306|399)',
    },
    {
      name: 'documents: the server says nothing of features',
      without: [
        [`${shell}/policy.ts`, "['permissions-policy', 'feature-policy']", '[] as string[]'],
      ],
      test: 'is confined with a list of features that is broken',
    },
    {
      name: 'documents: an answer within an answer is text',
      without: [[`${shell}/policy.ts`, 'kept.flatMap(asText)', 'kept']],
      test: 'is no other answer that one holds inside',
    },
    {
      name: 'documents: a status without a phrase is given one',
      without: [
        [
          `${shell}/browser/confine-documents.ts`,
          "responsePhrase: STATUS_CODES[status] ?? 'Other',",
          '',
        ],
      ],
      test: 'is confined with status (419|520|595|999)',
    },
    {
      name: 'documents: an empty document does not take the place of the form',
      without: [
        [
          `${shell}/browser/page-guard.ts`,
          '/^(https?|javascript):/i',
          '/^(https?|javascript|about):/i',
        ],
      ],
      test: 'is not an empty one without a policy',
    },
    {
      name: 'documents: a frame of another process is guarded before its first script',
      without: [
        [`${shell}/browser/page-guard.ts`, 'await onEachFrameProcess(session, install)', ''],
      ],
      test: 'no tool over frames of another site',
    },
    {
      name: 'documents: a document that is opened anew keeps its guard',
      without: [
        [
          `${shell}/browser/page-guard.ts`,
          'self.visualViewport?.addEventListener(openedEvent, listen)',
          '',
        ],
        [
          `${shell}/browser/page-guard.ts`,
          'new self.MutationObserver(listen).observe(self.document, { childList: true })',
          '',
        ],
      ],
      test: 'loses no guard by document.open',
    },
    {
      name: 'documents: a hidden form is off the screen',
      without: [[`${shell}/browser/form.ts`, 'await setBounds(opened, aside(parts.bounds))', '']],
      test: 'is off the screen each time',
    },
    {
      name: 'documents: the browser itself takes no keys that reach no guard',
      without: [[`${shell}/browser/launch.ts`, "'--force-app-mode',", '']],
      test: 'no tool over frames of its own site|no tool over its own words, opened anew',
    },
  ],
}
