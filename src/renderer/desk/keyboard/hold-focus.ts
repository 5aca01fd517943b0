import { tick } from 'svelte'

const fields = 'input:not([type="hidden"]), select, textarea, button'
const around = 'aside, section, main'

/**
 * Takes the keyboard into a part of the page that somebody has opened: to what is marked `autofocus`, else to its first
 * field. Once the part is gone the keyboard goes back to where it came from, or, where that is gone as well, to the heading
 * of what lies around. For `{@attach holdFocus}`.
 */
export function holdFocus(part: Element): () => void {
  const opener = document.activeElement
  const home = part.parentElement?.closest(around)
  const marked = part.querySelector<HTMLElement>('[autofocus]')
  ;(marked ?? part.querySelector<HTMLElement>(fields))?.focus()
  return () => void tick().then(() => giveBack(opener, home))
}

function giveBack(opener: Element | null, home: Element | null | undefined): void {
  // Whoever has gone on has the keyboard where they went.
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
