import type { GuardSuite } from '../guard.ts'

const launch = 'src/main/shell/browser/launch.ts'
const confineDocuments = 'src/main/shell/browser/confine-documents.ts'
const form = 'src/main/shell/browser/form.ts'
const pageGuard = 'src/main/shell/browser/page-guard.ts'
const switches = 'src/main/shell/browser/switches.ts'
const preferences = 'src/main/shell/browser/preferences.ts'
const shellFile = 'src/main/shell/browser/shell.ts'

/** The guards of the browser shell's windows, and the tests of the conformance suite that miss them. */
export const suite: GuardSuite = {
  project: 'conformance',
  kept: ['src', 'resources', 'test'],
  files: ['test/conformance/browser/browser.conformance.test.ts'],
  guards: [
    {
      name: 'the proxy lets through only what is allowed',
      without: [
        ['src/main/shell/proxy.ts', 'if (allowed) return {}', 'if (allowed || !allowed) return {}'],
      ],
      test: 'reaches no other origin by fetch',
    },
    {
      name: 'loopback goes through the proxy too',
      without: [[launch, ", bypass: '<-loopback>'", ", bypass: '127.0.0.1'"]],
      test: 'reaches no other origin by a socket',
    },
    {
      name: 'a forbidden navigation is stopped where it begins',
      without: [
        [
          confineDocuments,
          'return failed || !isAllowed(request.url, rules.policy)',
          'return failed',
        ],
      ],
      test: 'stays where it is when a script',
    },
    {
      name: 'second windows are closed',
      without: [
        [form, 'void popup.close().catch(() => undefined)', ''],
        [pageGuard, "'click',", "'off',"],
      ],
      test: 'opens no window by a click on a link with Shift',
    },
    {
      name: 'a paper is opened by a touch alone',
      without: [['src/main/shell/paper-guard.ts', ' && isTouched()', '']],
      test: 'is not opened by a page that nobody touched',
    },
    {
      name: 'a paper is guarded before it is loaded',
      without: [
        [
          'src/main/shell/browser/reader.ts',
          'await guard(window, { post, onPdf })',
          'await Promise.resolve()',
        ],
      ],
      test: 'has no window of its own, no dialog',
    },
    {
      name: "what a form posts into a window goes to the document's own origin alone",
      without: [
        ['src/main/shell/paper-guard.ts', 'url.origin === post.origin && ', ''],
        ['src/main/shell/papers.ts', ' && (!post || post.origin === new URL(url).origin)', ''],
      ],
      test: 'is not sent what a form posts to another origin',
    },
    {
      name: 'the file chooser is kept closed',
      without: [
        [
          pageGuard,
          "await session.send('Page.setInterceptFileChooserDialog', { enabled: true, cancel: true })",
          '',
        ],
      ],
      test: 'opens no chooser of files|open no file chooser from a frame',
    },
    {
      name: 'downloads are denied',
      without: [[launch, 'acceptDownloads: false', 'acceptDownloads: true']],
      test: 'downloads nothing|answers with a file',
    },
    {
      name: 'what is loaded is not written down',
      without: [[switches, '`--disk-cache-dir=${devNull}`,', '']],
      test: 'downloads nothing|answers with a file',
    },
    {
      name: 'the browser asks for no update',
      without: [[switches, '`--component-updater=disable-pings,url-source=${nowhere}`,', '']],
      test: 'the form view|made no call of the browser',
    },
    {
      name: 'permissions are denied',
      without: [[preferences, 'notifications: block', 'notifications: 1']],
      test: 'gets no permission',
    },
    {
      name: 'no way to ask for a password',
      without: [[preferences, "schemes: 'none'", "schemes: 'basic'"]],
      test: 'shows no box for a password',
    },
    {
      name: 'other programs are not started',
      without: [[pageGuard, "addEventListener('navigate'", "addEventListener('off'"]],
      test: 'cannot be led to another program',
    },
    {
      name: 'keys of the browser do nothing',
      without: [[pageGuard, "prevent('keydown'", "prevent('off'"]],
      test: 'Control.t does not open a tab|F12 does not|Control.p does not print',
    },
    {
      name: 'only real touches count',
      without: [[pageGuard, 'if (event.isTrusted) ', '']],
      test: 'does not take what a script pretends',
    },
    {
      name: 'the history before the form is forgotten',
      without: [[form, "await window.cdp.send('Page.resetNavigationHistory')", '']],
      test: 'has no history to go back to',
    },
    {
      name: 'the profile is deleted',
      without: [[form, 'await parts.profiles.remove(profile)', '']],
      test: 'is gone without a trace',
    },
    {
      name: 'an end that no one asked for is told',
      without: [[form, "context.once('close', gone)", '']],
      test: 'says that it is gone when its process is killed',
    },
    {
      name: 'one form at a time',
      without: [[shellFile, 'await closeForm()\n      const', 'const']],
      test: 'is closed when another is opened',
    },
    {
      name: 'the sender of a command is told by its frame',
      without: [
        [
          'src/main/shell/browser/bridge.ts',
          'source.page === page && isOwn(source.frame)',
          'source.page === page',
        ],
      ],
      test: 'marks what it sends as foreign',
    },
    {
      name: 'links are not opened by a held key',
      without: [[pageGuard, "'click',", "'off',"]],
      test: 'opens no window by a click on a link with (Control|Shift)',
    },
    {
      name: 'the other buttons of the mouse do nothing',
      without: [[pageGuard, "'mousedown mouseup auxclick'", "'off'"]],
      test: 'middle button|button "back"',
    },
    {
      name: 'the wheel does not zoom',
      without: [[pageGuard, "prevent('wheel'", "prevent('off'"]],
      test: 'by no turn of the wheel',
    },
    {
      name: 'two fingers do not zoom',
      without: [[pageGuard, "'touchstart touchmove'", "'off'"]],
      test: 'by no pinch',
    },
    {
      name: 'nothing is dropped on the page',
      without: [[pageGuard, "['dragenter', 'dragover', 'drop']", "['off']"]],
      test: 'is not led away by a',
    },
    {
      name: 'no menu opens',
      without: [[pageGuard, "prevent('contextmenu'", "prevent('off'"]],
      test: 'shows no menu on a right click',
    },
    {
      name: 'nothing is dragged out of the page',
      without: [[pageGuard, "prevent('dragstart'", "prevent('off'"]],
      test: 'dragged out',
    },
    {
      name: "a document of the page's own making is not opened",
      without: [[pageGuard, '/^(https?|javascript):/i', '/^(https?|javascript|about|blob):/i']],
      test: 'of its own making|about:version',
    },
    {
      name: 'what no header takes away is taken from the page',
      without: [[pageGuard, 'await page.addInitScript(removeWebApis, workerEvent)', '']],
      test: 'a window of another size|colour from anywhere|answers in its place',
    },
    {
      name: 'what opens for a field stays within the form',
      without: [
        [
          'src/main/shell/browser/shell.ts',
          'workArea?.set(scaledArea(boundsWith(insets), pixelRatio))',
          'Promise.resolve(pixelRatio)',
        ],
      ],
      test: 'shows the choices of a list within the form|a low form: local',
    },
    {
      name: 'the page is no program for a scheme',
      without: [[preferences, 'custom_handlers: { enabled: false },', '']],
      test: 'being the program for a scheme',
    },
    {
      name: 'memory is limited',
      without: [[form, 'stopMeasuring = limitMemory(window.held, gone)', '']],
      test: 'eats memory',
    },
    {
      name: 'the browser does not ask who is there',
      without: [[switches, '--gaia-config-contents', '--gaia-config-off']],
      test: 'the form view|made no call of the browser',
    },
    {
      name: 'the form stays when the next page fails',
      without: [[confineDocuments, 'return failed || !isAllowed', 'return !isAllowed']],
      test: 'there is no way past the refusal',
    },
    {
      name: 'a touch of the bar leaves the form on the screen',
      without: [[shellFile, 'onTouched: () => void onTouched(),', 'onTouched: () => undefined,']],
      test: 'stays on the screen when the bar above it is touched',
    },
  ],
}
