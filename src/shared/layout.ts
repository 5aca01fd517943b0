/** Share of the screen's height that Foyer's bar beneath a form takes, and the least and the most of it in CSS px. */
const share = 0.078
const [leastPx, mostPx] = [56, 96]
/** Height of two rows of targets, in CSS px: larger text does not fit into one. */
const twoRowsPx = 106

/**
 * Computes the height in CSS px of Foyer's bar beneath a form view; the shell leaves it free, the renderer fills it.
 */
export function formBarHeight(screenHeight: number, zoom = 1): number {
  // Less than 8 % of every screen from 720 px on, with targets of 48 px. Other screens' footers have the same height,
  // so that their content stays in place. Larger text (`zoom`) makes it higher in proportion, with two rows.
  const usual = Math.min(mostPx, Math.max(leastPx, Math.floor(screenHeight * share)))
  return zoom > 1 ? Math.max(twoRowsPx, Math.round(usual * zoom)) : usual
}
