import type { Insets } from './windows.ts'

export interface ScreenSize {
  readonly width: number
  readonly height: number
}

/** Share of the screen's height that Foyer's bar beneath a form takes, and the least and the most of it in CSS px. */
const shareOfBar = 0.078
const [leastBar, mostBar] = [56, 96]
/** Height of two rows of targets, in CSS px: larger text does not fit into one. */
const twoRowsPx = 106

/** Computes the height in CSS px of Foyer's bar beneath a form view; the shell leaves it free. */
export function formBarHeight(screenHeight: number, zoom = 1): number {
  // Less than 8 % of every screen from 720 px on, with targets of 48 px. Other screens' footers have the same height,
  // so that their content stays in place. Larger text (`zoom`) makes it higher in proportion, with two rows.
  const usual = Math.min(mostBar, Math.max(leastBar, Math.floor(screenHeight * shareOfBar)))
  return zoom > 1 ? Math.max(twoRowsPx, Math.round(usual * zoom)) : usual
}

/** The least and the most that the keys take of a screen's height, in CSS px. */
const [leastKeys, mostKeys] = [292, 460]
const shareOfKeys = 0.26

/** Computes the height in CSS px of the keyboard beneath a form: equal for all kinds of keys, so the page stays put. */
export function keyboardHeight({ height }: ScreenSize): number {
  // The least holds five rows of at least 48 px.
  return Math.round(Math.min(mostKeys, Math.max(leastKeys, height * shareOfKeys)))
}

export interface FormSurroundings {
  readonly screen: ScreenSize
  readonly keyboard: boolean
  readonly zoom?: number
  readonly lowered?: boolean
}

/** Share of a tall screen's height that stays free while it is lowered: what is above 1,220 mm of a standing one. */
const shareAbove = 0.36

/** Computes the height in CSS px that stays free above all of a lowered screen; 0 on a screen that is not tall. */
export function heightAbove({ width, height }: ScreenSize): number {
  return height > width && height >= 1_200 ? Math.round(height * shareAbove) : 0
}

/** Computes the space that a form view leaves for Foyer's bar, which is beneath the form, and for the keys. */
export function formInsets({ screen, keyboard, zoom, lowered }: FormSurroundings): Insets {
  const keys = keyboard ? keyboardHeight(screen) : 0
  return {
    top: lowered ? heightAbove(screen) : 0,
    bottom: formBarHeight(screen.height, zoom) + keys,
  }
}
