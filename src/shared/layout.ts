/** Height in CSS px of Foyer's own bar above a form view; the shell leaves it free, the renderer fills it. */
export const formBarHeight = 96
