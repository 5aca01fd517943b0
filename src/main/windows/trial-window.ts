/** Width and height in CSS px. */
export interface Size {
  readonly width: number
  readonly height: number
}

export interface Area extends Size {
  readonly left: number
  readonly top: number
}

type Point = Pick<Area, 'left' | 'top'>

/** Converts a rectangle to units of which `factor` make one of its own. */
export const scaledArea = ({ left, top, width, height }: Area, factor: number): Area => ({
  left: left * factor,
  top: top * factor,
  width: width * factor,
  height: height * factor,
})

export interface TrialWindow {
  /** As tall as the screen has room for, or a size in the window's own CSS px. */
  readonly size: Size | 'fit'
  /** In the free part of the screen, in the same px; at its left and top unless given. */
  readonly at?: Point
  /** Pixels of the screen a CSS px, where they are fewer or more than the screen's own way. */
  readonly scale?: number
}

/** A kiosk narrower than this would have to be scrolled; so it is drawn smaller instead. */
export const kioskAtLeast = { portrait: 720, landscape: 1024 } as const

/** Kept free beside the kiosk for the phone of a trial. */
const roomBeside = 400
const gap = 16
/** Beyond this, a window with a phone and a list of people in it only gets empty. */
const phoneAtMost = { width: 880, height: 900 } as const
/** WCAG's narrowest page (1.4.10). */
const phoneAtLeast = 320

/** Parses `fit` or a size as `540x960` (CSS px), maybe a place (`+556+0`) and scale (`@0.6`); undefined for all else. */
export function trialWindowOf(text: string | undefined): TrialWindow | undefined {
  const parsed =
    /^(?:fit|(\d{3,4})x(\d{3,4})(?:\+(\d{1,5})\+(\d{1,5}))?)(?:@(\d(?:\.\d+)?))?$/.exec(text ?? '')
  if (!parsed) return undefined
  const [, width, height, left, top, scale] = parsed
  return {
    size: width && height ? { width: Number(width), height: Number(height) } : 'fit',
    ...(left && top && { at: { left: Number(left), top: Number(top) } }),
    ...(scale && { scale: Number(scale) }),
  }
}

/** Describes a window for `trialWindowOf`, as much smaller in all its parts as the screen needs it. */
export function scaledWindow({ width, height }: Size, pixelRatio: number): string {
  const least = width < height ? kioskAtLeast.portrait : kioskAtLeast.landscape
  const factor = Math.min(1, width / least)
  const px = (length: number) => Math.round(length / factor)
  return `${px(width)}x${px(height)}@${(pixelRatio * factor).toFixed(4)}`
}

/** Computes the area of a trial's window: at the left of the `free` part unless given, never beyond it. */
export function kioskArea(free: Area, wanted: TrialWindow['size'], at?: TrialWindow['at']): Area {
  const left = free.left + Math.min(at?.left ?? 0, free.width)
  const top = free.top + Math.min(at?.top ?? 0, free.height)
  if (wanted !== 'fit') {
    const width = Math.min(wanted.width, free.left + free.width - left)
    return { left, top, width, height: Math.min(wanted.height, free.top + free.height - top) }
  }
  const width = Math.min(Math.round((free.height * 9) / 16), free.width - roomBeside)
  return { left, top, width, height: Math.min(free.height, Math.round((width * 16) / 9)) }
}

/** Computes the area of a trial's phone, at the right of the kiosk; undefined if there is no room for it. */
export function phoneArea(free: Area, kiosk: Area): Area | undefined {
  const left = kiosk.left + kiosk.width + gap
  const width = Math.min(free.left + free.width - left, phoneAtMost.width)
  if (width < phoneAtLeast) return undefined
  return { left, top: free.top, width, height: Math.min(free.height, phoneAtMost.height) }
}
