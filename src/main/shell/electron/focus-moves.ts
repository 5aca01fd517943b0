import type { WebContents } from 'electron'
import type { Way } from '../../../shared/form-entry.ts'

const presses = new Set(['mouseDown', 'touchStart'])

/** Calls when F6 is pressed in `contents`, in whichever frame. The guard of every page keeps the key itself from it. */
export function onPaneKey(contents: WebContents, leave: (way: Way) => void): void {
  contents.on('before-input-event', (_event, { type, key, shift, control, alt, meta }) => {
    if (type !== 'keyDown' || key !== 'F6' || control || alt || meta) return
    leave(shift ? 'backward' : 'forward')
  })
}

/** Calls when a finger or a button of the mouse goes down on `contents`. */
export function onPress(contents: WebContents, pressed: () => void): void {
  contents.on('input-event', (_event, { type }) => {
    if (presses.has(type)) pressed()
  })
}
