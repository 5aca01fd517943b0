import type { WebContents } from 'electron'

/** Returns what scales a form, 1 for its own size. Electron keeps it by origin, and a form may be led to another. */
export function keepZoom(contents: WebContents): (factor: number) => Promise<void> {
  let zoom = 1
  contents.on('did-navigate', () => contents.setZoomFactor(zoom))
  return (factor) => {
    zoom = factor
    if (!contents.isDestroyed()) contents.setZoomFactor(zoom)
    return Promise.resolve()
  }
}
