import type { BaseWindow, WebContents } from 'electron'
import type { View } from '../../../shared/ipc.ts'
import { createSequencer } from '../../base/sequencer.ts'
import type { KioskOptions } from '../port.ts'
import { visibleSize } from './kiosk-window.ts'
import { onPaneKey } from './guards.ts'
import { openOwnPage, type OwnPage, type OwnPageParts } from './own-page.ts'

export type ElectronKiosk = Awaited<ReturnType<typeof openElectronKiosk>>

const triesAtMost = 3

/** Shows our own pages in `window`, and remakes crashed ones; rejects or, later, calls `onClosed` if none opens. */
export async function openElectronKiosk(
  parts: OwnPageParts & { readonly window: BaseWindow },
  options: KioskOptions,
) {
  const { window, electron } = parts
  const inSequence = createSequencer()
  let newest: View | undefined
  let generation = 0
  let closed = false

  const prepare = (contents: WebContents) => {
    permitOwnCamera(contents, () => newest)
    onPaneKey(contents, () => {
      void options.handler({ type: 'enterForm', at: 'same' }, { isKioskPage: true })
    })
  }
  const open = async (triesLeft = triesAtMost): Promise<OwnPage<View>> => {
    try {
      return await openOwnPage(parts, { ...options, prepare }, `${generation++}`, () => newest)
    } catch (error) {
      if (triesLeft <= 1) throw error
      return open(triesLeft - 1)
    }
  }
  const watch = (page: OwnPage<View>) =>
    page.onCrash(() => {
      const mended = inSequence(() => (page === current && !closed ? replace() : Promise.resolve()))
      void mended.catch(options.onClosed)
    })
  const place = () => current.view.setBounds({ x: 0, y: 0, ...visibleSize(window, electron) })
  const bring = (page: OwnPage<View>) => {
    current = page
    // Below the one before, so that the desktop is never seen, and below a form.
    window.contentView.addChildView(page.view, 0)
    place()
    watch(page)
  }
  const replace = async () => {
    if (window.isDestroyed() || closed) return
    const old = current
    bring(await open())
    window.contentView.removeChildView(old.view)
    await end(old)
  }
  const end = async (page: OwnPage<View>) => {
    try {
      electron.clipboard.clear()
      electron.clipboard.selection?.clear()
    } finally {
      await page.end()
    }
  }

  const opening = open()
  options.onStarted?.()
  let current = await opening
  bring(current)
  window.on('resize', place)
  return {
    show(view: View) {
      newest = view
      current.show(view)
    },
    renew: () => inSequence(replace),
    focus: () => current.focus(),
    close() {
      closed = true
      window.off('resize', place)
      return inSequence(() => end(current))
    },
  }
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
