import { afterAll, beforeAll, describe, vi } from 'vitest'
import type { ShellFixture } from './shell-fixture.ts'
import { startCaptureProxy } from './capture-proxy.ts'
import { describeDialogs } from './dialog-suite.ts'
import { describeFileFields } from './file-fields-suite.ts'
import { describeDeadEnds, describeFormGuards } from './form-guards-suite.ts'
import { describeFormIsolation, describeReach } from './form-isolation-suite.ts'
import { describeFormKeyboard } from './form-keyboard-suite.ts'
import { describeFormLeaving } from './form-leaving-suite.ts'
import { describeFormSigns } from './form-signs-suite.ts'
import { describeFormEnds, describeFormView, describeQuiet } from './form-suite.ts'
import { describeHiddenForm } from './hidden-form-suite.ts'
import { describeHonestPages } from './honest-pages-suite.ts'
import { describeAddresses } from './hostile/addresses-suite.ts'
import { describeNamedHosts } from './hostile/dns-suite.ts'
import { describeDocuments } from './hostile/documents-suite.ts'
import { describeFeatures } from './hostile/features-suite.ts'
import { describeFrameRace } from './hostile/frame-race-suite.ts'
import { describeKeyboard } from './hostile/keyboard-suite.ts'
import { describeKeys, describeKioskKeys } from './hostile/keys-suite.ts'
import { describeLeaving } from './hostile/leaving-suite.ts'
import { describeMouse } from './hostile/mouse-suite.ts'
import { describeHostilePapers } from './hostile/papers-suite.ts'
import { describeProcesses } from './hostile/processes-suite.ts'
import { describeExhaustion } from './hostile/storage-suite.ts'
import { sharedForm, type SharedForm } from './hostile/shared-form.ts'
import { describeEarlyRequests, describeTrust } from './hostile/trust-suite.ts'
import { describeKiosk } from './kiosk-suite.ts'
import { describeOwnPopups } from './own-popups-suite.ts'
import { describePapers } from './paper-suite.ts'
import { describePdfs } from './pdf-suite.ts'
import { describePrinting } from './print-suite.ts'
import { describeQuietWindows, describeRenewal } from './renewal-suite.ts'
import { formBench, type FormBench } from './open-form.ts'
import { startSite } from './sites.ts'
import { screenSize, writeKioskPage, type KioskPages, type SubjectFactory } from './subject.ts'
import { describeTouchDrag } from './touch-drag-suite.ts'
import { openPointerAndKeyboard } from './x-pointer-and-keyboard.ts'

type Suite = (fixture: ShellFixture) => void

/** Suites of one bench: where a form is a browser to start, their tests have one of each kind after another. */
const onBench =
  (...suites: readonly ((bench: FormBench, fixture: ShellFixture) => void)[]): Suite =>
  (fixture) =>
    describe('a form', () => {
      const bench = formBench(fixture, { serves: 5 })
      for (const describeSuite of suites) describeSuite(bench, fixture)
    })

/** Attempts of a page, and of hands on it, that one form withstands: it stands open from the first to the last. */
const withstood =
  (...suites: readonly ((form: SharedForm, fixture: ShellFixture) => void)[]): Suite =>
  (fixture) =>
    describe('a form that withstands', () => {
      const form = sharedForm(fixture)
      for (const describeSuite of suites) describeSuite(form, fixture)
    })

/** Suites of what patients do, and of what a shell promises them. */
const honest: readonly Suite[] = [
  describeKiosk,
  onBench(
    describeFormView,
    (_bench, fixture) => describeQuiet(fixture),
    describeFormGuards,
    describeTouchDrag,
    describeHonestPages,
    describeDeadEnds,
  ),
  describeFormEnds,
  describeFormSigns,
  describeHiddenForm,
  describeDialogs,
  describeFileFields,
  describePapers,
  describePrinting,
  onBench(describeFormKeyboard, describeOwnPopups),
  describeFormLeaving,
  describeRenewal,
  describeQuietWindows,
]

/** A hostile page, a hostile hand, and what a PDF could do. */
const hostile: readonly Suite[] = [
  onBench(describeFormIsolation),
  withstood(
    describeReach,
    describeEarlyRequests,
    describeFeatures,
    describeAddresses,
    describeKeys,
    describeMouse,
  ),
  describeDocuments,
  describeTrust,
  describeHostilePapers,
  describePdfs,
  describeNamedHosts,
  describeFrameRace,
  describeKioskKeys,
  onBench(describeKeyboard),
  describeLeaving,
  describeProcesses,
  describeExhaustion,
  describeQuietWindows,
]

/** The halves of the suite: files of one each run beside each other. */
const halves = { honest, hostile }

/** Holds a shell to one half of what `Shell` promises. */
export function describeShell(
  name: string,
  half: keyof typeof halves,
  factory: SubjectFactory,
): void {
  describe(`${name} shell`, () => {
    const fixture = {} as ShellFixture
    let pages: KioskPages
    beforeAll(async () => {
      pages = await writeKioskPage()
      fixture.own = await startSite('127.0.0.1')
      // Another host name, so that its frames get a process of their own.
      fixture.listed = await startSite('localhost')
      fixture.forbidden = await startSite('127.0.0.1')
      fixture.outside = await startCaptureProxy()
      fixture.subject = await fixture.outside.around(() =>
        factory({ rendererDir: pages.folder, size: screenSize }),
      )
      fixture.input = await openPointerAndKeyboard(fixture.subject.screen.display)
      fixture.received = []
      fixture.refusedInAll = []
      fixture.formsOpened = 0
      fixture.onClosed = vi.fn()
      fixture.kiosk = await fixture.subject.shell.openKiosk({
        locale: 'en',
        onClosed: fixture.onClosed,
        handler: (raw, sender) => {
          fixture.received.push({ raw, sender })
          return Promise.resolve({ ok: true, echo: raw })
        },
      })
    })
    afterAll(async () => {
      // Where the shell did not start, that is what is told, and not what is missing here.
      const { subject, input } = fixture as Partial<ShellFixture>
      input?.close()
      await subject?.stop()
      const servers = [fixture.own, fixture.listed, fixture.forbidden, fixture.outside]
      await Promise.all(servers.map((server) => server.close()))
      await pages.remove()
    })
    for (const describeSuite of halves[half]) describeSuite(fixture)
  })
}
