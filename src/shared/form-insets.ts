import { formBarHeight } from './layout.ts'
import type { Insets } from './windows.ts'

/** The kiosk's screen, in CSS px. */
export interface ScreenSize {
  readonly width: number
  readonly height: number
}

/** The least and the most that the keys take of a screen's height, in CSS px. */
const [leastKeys, mostKeys] = [292, 460]
const shareOfKeys = 0.26

/**
 * Computes the height in CSS px of Foyer's keyboard beneath a form: equal for all kinds of keys, so the page stays put.
 */
export function keyboardHeight({ height }: ScreenSize): number {
  // The least holds five rows of at least 48 px.
  return Math.round(Math.min(mostKeys, Math.max(leastKeys, height * shareOfKeys)))
}

/** Parts of the screen around a form. */
export interface FormSurroundings {
  readonly screen: ScreenSize
  /** True while Foyer's keys are shown. They are beneath the form, and above the bar. */
  readonly keyboard: boolean
  /** Scale of the form and the bar; 1 if omitted. */
  readonly zoom?: number
}

/** Computes the space that a form view leaves for Foyer's bar, which is beneath the form, and for the keys. */
export function formInsets({ screen, keyboard, zoom }: FormSurroundings): Insets {
  const keys = keyboard ? keyboardHeight(screen) : 0
  return { top: 0, bottom: formBarHeight(screen.height, zoom) + keys }
}
