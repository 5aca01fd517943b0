import type { FormWindow } from './guard-window.ts'
import type { Bounds } from './launch.ts'

/** Lays the page out in less than the window, and draws it larger by as much: what a browser calls zoom. */
export async function scale(
  { cdp, zoom }: FormWindow,
  bounds: Bounds,
  factor: number,
): Promise<void> {
  if (zoom) return zoom(factor)
  if (factor === 1) {
    await cdp.send('Emulation.clearDeviceMetricsOverride')
    return
  }
  await cdp.send('Emulation.setDeviceMetricsOverride', {
    width: Math.floor(bounds.width / factor),
    height: Math.floor(bounds.height / factor),
    deviceScaleFactor: 0,
    scale: factor,
    mobile: false,
    // Else it is drawn in as much of the window only.
    dontSetVisibleSize: true,
  })
}
