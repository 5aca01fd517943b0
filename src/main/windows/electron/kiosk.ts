import type { BaseWindow, WebContents } from 'electron'
import type { View } from '../../../shared/ipc.ts'
import type { KioskOptions } from '../port.ts'
import { visibleSize } from './kiosk-window.ts'
import { onPaneKey } from './guards.ts'
import { openOwnPage, showPages, type OwnPage, type OwnPageParts } from './own-page.ts'

export type ElectronKiosk = Awaited<ReturnType<typeof openElectronKiosk>>

const triesAtMost = 3

/** Shows our own pages in `window`, and remakes crashed ones; rejects or, later, calls `onClosed` if none opens. */
export async function openElectronKiosk(
  parts: OwnPageParts & { readonly window: BaseWindow },
  options: KioskOptions,
) {
  const { window, electron } = parts
  const open = async (
    newest: () => View | undefined,
    triesLeft = triesAtMost,
  ): Promise<OwnPage<View>> => {
    const prepare = (contents: WebContents) => {
      permitOwnCamera(contents, newest)
      onPaneKey(contents, () => {
        void options.handler({ type: 'enterForm', at: 'same' }, { isKioskPage: true })
      })
    }
    try {
      return await openOwnPage(parts, { ...options, prepare }, newest)
    } catch (error) {
      if (triesLeft <= 1) throw error
      return open(newest, triesLeft - 1)
    }
  }
  const opening = showPages(window, {
    open,
    size: () => visibleSize(window, electron),
    async end(page) {
      try {
        electron.clipboard.clear()
        electron.clipboard.selection?.clear()
      } finally {
        await page.end()
      }
    },
    onCrash: (mend) => void mend().catch(options.onClosed),
  })
  options.onStarted?.()
  return opening
}

/** Lets `contents`, and no other page of its session, use the camera, without sound, while the view asks for it. */
function permitOwnCamera(contents: WebContents, newest: () => View | undefined): void {
  const { session } = contents
  const isOurs = (asking: WebContents | null, permission: string) =>
    asking === contents && permission === 'media' && newest()?.overlay?.name === 'camera'
  session.setPermissionRequestHandler((asking, permission, answer, details) => {
    const types = 'mediaTypes' in details ? (details.mediaTypes ?? []) : []
    const isCamera = types.length > 0 && types.every((each) => each === 'video')
    answer(isOurs(asking, permission) && details.isMainFrame && isCamera)
  })
  session.setPermissionCheckHandler(
    (asking, permission, _origin, { mediaType }) =>
      isOurs(asking, permission) && mediaType === 'video',
  )
}
