import { tick } from 'svelte'

const steps: Readonly<Record<string, (index: number, last: number) => number>> = {
  ArrowDown: (index) => index + 1,
  ArrowUp: (index) => index - 1,
  PageDown: (index) => index + 10,
  PageUp: (index) => index - 10,
  Home: () => 0,
  End: (_, last) => last,
}

export const rowKeys: readonly string[] = Object.keys(steps)

const stops = 'button.open, button.step'

/** Makes the rows of a table one stop of the Tab key, with arrows from row to row; reading `rows` follows a table that is drawn anew. */
export function roving(rows: () => unknown): (body: HTMLElement) => () => void {
  return (body) => {
    rows()
    const all = () => [...body.querySelectorAll<HTMLElement>(stops)]
    const rowOf = (button: Element | undefined) => button?.closest('tr')
    const setStop = (stop: HTMLElement | undefined) => {
      for (const each of all()) each.tabIndex = rowOf(each) === rowOf(stop) ? 0 : -1
    }
    function press(event: KeyboardEvent) {
      const step = steps[event.key]
      const { target } = event
      if (!step || !(target instanceof Element) || !target.matches(stops)) return
      if (event.ctrlKey || event.altKey || event.metaKey) return
      event.preventDefault()
      const openers = all().filter((each) => each.matches('.open'))
      const index = openers.findIndex((each) => rowOf(each) === rowOf(target))
      const last = openers.length - 1
      const opener = openers[Math.min(last, Math.max(0, step(index, last)))]
      const beside = rowOf(opener)?.querySelector<HTMLElement>('button.step')
      ;((target.matches('.step') && beside) || opener)?.focus()
    }
    function focused({ target }: FocusEvent) {
      if (target instanceof HTMLElement && target.matches(stops)) setStop(target)
    }
    const buttons = all()
    // Stop of the keyboard before the table was drawn anew.
    const before = buttons.find((each) => each.getAttribute('tabindex') === '0')
    setStop(before ?? body.querySelector<HTMLElement>('.start button.open') ?? buttons[0])
    const ended = new AbortController()
    body.addEventListener('keydown', press, { signal: ended.signal })
    body.addEventListener('focusin', focused, { signal: ended.signal })
    return () => ended.abort()
  }
}

export const closeKey = 'Escape'

/** Layers that Escape may close, the newest last. */
const open: { readonly close: () => unknown }[] = []

/** Checks for another use of the key: it empties a search field, and closes a native dialog. */
function isTakenAlready(event: KeyboardEvent): boolean {
  const { target } = event
  if (event.defaultPrevented || document.querySelector('dialog[open]')) return true
  return target instanceof HTMLInputElement && target.type === 'search' && target.value !== ''
}

function press(event: KeyboardEvent): void {
  const top = open.at(-1)
  if (event.key !== closeKey || !top || isTakenAlready(event)) return
  event.preventDefault()
  top.close()
}

addEventListener('keydown', press)

/** Closes a part of the page by Escape while the component stands and `isOpen` holds; of several the newest alone. */
export function closeByEscape(close: () => unknown, isOpen: () => boolean = () => true): void {
  // Before what lies in it, so that that is closed first.
  $effect.pre(() => {
    if (!isOpen()) return undefined
    const part = { close }
    open.push(part)
    return () => open.splice(open.indexOf(part), 1)
  })
}

/** Takes the keyboard to what is marked `autofocus`, else to the first field; gives it back where it came from afterwards. */
export function holdFocus(part: Element): () => void {
  const opener = document.activeElement
  const home = part.parentElement?.closest('aside, section, main')
  const fields = 'input:not([type="hidden"]), select, textarea, button'
  const marked = part.querySelector<HTMLElement>('[autofocus]')
  ;(marked ?? part.querySelector<HTMLElement>(fields))?.focus()
  return () => void tick().then(() => giveBack(opener, home))
}

function giveBack(opener: Element | null, home: Element | null | undefined): void {
  // If the user has moved on, the keyboard stays with them.
  if (document.activeElement !== document.body) return
  if (opener instanceof HTMLElement && opener !== document.body && opener.isConnected) {
    opener.focus()
    return
  }
  const heading = home?.isConnected ? home.querySelector<HTMLElement>('h1, h2, h3') : null
  if (!heading) return
  heading.tabIndex = -1
  heading.focus()
}

/** Finds the field of the page that looks for something there. */
export const searchField = (): HTMLElement | null =>
  document.querySelector<HTMLElement>('main :is(input, select)[data-page-search]')

/** Takes the keyboard into a field; the next typed text replaces the field's. */
export function enterField(field: HTMLElement | null | undefined): void {
  if (field instanceof HTMLInputElement) field.select()
  field?.focus()
}

/** Takes the keyboard into the place that was gone to, once drawn: to what begins there or has `autofocus`, else to its heading. */
export async function enterPlace(): Promise<void> {
  await tick()
  const marked = document.querySelector<HTMLElement>('main :is([autofocus], .start .open)')
  const entered = marked ?? document.querySelector<HTMLElement>('main h1')
  if (!marked && entered) entered.tabIndex = -1
  entered?.focus()
}

/** Runs `act` each time that an element comes within `margin` of sight; for `{@attach whenSeen(…)}`. */
export const whenSeen =
  (act: () => void, margin = '0px') =>
  (element: HTMLElement): (() => void) => {
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) act()
      },
      { root: element.closest('.scroller'), rootMargin: margin },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }

/** Opens a native dialog over the page; for `{@attach modal}`. */
export const modal = (dialog: HTMLDialogElement): void => dialog.showModal()
