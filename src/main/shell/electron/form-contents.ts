import type { Session, WebContentsView } from 'electron'
import { describe, disabledFeatures, isAllowed, type OriginPolicy } from '../policy.ts'
import { safePreferences, type ElectronApi } from './api.ts'
import type { Refuse } from './confine-page.ts'
import type { NavigationRules } from './guards.ts'

/** What a view of somebody else's page is made of: a form's own, or one that its papers are drawn in. */
export interface FormContentsParts {
  readonly electron: ElectronApi
  readonly rules: NavigationRules
  readonly devTools: boolean
}

/** Makes a view of a form's session that goes nowhere but where `policy` lets it. */
export function makeFormView(
  { electron, rules, devTools }: FormContentsParts,
  session: Session,
  policy: OriginPolicy,
  refuse: Refuse,
): WebContentsView {
  const view = new electron.WebContentsView({
    webPreferences: {
      ...safePreferences,
      disableBlinkFeatures: disabledFeatures.join(),
      session,
      devTools,
      // A page that goes on by itself must not take the keyboard from Foyer's bar.
      focusOnNavigation: false,
    },
  })
  // A desk's process is heard; a page that is somebody else's never is.
  view.webContents.setAudioMuted(true)
  rules.allow(view.webContents, (url) => {
    const allowed = isAllowed(url, policy)
    if (!allowed) refuse('navigation', describe(url))
    return allowed
  })
  return view
}
