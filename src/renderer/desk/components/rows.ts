const steps: Readonly<Record<string, (index: number, last: number) => number>> = {
  ArrowDown: (index) => index + 1,
  ArrowUp: (index) => index - 1,
  PageDown: (index) => index + 10,
  PageUp: (index) => index - 10,
  Home: () => 0,
  End: (_, last) => last,
}

/** The keys that go from row to row, as `KeyboardEvent.key` says them. */
export const rowKeys: readonly string[] = Object.keys(steps)

/**
 * Makes the buttons of a list that `selector` finds one stop of the Tab key: arrows, Page, Home and End go from one to
 * the next. For a list that is drawn anew, `rows` says so by being read.
 */
export function roving(selector: string, rows: () => unknown): (list: HTMLElement) => () => void {
  return (list) => {
    rows()
    const all = () => [...list.querySelectorAll<HTMLElement>(selector)]
    const setStop = (stop: HTMLElement | undefined) => {
      for (const each of all()) each.tabIndex = each === stop ? 0 : -1
    }
    function press(event: KeyboardEvent) {
      const step = steps[event.key]
      const buttons = all()
      const index = buttons.findIndex((each) => each === event.target)
      if (!step || index < 0 || event.ctrlKey || event.altKey || event.metaKey) return
      event.preventDefault()
      const last = buttons.length - 1
      buttons[Math.min(last, Math.max(0, step(index, last)))]?.focus()
    }
    function focused(event: FocusEvent) {
      const button = all().find((each) => each === event.target)
      if (button) setStop(button)
    }
    // Where the keyboard was in the list before it was drawn anew.
    setStop(all().find((each) => each.getAttribute('tabindex') === '0') ?? all()[0])
    list.addEventListener('keydown', press)
    list.addEventListener('focusin', focused)
    return () => {
      list.removeEventListener('keydown', press)
      list.removeEventListener('focusin', focused)
    }
  }
}
