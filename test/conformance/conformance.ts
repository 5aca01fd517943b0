import { join } from 'node:path'
import { afterAll, beforeAll, describe, vi, type Mock } from 'vitest'
import type { KioskWindow, Refused, Sender } from '../../src/main/shell/port.ts'
import { describeHostile } from './catalogue.ts'
import { describeDownloads } from './download-suite.ts'
import { describeForm, describeQuiet } from './form-suite.ts'
import { describeFormGuards } from './form-guards-suite.ts'
import { describeFormWalls } from './form-walls-suite.ts'
import { describeHiddenForm } from './hidden-form-suite.ts'
import { describeAddresses } from './hostile/addresses-suite.ts'
import { describeNamedHosts } from './hostile/dns-suite.ts'
import { describeDocuments } from './hostile/documents-suite.ts'
import { describeFeatures } from './hostile/features-suite.ts'
import { describeFrameRace } from './hostile/frame-race-suite.ts'
import { describeKeys } from './hostile/keys-suite.ts'
import { describeProcesses } from './hostile/processes-suite.ts'
import { describeMouse } from './hostile/mouse-suite.ts'
import { describeEaters } from './hostile/storage-suite.ts'
import { describeTrust } from './hostile/trust-suite.ts'
import { describeKiosk } from './kiosk-suite.ts'
import { startOutside, type Outside } from './outside.ts'
import { describeRenewal } from './renewal-suite.ts'
import { startSite, type Site } from './sites.ts'
import {
  screenSize,
  writeKioskPage,
  type KioskPages,
  type Subject,
  type SubjectFactory,
} from './subject.ts'

/** What the tests of one shell share. */
export interface Stage {
  subject: Subject
  kiosk: KioskWindow
  /** Commands that reached the kiosk's handler. */
  received: { raw: unknown; sender: Sender }[]
  onClosed: Mock<() => void>
  /** What was refused to all forms so far, and how many there were. */
  refusedInAll: Refused[]
  formsOpened: number
  /** Origin of the completion URL. */
  own: Site
  /** Another origin, on the clinic's list. */
  listed: Site
  /** An origin that no one allowed. */
  forbidden: Site
  /** What the shell's windows would ask of the network beyond their proxies. */
  outside: Outside
}

/** Where the outcome of every hostile case is written. */
const reports = join(import.meta.dirname, '..', '..', 'out', 'conformance')

/** Holds a shell to everything that `Shell` promises, and then against a hostile page and a hostile hand. */
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
      stage.outside = await startOutside()
      stage.subject = await stage.outside.around(() =>
        factory({ rendererDir: pages.folder, size: screenSize }),
      )
      stage.received = []
      stage.refusedInAll = []
      stage.formsOpened = 0
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
      const servers = [stage.own, stage.listed, stage.forbidden, stage.outside]
      await Promise.all(servers.map((server) => server.close()))
      await pages.remove()
    })
    describeKiosk(stage)
    describeForm(stage)
    describeQuiet(stage)
    describeFormGuards(stage)
    describeHiddenForm(stage)
    const hostile = (half: string, cases: () => void) => describeHostile(name, half, reports, cases)
    hostile('by what a page says', () => {
      describeFormWalls(stage)
      describeDownloads(stage)
      describeDocuments(stage)
      describeFeatures(stage)
      describeAddresses(stage)
      describeTrust(stage)
      describeNamedHosts(stage)
    })
    hostile('by hand and by force', () => {
      describeFrameRace(stage)
      describeKeys(stage)
      describeMouse(stage)
      describeProcesses(stage)
      describeEaters(stage)
    })
    describeRenewal(stage)
  })
}
