import { openFormBrowser } from '../../src/main/windows/chromium/form.ts'
import type { BrowserWindow } from '../../src/main/windows/chromium/launch.ts'
import { sameUser } from '../../src/main/windows/chromium/browser-user.ts'
import { openProfiles } from '../../src/main/windows/chromium/profiles.ts'
import { openForm } from '../../src/main/form-view/form-session.ts'
import { nothingAllowed, originPolicy } from '../../src/main/form-view/policy.ts'
import { projectFolder } from '../vault-place.ts'
import { createPageWatch, type PageRecord } from './watch-page.ts'

export interface PageOptions {
  readonly url: string
  readonly allowedOrigins: readonly string[]
  /** Of the window, in CSS px. */
  readonly size: { readonly width: number; readonly height: number }
  /** X display such as `:1`; that of the environment unless given. */
  readonly display?: string
  /** Resolves when the person is done with the page; `gone` does when they closed its window. `record`: until now. */
  readonly until: (gone: Promise<void>, record: () => PageRecord) => Promise<void>
}

/** Opens a page in the browser shell's form view, and watches until the person is done. `error`: it could not be opened. */
export async function watchCompletionPage(options: PageOptions) {
  const { url, allowedOrigins, size, display } = options
  const policy = originPolicy(url, allowedOrigins)
  if (!policy.ok) return { record: createPageWatch(nothingAllowed).record(), error: policy.error }
  const watch = createPageWatch(policy.value)
  const user = sameUser(projectFolder)
  const profiles = await openProfiles(undefined, user)
  let tellGone: () => void = () => undefined
  const gone = new Promise<void>((resolve) => (tellGone = resolve))
  try {
    const form = {
      root: projectFolder,
      user,
      env: { ...process.env, ...(display !== undefined && { DISPLAY: display }) },
      driver: false,
      profiles,
      boundsWith: () => ({ left: 0, top: 0, ...size }),
      aside: 2 * size.width,
      onProfile: () => Promise.resolve(),
      onWindow: (window: BrowserWindow) => watch.begin(window),
      raiseKiosk: () => Promise.resolve(),
    }
    const opened = await openForm(
      {
        url,
        allowedOrigins,
        locale: 'en',
        insets: { top: 0, bottom: 0 },
        papers: true,
        onRefused: (refused) => watch.refused(refused),
        onUseless: () => watch.useless(),
        onGone: tellGone,
      },
      (events) => openFormBrowser(form, events),
    )
    if (!opened.ok) return { record: watch.record(), error: opened.error }
    await options.until(gone, () => watch.record())
    const record = watch.record()
    await opened.value.close()
    return { record }
  } finally {
    watch.end()
    await profiles.close()
  }
}
