/** A field that may have a list of suggestions. */
type SuggestedField = HTMLElement &
  Partial<Pick<HTMLInputElement, 'type' | 'value'>> & { readonly list?: HTMLElement | null }

/** Shows what a field's page suggests, in the page itself. */
export interface Suggestions {
  /** Shows those that hold what is typed in `field`; nothing for undefined, or where there are none. */
  show(field: SuggestedField | undefined): void
}

// The browser draws its own list only in a window that has the keyboard, which is Foyer's while its keys are used. The
// words are the page's, and so they stand in the page, where nobody takes them for Foyer's.
/** Makes the list of a document's suggestions. Self-contained: its source runs beside the document. */
export function offerSuggestions(): Suggestions {
  const most = 5
  const mostSearched = 1_000
  const rowPx = 48
  let shown: HTMLElement | undefined
  const hide = () => {
    shown?.remove()
    shown = undefined
  }
  const suggested = ({ tagName, type, value = '', list }: SuggestedField) => {
    if (tagName !== 'INPUT' || !/^(text|search|email|tel|url)$/.test(type ?? '') || !list) return []
    const typed = value.toLowerCase()
    const found: HTMLOptionElement[] = []
    let searched = 0
    for (const option of (list as HTMLDataListElement).options) {
      const words = `${option.value} ${option.label}`.toLowerCase()
      if (option.value !== value && words.includes(typed)) found.push(option)
      if (found.length === most || ++searched === mostSearched) break
    }
    return found
  }
  const choose = (field: SuggestedField, value: string) => {
    // Past what a page's framework puts in its place, which would take the new value for its own.
    Reflect.set(HTMLInputElement.prototype, 'value', value, field)
    for (const type of ['input', 'change']) field.dispatchEvent(new Event(type, { bubbles: true }))
    hide()
  }
  return {
    show(field) {
      hide()
      const options = field ? suggested(field) : []
      if (!field || options.length === 0) return
      const list = document.createElement('div')
      const rows = list.attachShadow({ mode: 'closed' })
      for (const { value, label } of options) {
        const row = document.createElement('button')
        row.type = 'button'
        row.tabIndex = -1
        row.textContent = label && label !== value ? `${value} (${label})` : value
        row.style.cssText = `display: block; inline-size: 100%; min-block-size: ${rowPx}px; padding: 4px 12px; border: 0;
          font: inherit; text-align: start; color: FieldText; background: Field; overflow-wrap: anywhere`
        // The field keeps the focus.
        row.addEventListener('pointerdown', (event) => event.preventDefault())
        row.addEventListener('mousedown', (event) => event.preventDefault())
        row.addEventListener('click', () => choose(field, value))
        rows.append(row)
      }
      list.className = 'foyer-suggestions'
      // Nothing outside an open dialog can be touched, nor seen above it.
      ;(field.closest('dialog, [popover]') ?? document.documentElement).append(list)
      shown = list
      const { left, top, bottom, width } = field.getBoundingClientRect()
      const { direction } = getComputedStyle(field)
      const look = (place: string, free: number) =>
        `position: fixed; inset: auto; z-index: 2147483647; direction: ${direction}; margin: 0; padding: 0; border: 2px solid FieldText; box-sizing: border-box;
        font: 18px system-ui, sans-serif; overflow: auto; left: ${Math.max(0, left)}px; inline-size: ${Math.max(width, 200)}px;
        max-inline-size: 100%; max-block-size: ${free}px; ${place}`
      list.style.cssText = look(`top: ${bottom}px`, innerHeight - bottom)
      if (innerHeight - bottom < Math.min(list.offsetHeight, 2 * rowPx) && top > 2 * rowPx)
        list.style.cssText = look(`bottom: ${innerHeight - top}px`, top)
    },
  }
}
