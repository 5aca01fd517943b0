/** Handles keys of a page where Escape is the way back. */
export const onEscape =
  (act: () => void) =>
  ({ key }: KeyboardEvent): void => {
    if (key === 'Escape') act()
  }
