/**
 * Takes from a page what no header and no preference takes: to move and shrink the window it stands in, to
 * read the colours of the screen, to leave a worker behind that answers in the site's place (and without the
 * headers that confine a page), to shake the machine, to mark the program's icon, to ask for what other sites
 * keep, to hear how busy the processor is. Self-contained: its source runs in each page, and in Electron in each
 * worker, before their own scripts.
 */
export function removeWebApis(): void {
  const realm = globalThis as unknown as Record<string, unknown> & {
    Navigator?: { readonly prototype: Record<string, unknown> }
    WorkerNavigator?: { readonly prototype: Record<string, unknown> }
    Document?: { readonly prototype: Record<string, unknown> }
  }
  for (const name of ['moveTo', 'moveBy', 'resizeTo', 'resizeBy']) {
    Object.defineProperty(realm, name, { value: () => undefined })
  }
  for (const name of ['EyeDropper', 'PressureObserver']) delete realm[name]
  const ofNavigator = ['serviceWorker', 'keyboard', 'vibrate', 'setAppBadge', 'clearAppBadge']
  for (const name of ofNavigator) {
    delete realm.Navigator?.prototype[name]
    delete realm.WorkerNavigator?.prototype[name]
  }
  for (const name of ['requestStorageAccess', 'requestStorageAccessFor']) {
    delete realm.Document?.prototype[name]
  }
}
