/** The key that closes what was opened last. */
export const closeKey = 'Escape'

/** What it may close, the newest last. */
const open: { readonly close: () => void }[] = []

/** A search field is emptied by the key, and a native dialog closes itself by it. */
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

function push(close: () => void): () => void {
  const part = { close }
  if (open.length === 0) addEventListener('keydown', press)
  open.push(part)
  return () => {
    open.splice(open.indexOf(part), 1)
    if (open.length === 0) removeEventListener('keydown', press)
  }
}

/**
 * Closes a part of the page by Escape, wherever the keyboard is, as long as the component stands and `isOpen` holds: of
 * several such parts the one that was opened last, and no other. `close` may leave open what no slip is to close. Called
 * while a component is made.
 */
export function closeByEscape(close: () => void, isOpen: () => boolean = () => true): void {
  // Before what lies in it, so that that is closed first.
  $effect.pre(() => (isOpen() ? push(close) : undefined))
}
