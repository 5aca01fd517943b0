import { readEndpoint, type DriverEndpoints } from '../driver.ts'
import { createSequencer } from '../../base/sequencer.ts'
import { readPages } from '../pages.ts'
import { createPdfPrinter } from '../printing.ts'
import type { FormView, Insets } from '../../../shared/windows.ts'
import type { Way } from '../../../shared/form-entry.ts'
import type { FormViewOptions, Shell } from '../port.ts'
import { scaledArea, type TrialWindow } from '../trial-window.ts'
import { openWorkArea, type WorkArea } from '../x-work-area.ts'
import { sameUser, type BrowserUser } from './browser-user.ts'
import { drawPdf } from './draw-pdf.ts'
import { formClass, openBrowserForm } from './form.ts'
import { openBrowserKiosk, type BrowserKiosk } from './kiosk.ts'
import { kioskClass, type Size } from './kiosk-page.ts'
import { openProfiles } from './profiles.ts'
import { openKeyboardFocus, type KeyboardFocus } from './x-focus.ts'

/** How the browser shell is set up. */
export interface BrowserShellOptions {
  /** The project's folder; it holds `resources/`. */
  readonly root: string
  /** The built pages: a folder with an `index.html`. */
  readonly rendererDir: string
  /** Size of the kiosk in CSS px; the screen's unless given. */
  readonly size?: Size
  /** For a trial alone: a window that leaves the rest of the screen free, before `size`. */
  readonly trial?: TrialWindow
  /** X display such as `:1`; that of the environment unless given. */
  readonly display?: string
  /** Whom browsers run as; this process's own user unless given. */
  readonly user?: BrowserUser
  /** Where throw-away profiles rest; a folder of the system's temporary files unless given. */
  readonly profilesDir?: string
  /** Keeps no window ready for another patient: it is opened for one visit. */
  readonly isForOneVisit?: boolean
  /** ms in which a browser must have opened its window; `openInTime` says how many unless given. */
  readonly openWithinMs?: number
  /** Set only by tests and the walkthrough: opens DevTools endpoints and reports each change of them. */
  readonly onDriver?: (endpoints: DriverEndpoints) => void
}

