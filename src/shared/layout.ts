/** Share of the screen's height that Foyer's bar beneath a form takes, and the least and the most of it in CSS px. */
const share = 0.078
const [leastPx, mostPx] = [56, 96]
/** Height of two rows of targets, in CSS px: larger text does not fit into one. */
const twoRowsPx = 106

/**
 * Height in CSS px of Foyer's own bar beneath a form view, on a screen of this height; the shell leaves it free, the
 * renderer fills it. It is less than 8 % of every screen from 720 px on, and holds targets of 48 px. The other screens'
 * footer is as high, so that what stands in it stands there on every screen. With
 * larger text, by `zoom`, it is higher by as much, and holds two rows.
 */
export function formBarHeight(screenHeight: number, zoom = 1): number {
  const usual = Math.min(mostPx, Math.max(leastPx, Math.floor(screenHeight * share)))
  return zoom > 1 ? Math.max(twoRowsPx, Math.round(usual * zoom)) : usual
}
