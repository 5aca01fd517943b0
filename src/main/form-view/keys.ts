/** A key press, as both a page's `KeyboardEvent` and Electron's `Input` can tell it. */
export interface KeyPress {
  readonly key: string
  readonly control: boolean
  readonly alt: boolean
  readonly meta: boolean
  readonly shift: boolean
  /** AltGr types characters on many keyboards, and Windows reports it as control and alt beside. */
  readonly altGraph: boolean
}

// Such keys open new windows and tools, print, search, zoom, reload or go back.
/** True for a key press of the browser or the system, not of typing and editing. Self-contained: also runs in pages. */
export function isShortcut(press: KeyPress): boolean {
  const { key, control, alt, meta, shift, altGraph } = press
  if (/^(F\d+|Browser|Launch|Print|ContextMenu|Help|Find|Open|New|Close|Save|Zoom)/.test(key)) {
    return key.length > 1
  }
  if (key === 'Escape') return control || alt || meta || shift
  // The staff gesture on a keyboard.
  if (control && alt && shift && !meta && /^[sS]$/.test(key)) return false
  // Linux and macOS report AltGr alone, Windows with control and alt; control or alt alone beside it were held as well.
  const typesByAltGraph =
    Array.from(key).length === 1 || /^(Dead|Process|Unidentified|AltGraph)$/.test(key)
  if (altGraph && !meta && control === alt) return !typesByAltGraph && control
  if (alt) return true
  if (!control && !meta) return false
  // Neither copy nor cut: the next patient could paste the clipboard of the one before.
  const editing = shift
    ? ['v', 'z', 'home', 'end']
    : ['a', 'v', 'z', 'y', 'home', 'end', 'backspace', 'delete']
  const moving = ['arrowleft', 'arrowright', 'arrowup', 'arrowdown', 'control', 'meta', 'shift']
  return !editing.includes(key.toLowerCase()) && !moving.includes(key.toLowerCase())
}

export type ElectronKey = Omit<KeyPress, 'altGraph'>

// On Windows it is control and alt with a character that is neither a Latin letter nor a digit: no layout types those
// by AltGr. Elsewhere AltGr changes the character alone, and control and alt are themselves.
/** Adds AltGr to a key press, which Electron does not report by name. */
export function withAltGraph(press: ElectronKey, platform: NodeJS.Platform): KeyPress {
  const { key, control, alt } = press
  const types = (Array.from(key).length === 1 && !/^[a-z0-9]$/i.test(key)) || key === 'Dead'
  return { ...press, altGraph: platform === 'win32' && control && alt && types }
}
