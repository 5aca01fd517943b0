import { join } from 'node:path'
import { afterAll, beforeAll, describe, vi } from 'vitest'
import type { ShellFixture } from './shell-fixture.ts'
import { describeCamera } from './camera-suite.ts'
import { describeHostile } from './catalogue.ts'
import { describeDialogs } from './dialog-suite.ts'
import { describeDownloads } from './download-suite.ts'
import { describeFileFields } from './file-fields-suite.ts'
import { describeForm, describeQuiet } from './form-suite.ts'
import { describeFormGuards } from './form-guards-suite.ts'
import { describeFormSigns } from './form-signs-suite.ts'
import { describeFormKeyboard } from './form-keyboard-suite.ts'
import { describeFormLeaving } from './form-leaving-suite.ts'
import { describeFormIsolation } from './form-isolation-suite.ts'
import { describeHiddenForm } from './hidden-form-suite.ts'
import { describeHonestPages } from './honest-pages-suite.ts'
import { describeAddresses } from './hostile/addresses-suite.ts'
import { describeNamedHosts } from './hostile/dns-suite.ts'
import { describeDocuments } from './hostile/documents-suite.ts'
import { describeFeatures } from './hostile/features-suite.ts'
import { describeFrameRace } from './hostile/frame-race-suite.ts'
import { describeKeyboard } from './hostile/keyboard-suite.ts'
import { describeKeys } from './hostile/keys-suite.ts'
import { describeNextBox } from './hostile/next-box-suite.ts'
import { describeHostilePapers } from './hostile/papers-suite.ts'
import { describeProcesses } from './hostile/processes-suite.ts'
import { describeLeaving } from './hostile/leaving-suite.ts'
import { describeMouse } from './hostile/mouse-suite.ts'
import { describeExhaustion } from './hostile/storage-suite.ts'
import { describeTrust } from './hostile/trust-suite.ts'
import { describeKiosk } from './kiosk-suite.ts'
import { describePaperKinds } from './paper-kinds-suite.ts'
import { describePapers } from './paper-suite.ts'
import { describePdfs } from './pdf-suite.ts'
import { describePrinting } from './print-suite.ts'
import { startCaptureProxy } from './capture-proxy.ts'
import { describeNextBoxes } from './next-box-suite.ts'
import { describeOwnPopups } from './own-popups-suite.ts'
import { describeRenewal } from './renewal-suite.ts'
import { startSite } from './sites.ts'
import { describeTouchDrag } from './touch-drag-suite.ts'
import { screenSize, writeKioskPage, type KioskPages, type SubjectFactory } from './subject.ts'

/** Where the outcome of every hostile case is written. */
const reports = join(import.meta.dirname, '..', '..', 'out', 'conformance')

/** Holds a shell to everything that `Shell` promises, and then against a hostile page and a hostile input. */
export function describeShell(name: string, factory: SubjectFactory): void {
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
      const { subject } = fixture as Partial<ShellFixture>
      await subject?.stop()
      const servers = [fixture.own, fixture.listed, fixture.forbidden, fixture.outside]
      await Promise.all(servers.map((server) => server.close()))
      await pages.remove()
    })
    describeKiosk(fixture)
    describeCamera(fixture)
    describeForm(fixture)
    describeQuiet(fixture)
    describeFormGuards(fixture)
    describeFormSigns(fixture)
    describeHiddenForm(fixture)
    describeDialogs(fixture)
    describeFileFields(fixture)
    describePapers(fixture)
    describePdfs(fixture)
    describePaperKinds(fixture)
    describePrinting(fixture)
    describeFormKeyboard(fixture)
    describeNextBoxes(fixture)
    describeOwnPopups(fixture)
    describeTouchDrag(fixture)
    describeFormLeaving(fixture)
    describeHonestPages(fixture)
    const hostile = (half: string, cases: () => void) => describeHostile(name, half, reports, cases)
    hostile('by what a page says', () => {
      describeFormIsolation(fixture)
      describeDownloads(fixture)
      describeDocuments(fixture)
      describeFeatures(fixture)
      describeAddresses(fixture)
      describeTrust(fixture)
      describeHostilePapers(fixture)
      describeNamedHosts(fixture)
    })
    hostile('by user input and by load', () => {
      describeFrameRace(fixture)
      describeKeys(fixture)
      describeKeyboard(fixture)
      describeNextBox(fixture)
      describeLeaving(fixture)
      describeMouse(fixture)
      describeProcesses(fixture)
      describeExhaustion(fixture)
    })
    describeRenewal(fixture)
  })
}
