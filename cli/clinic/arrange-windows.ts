import { deskWindow } from '../../src/main/shell/desk-port.ts'
import {
  kioskAtLeast,
  leastScale,
  placedWindow,
  type Area,
} from '../../src/main/shell/trial-window.ts'

/** Between two windows. */
const gap = 16
/** Share of the screen's width for each of two kiosks, unless they need more: the rest is the desk's. */
const kioskShare = 3 / 16

/** Places of the windows, in the words of `FOYER_WINDOW`. */
export interface ArrangedWindows {
  readonly kiosks: readonly string[]
  readonly desk: string
}

/** Arranges two portrait kiosks side by side at the left of the `free` screen, and a desk on the rest. */
export function arrangeWindows(free: Area, pixelRatio: number): ArrangedWindows {
  const { left, top } = free
  const needed = (kioskAtLeast.portrait * leastScale) / pixelRatio
  const share = Math.max(needed, free.width * kioskShare)
  const width = Math.round(Math.min(share, (free.height * 9) / 16, free.width / 3))
  const height = Math.min(free.height, Math.round((width * 16) / 9))
  const beside = (index: number) => left + index * (width + gap)
  const placed = (area: Area, least?: number) => placedWindow(area, free, pixelRatio, least)
  const rest = { left: beside(2), top, height: free.height }
  return {
    kiosks: [0, 1].map((index) => placed({ left: beside(index), top, width, height })),
    desk: placed({ ...rest, width: left + free.width - rest.left }, deskWindow.least.width),
  }
}
