import { readEndpoint, type DriverEndpoints } from '../driver.ts'
import { createSequencer } from '../../base/sequencer.ts'
import { readPages } from '../pages.ts'
import type { FormView } from '../../../shared/windows.ts'
import type { Shell } from '../port.ts'
import { sameUser, type BrowserUser } from './browser-user.ts'
import { openBrowserForm } from './form.ts'
import { openBrowserKiosk, type BrowserKiosk } from './kiosk.ts'
import type { Size } from './kiosk-page.ts'
import { openProfiles } from './profiles.ts'

/** How the browser shell is set up. */
export interface BrowserShellOptions {
  /** The project's folder; it holds `resources/`. */
  readonly root: string
  /** The built pages: a folder with an `index.html`. */
  readonly rendererDir: string
  /** Size of the kiosk in CSS px; the screen's unless given. */
  readonly size?: Size
  /** X display such as `:1`; that of the environment unless given. */
  readonly display?: string
  /** Whom browsers run as; this process's own user unless given. */
  readonly user?: BrowserUser
  /** Where throw-away profiles rest; a folder of the system's temporary files unless given. */
  readonly profilesDir?: string
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
  }
  let endpoints: DriverEndpoints = { kiosk: undefined, form: undefined }
  const report = (change: Partial<DriverEndpoints>) => {
    endpoints = { ...endpoints, ...change }
    options.onDriver?.(endpoints)
  }
  const endpointOf = async (profile: string) => (machine.driver ? readEndpoint(profile) : undefined)

  let kiosk: BrowserKiosk | undefined
  let form: FormView | undefined
  let visible = true
  const inSequence = createSequencer()

  // A form that is gone by now says so itself.
  const showFormAgain = async () => {
    if (visible) await form?.setVisible(true).catch(() => undefined)
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
          onProfile: async (profile) => report({ kiosk: await endpointOf(profile) }),
          onSpare: async (profile) => report({ spare: profile && (await endpointOf(profile)) }),
          onRaised: async () => {
            await kiosk?.raise()
            await showFormAgain()
          },
          onTouched: () => void showFormAgain(),
        },
        kioskOptions,
      )
      return kiosk
    },
    async openForm(formOptions) {
      if (!kiosk) throw new Error('the kiosk window is opened before a form')
      await closeForm()
      const below = kiosk
      const opened = await openBrowserForm(
        {
          ...machine,
          profiles,
          bounds: {
            left: 0,
            top: formOptions.barHeight,
            width: below.size.width,
            height: below.size.height - formOptions.barHeight,
          },
          onProfile: async (profile) => report({ form: await endpointOf(profile) }),
          raiseKiosk: () => below.raise(),
        },
        formOptions,
      )
      if (!opened.ok) return opened
      const view: FormView = {
        setVisible(next) {
          visible = next
          // One after the other, and each as it is wished by then: the last wish is the last deed.
          return inSequence(() => opened.value.setVisible(visible))
        },
        async close() {
          await opened.value.close()
          // Drops the form's callbacks of the visit.
          if (form === view) form = undefined
          report({ form: undefined })
        },
      }
      form = view
      visible = !formOptions.hidden
      return { ok: true, value: view }
    },
    async close() {
      await closeForm()
      await kiosk?.close()
      await profiles.close()
    },
  }
}
