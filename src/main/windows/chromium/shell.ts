import { join } from 'node:path'
import { createEndpointReport, readEndpoint, type DriverEndpoints } from '../driver.ts'
import { openForm, type FormSession } from '../../form-view/form-session.ts'
import { readPages } from '../../form-view/pages.ts'
import type { Shell } from '../port.ts'
import { createPdfPrinter, printedPage, printOptions, unlessAborted } from '../printing.ts'
import { scaledArea, type Size, type TrialWindow } from '../trial-window.ts'
import {
  openKeyboardFocus,
  openWorkArea,
  takeToolKeys,
  type KeyboardFocus,
  type WorkArea,
} from '../x11.ts'
import { sameUser, type BrowserUser } from './browser-user.ts'
import { openFormBrowser } from './form.ts'
import { openBrowserKiosk, type BrowserKiosk } from './kiosk.ts'
import { openProfiles } from './profiles.ts'
import { launchWindow, type BrowserWindow, type Machine } from './launch.ts'
import { answerFromMemory } from './own-page.ts'

/** Creates the shell that runs in the machine's own Chromium. Throws if its pages cannot be read. */
export async function createBrowserShell(options: {
  readonly root: string
  /** A folder with an `index.html`; the project's built pages unless given. */
  readonly rendererDir?: string
  /** Size of the kiosk in CSS px; the screen's unless given. */
  readonly size?: Size | undefined
  /** Leaves the rest of the screen free; before `size`. */
  readonly trial?: TrialWindow | undefined
  readonly display?: string
  readonly user?: BrowserUser | undefined
  readonly profilesDir?: string
  /** Keeps no window ready for another patient: it is opened for one visit. */
  readonly isForOneVisit?: boolean
  readonly openWithinMs?: number
  /** For tests and the walkthrough: opens DevTools endpoints and reports each change of them. */
  readonly onDriver?: ((endpoints: DriverEndpoints) => void) | undefined
}): Promise<Shell> {
  const user = options.user ?? sameUser(options.root)
  const profiles = await openProfiles(options.profilesDir, user)
  const pages = await readPages(options.rendererDir ?? join(options.root, 'out', 'renderer'))
  const machine = {
    root: options.root,
    user,
    profiles,
    env: { ...process.env, ...(options.display && { DISPLAY: options.display }) },
    driver: options.onDriver !== undefined,
    scale: options.trial?.scale,
    openWithinMs: options.openWithinMs,
  }
  const printer = createPdfPrinter((html, signal) => drawPdf(machine, html, signal))
  const report = createEndpointReport(options.onDriver)
  const endpointOf = async (profile: string) => (machine.driver ? readEndpoint(profile) : undefined)

  let kiosk: BrowserKiosk | undefined
  let form: FormSession | undefined
  let keyboard: KeyboardFocus | undefined
  let workArea: WorkArea | undefined
  let toolKeys: { readonly close: () => void } | undefined
  const restack = async () => form?.restack().catch(() => undefined)
  return {
    kind: 'browser',
    async openKiosk(kioskOptions) {
      kiosk = await openBrowserKiosk(
        {
          ...machine,
          pages,
          size: options.size,
          trial: options.trial,
          keepsSpare: !options.isForOneVisit,
          onProfile: async (profile) => report({ kiosk: await endpointOf(profile) }),
          onSpare: async (profile) => report({ spare: profile && (await endpointOf(profile)) }),
          async onRaised() {
            await kiosk?.raise()
            await restack()
          },
          onTouched: () => void restack(),
        },
        kioskOptions,
      )
      const { place } = kiosk
      const columns = options.trial?.at && scaledArea(place, place.pixelRatio)
      // If no X screen lets the kiosk connect, a tap on the keys brings the kiosk to the front for a moment.
      keyboard = await openKeyboardFocus(machine.env, columns).catch(() => undefined)
      workArea = await openWorkArea(machine.env)
      if (!options.trial) toolKeys = await takeToolKeys(machine.env).catch(() => undefined)
      return kiosk
    },
    screenSize() {
      if (!kiosk) throw new Error('the kiosk window is opened before its screen is known')
      const { width, height } = kiosk.place
      return { width, height }
    },
    async openForm(formOptions) {
      if (!kiosk) throw new Error('the kiosk window is opened before a form')
      await form?.close()
      const below = kiosk
      const { left, top, width, height, aside, pixelRatio } = below.place
      const opened = await openForm(formOptions, (events) =>
        openFormBrowser(
          {
            ...machine,
            boundsWith: (insets) => ({
              left,
              top: top + insets.top,
              width,
              height: height - insets.top - insets.bottom,
            }),
            aside,
            async onProfile(profile) {
              if (!profile) form = undefined
              report({ form: profile && (await endpointOf(profile)) })
            },
            raiseKiosk: () => below.raise(),
            keepWithin: (area) => workArea?.set(area && scaledArea(area, pixelRatio)),
            keyboard,
          },
          events,
        ),
      )
      form = opened.ok ? opened.value : undefined
      return opened
    },
    drawPdf: (html) => printer.draw(html),
    async close() {
      await printer.close()
      await form?.close()
      await kiosk?.close()
      keyboard?.close()
      toolKeys?.close()
      await workArea?.close()
      await profiles.close()
    },
  }
}

/** Reads the size of a kiosk, such as `1080x1920` (CSS px); undefined for all else. */
export function sizeOf(text: string | undefined): Size | undefined {
  const [, width, height] = /^(\d{3,5})x(\d{3,5})$/.exec(text ?? '') ?? []
  return width && height ? { width: Number(width), height: Number(height) } : undefined
}

// `.invalid` can never exist: the document is answered from memory.
const address = 'https://foyer-print.invalid/'

async function drawPdf(machine: Machine, html: string, signal: AbortSignal): Promise<Uint8Array> {
  const window = await launchWindow({
    ...machine,
    driver: false,
    locale: 'en',
    isForeign: false,
    name: 'print',
    bounds: undefined,
    prints: 'unseen',
  })
  try {
    return await unlessAborted(signal, print(window, html))
  } finally {
    await window.close()
  }
}

async function print({ page, cdp }: BrowserWindow, html: string): Promise<Uint8Array> {
  await answerFromMemory(page, (url) => (url === address ? printedPage(html) : undefined))
  await cdp.send('Emulation.setScriptExecutionDisabled', { value: true })
  await page.goto(address, { waitUntil: 'load', timeout: 0 })
  const { data } = await cdp.send('Page.printToPDF', printOptions)
  return Buffer.from(data, 'base64')
}
