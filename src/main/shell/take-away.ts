/**
 * Takes from a page what no header and no preference takes: to move and shrink the window it stands in, to
 * read the colours of the screen, to shake the machine, to leave a worker behind that answers in the site's place (and without the
 * headers that confine a page). Self-contained: its source runs in each page before the page's own scripts.
 */
export function takeAway(): void {
  const realm = globalThis as unknown as Record<string, unknown> & {
    Navigator?: { readonly prototype: Record<string, unknown> }
  }
  for (const name of ['moveTo', 'moveBy', 'resizeTo', 'resizeBy']) {
    Object.defineProperty(realm, name, { value: () => undefined })
  }
  delete realm['EyeDropper']
  for (const name of ['serviceWorker', 'keyboard', 'vibrate'])
    delete realm.Navigator?.prototype[name]
}
