/**
 * Takes from a form what Chromium grants in Electron without asking anyone: the storage of other sites, how
 * busy the machine is, a number on the program's symbol. Self-contained: its source runs in each document
 * and worker before their own scripts.
 */
export function takeAwayGranted(): void {
  const realm = globalThis as unknown as Record<
    string,
    { readonly prototype: Record<string, unknown> } | undefined
  >
  const granted = [
    ['Document', 'requestStorageAccess'],
    ['Document', 'requestStorageAccessFor'],
    ['Navigator', 'setAppBadge'],
    ['Navigator', 'clearAppBadge'],
    ['WorkerNavigator', 'setAppBadge'],
    ['WorkerNavigator', 'clearAppBadge'],
  ] as const
  for (const [owner, name] of granted) delete realm[owner]?.prototype[name]
  delete realm['PressureObserver']
}