/** The shell that runs in the machine's own Chromium. Throws when its pages cannot be read. */
export async function createBrowserShell(options: BrowserShellOptions): Promise<Shell> {
  const user = options.user ?? sameUser(options.root)
  const profiles = await openProfiles(options.profilesDir, user)
  const pages = await readPages(options.rendererDir)
  const machine = {
    root: options.root,
    user,
    env: { ...process.env, ...(options.display && { DISPLAY: options.display }) },
    driver: options.onDriver !== undefined,
    scale: options.trial?.scale,
    openWithinMs: options.openWithinMs,
  }
  const printer = createPdfPrinter((html, signal) =>
    drawPdf({ ...machine, profiles }, html, signal),
  )
  let endpoints: DriverEndpoints = { kiosk: undefined, form: undefined }
  const report = (change: Partial<DriverEndpoints>) => {
    endpoints = { ...endpoints, ...change }
    options.onDriver?.(endpoints)
  }
  const endpointOf = async (profile: string) => (machine.driver ? readEndpoint(profile) : undefined)

  let kiosk: BrowserKiosk | undefined
  let form: FormView | undefined
  let visible = true
  let keysShown = false
  /** Somebody left the form by the keyboard: it stays with the kiosk's page, whatever the form's does. */
  let isInBar = false
  const inSequence = createSequencer()

  let focus: KeyboardFocus | undefined
  let workArea: WorkArea | undefined
  // Where no screen of X lets us in, a finger on the keys brings the kiosk to the front for a moment.
  const openFocus = ({ place }: BrowserKiosk) =>
    openKeyboardFocus(machine.env, options.trial?.at && scaledArea(place, place.pixelRatio)).catch(
      () => undefined,
    )
  // A press on the window that has the keyboard raises nothing. One that came before it had it has raised it.
  const keepKeysPressable = async () => {
    if (!keysShown || !visible) return
    await focus?.giveTo(kioskClass)
    await focus?.raise(formClass)
  }
  // A form that is gone by now says so itself.
  const showFormAgain = async () => {
    if (visible) await form?.setVisible(true).catch(() => undefined)
  }
  const onTouched = async () => {
    if (!keysShown || !focus) return showFormAgain()
    return keepKeysPressable()
  }
  const keepInBar = async () => {
    if (isInBar && visible) await focus?.giveTo(kioskClass)
  }
  /** Gives the keyboard back to whoever had it before a window of the form's that nobody sees. */
  const keepKeyboard = () =>
    void inSequence(async () => {
      if (!focus) return showFormAgain()
      if (keysShown && visible) return keepKeysPressable()
      return focus.giveTo(visible && !isInBar ? formClass : kioskClass)
    })
  const leaveBy = (onLeave: NonNullable<FormViewOptions['onLeave']>) => (way: Way) => {
    if (!visible || !focus) return
    isInBar = true
    void inSequence(async () => {
      await keepInBar()
      onLeave(way)
    })
  }
  const closeForm = async () => form?.close()
  return {
    kind: 'browser',
    async openKiosk(kioskOptions) {
      kiosk = await openBrowserKiosk(
        {
          ...machine,
          profiles,
          pages,
          size: options.size,
          trial: options.trial,
          keepsSpare: !options.isForOneVisit,
          onProfile: async (profile) => report({ kiosk: await endpointOf(profile) }),
          onSpare: async (profile) => report({ spare: profile && (await endpointOf(profile)) }),
          onRaised: async () => {
            await kiosk?.raise()
            await showFormAgain()
          },
          onTouched: () => void onTouched(),
        },
        kioskOptions,
      )
      focus = await openFocus(kiosk)
      workArea = await openWorkArea(machine.env)
      return kiosk
    },
    screenSize() {
      if (!kiosk) throw new Error('the kiosk window is opened before its screen is known')
      const { width, height } = kiosk.place
      return { width, height }
    },
    async openForm(formOptions) {
      if (!kiosk) throw new Error('the kiosk window is opened before a form')
      await closeForm()
      const below = kiosk
      const { pixelRatio } = below.place
      const boundsWith = ({ top, bottom }: Insets) => ({
        left: below.place.left,
        top: below.place.top + top,
        width: below.place.width,
        height: below.place.height - top - bottom,
      })
      // What a form's browser opens for its fields never lies over what is Foyer's.
      const keepWithin = (insets: Insets) =>
        workArea?.set(scaledArea(boundsWith(insets), pixelRatio))
      await keepWithin(formOptions.insets)
      const opened = await openBrowserForm(
        {
          ...machine,
          profiles,
          boundsWith,
          aside: below.place.aside,
          onProfile: async (profile) => report({ form: await endpointOf(profile) }),
          raiseKiosk: () => below.raise(),
          onReleased: () => {
            isInBar = false
            void keepKeysPressable()
          },
          isLeft: () => isInBar,
          keepKeyboard,
        },
        { ...formOptions, ...(formOptions.onLeave && { onLeave: leaveBy(formOptions.onLeave) }) },
      )
      if (!opened.ok) {
        await workArea?.set(undefined)
        return opened
      }
      const view: FormView = {
        setVisible(next) {
          visible = next
          // One after the other, and each as it is wished by then: the last wish is the last deed.
          return inSequence(async () => {
            await opened.value.setVisible(visible)
            await keepKeysPressable()
            await keepInBar()
          })
        },
        setInsets: (insets) =>
          inSequence(async () => {
            await keepWithin(insets)
            await opened.value.setInsets(insets)
          }),
        setZoom: (factor) => inSequence(() => opened.value.setZoom(factor)),
        setTheme: (theme) => inSequence(() => opened.value.setTheme(theme)),
        setLanguage: (locale) => inSequence(() => opened.value.setLanguage(locale)),
        showKeys(shown) {
          keysShown = shown
          if (shown) isInBar = false
          const told = opened.value.showKeys(shown)
          return inSequence(async () => {
            await told
            // The keyboard of the machine is the form's again.
            if (keysShown) await keepKeysPressable()
            else if (visible) await focus?.giveTo(isInBar ? kioskClass : formClass)
          })
        },
        enter: (at) =>
          inSequence(async () => {
            if (!visible) return
            isInBar = false
            await focus?.giveTo(formClass)
            await opened.value.enter(at)
          }),
        press: (token, key) => opened.value.press(token, key),
        closePaper() {
          // Whoever goes back to the form has its keyboard.
          isInBar = false
          opened.value.closePaper()
        },
        async close() {
          keysShown = false
          await opened.value.close()
          // Drops the form's callbacks of the visit.
          if (form === view) {
            form = undefined
            await workArea?.set(undefined)
          }
          report({ form: undefined })
        },
      }
      form = view
      isInBar = false
      visible = !formOptions.hidden
      return { ok: true, value: view }
    },
    drawPdf: (html) => printer.draw(html),
    async close() {
      await printer.close()
      await closeForm()
      await kiosk?.close()
      focus?.close()
      await workArea?.close()
      await profiles.close()
    },
  }
}
