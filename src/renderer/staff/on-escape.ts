/** What a page does with keys where Escape is the way back. */
export const onEscape =
  (act: () => void) =>
  ({ key }: KeyboardEvent): void => {
    if (key === 'Escape') act()
  }
