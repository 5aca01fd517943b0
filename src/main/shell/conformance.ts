import { afterAll, beforeAll, describe, vi, type Mock } from 'vitest'
import type { KioskWindow, Sender } from './port.ts'
import { describeDownloads } from './testing/download-suite.ts'
import { describeForm } from './testing/form-suite.ts'
import { describeFormWalls } from './testing/form-walls-suite.ts'
import { describeHiddenForm } from './testing/hidden-form-suite.ts'
import { describeAddresses } from './testing/hostile/addresses-suite.ts'
import { describeDocuments } from './testing/hostile/documents-suite.ts'
import { describeFeatures } from './testing/hostile/features-suite.ts'
import { describeFrameRace } from './testing/hostile/frame-race-suite.ts'
import { describeKeys } from './testing/hostile/keys-suite.ts'
import { describeProcesses } from './testing/hostile/processes-suite.ts'
import { describeMouse } from './testing/hostile/mouse-suite.ts'
import { describeTrust } from './testing/hostile/trust-suite.ts'
import { describeKiosk } from './testing/kiosk-suite.ts'
import { startSite, type Site } from './testing/sites.ts'
import {
  screenSize,
  writeKioskPage,
  type KioskPages,
  type Subject,
  type SubjectFactory,
} from './testing/subject.ts'

/** What the tests of one shell share. */
export interface Stage {
  subject: Subject
  kiosk: KioskWindow
  /** Commands that reached the kiosk's handler. */
  received: { raw: unknown; sender: Sender }[]
  onClosed: Mock<() => void>
  /** Origin of the completion URL. */
  own: Site
  /** Another origin, on the clinic's list. */
  listed: Site
  /** An origin that no one allowed. */
  forbidden: Site
}

/** Holds a shell to everything that `Shell` promises. */
export function describeShell(name: string, factory: SubjectFactory): void {
  describe(`${name} shell`, () => {
    const stage = {} as Stage
    let pages: KioskPages
    beforeAll(async () => {
      pages = await writeKioskPage()
      stage.own = await startSite('127.0.0.1')
      // Another host name, so that its frames get a process of their own.
      stage.listed = await startSite('localhost')
      stage.forbidden = await startSite('127.0.0.1')
      stage.subject = await factory({ rendererDir: pages.folder, size: screenSize })
      stage.received = []
      stage.onClosed = vi.fn()
      stage.kiosk = await stage.subject.shell.openKiosk({
        locale: 'en',
        onClosed: stage.onClosed,
        handler: (raw, sender) => {
          stage.received.push({ raw, sender })
          return Promise.resolve({ ok: true, echo: raw })
        },
      })
    })
    afterAll(async () => {
      await stage.subject.stop()
      await Promise.all([stage.own, stage.listed, stage.forbidden].map((site) => site.close()))
      await pages.remove()
    })
    describeKiosk(stage)
    describeForm(stage)
    describeFormWalls(stage)
    describeDownloads(stage)
    describeHiddenForm(stage)
    describeDocuments(stage)
    describeFrameRace(stage)
    describeKeys(stage)
    describeFeatures(stage)
    describeAddresses(stage)
    describeMouse(stage)
    describeTrust(stage)
    describeProcesses(stage)
  })
}
