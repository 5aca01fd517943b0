/** A key press, as both a page's `KeyboardEvent` and Electron's `Input` can tell it. */
export interface KeyPress {
  readonly key: string
  readonly control: boolean
  readonly alt: boolean
  readonly meta: boolean
  readonly shift: boolean
  /** AltGr types characters on many keyboards, and Windows reports it as control and alt. */
  readonly altGraph: boolean
}

/**
 * Whether a key press belongs to the browser or the system rather than to typing and editing: new
 * windows, tools, printing, searching, zooming, reloading, going back. Self-contained, because its
 * source also runs inside pages.
 */
export function isShortcut(press: KeyPress): boolean {
  const { key, control, alt, meta, shift, altGraph } = press
  if (/^(F\d+|Browser|Launch|Print|ContextMenu|Help|Find|Open|New|Close|Save|Zoom)/.test(key)) {
    return key.length > 1
  }
  if (key === 'Escape') return control || alt || meta || shift
  // The staff gesture on a keyboard.
  if (control && alt && shift && !meta && /^[sS]$/.test(key)) return false
  if (altGraph) return false
  if (alt) return true
  if (!control && !meta) return false
  // Neither copy nor cut: what one patient puts on the clipboard, the next could paste.
  const editing = shift
    ? ['v', 'z', 'home', 'end']
    : ['a', 'v', 'z', 'y', 'home', 'end', 'backspace', 'delete']
  const moving = ['arrowleft', 'arrowright', 'arrowup', 'arrowdown', 'control', 'meta', 'shift']
  return !editing.includes(key.toLowerCase()) && !moving.includes(key.toLowerCase())
}
