/** Width and height in CSS px. */
interface Size {
  readonly width: number
  readonly height: number
}

/** A rectangle of the screen in CSS px. */
export interface Area extends Size {
  readonly left: number
  readonly top: number
}

/** How large a kiosk is that does not fill its screen, for a trial: a size, or as tall as the screen has room for. */
export type TrialWindow = Size | 'fit'

/** Kept free beside the kiosk for the phone of a trial. */
const roomBeside = 400
/** Between the two. */
const gap = 16
/** Beyond this, a window with a phone and a list of people in it only gets empty. */
const phoneAtMost = { width: 880, height: 900 } as const
/** WCAG's narrowest page (1.4.10). */
const phoneAtLeast = 320

/** Reads `fit` or a size such as `540x960` (CSS px); undefined for all else. */
export function trialWindowOf(text: string | undefined): TrialWindow | undefined {
  if (text === 'fit') return text
  const [, width, height] = /^(\d{3,4})x(\d{3,4})$/.exec(text ?? '') ?? []
  return width && height ? { width: Number(width), height: Number(height) } : undefined
}

/** Where the kiosk of a trial stands: at the left of what is `free` on the screen, never beyond it. */
export function kioskArea(free: Area, wanted: TrialWindow): Area {
  const { left, top } = free
  if (wanted !== 'fit') {
    const width = Math.min(wanted.width, free.width)
    return { left, top, width, height: Math.min(wanted.height, free.height) }
  }
  const width = Math.min(Math.round((free.height * 9) / 16), free.width - roomBeside)
  return { left, top, width, height: Math.min(free.height, Math.round((width * 16) / 9)) }
}

/** Where the phone of a trial stands, at the right of the kiosk; undefined where there is no room for it. */
export function phoneArea(free: Area, kiosk: Area): Area | undefined {
  const left = kiosk.left + kiosk.width + gap
  const width = Math.min(free.left + free.width - left, phoneAtMost.width)
  if (width < phoneAtLeast) return undefined
  return { left, top: free.top, width, height: Math.min(free.height, phoneAtMost.height) }
}
