import { mapOk, ok } from '../../shared/result.ts'
import { valueAt, withValue, type Layer, type SettingsResult } from './layers.ts'
import { resolveWithStored, type LoadedSettings } from './load.ts'
import { settingPaths } from './setting-paths.ts'
import type { SettingsStore } from './store.ts'

export type KioskSettings = ReturnType<typeof createKioskSettings>

/** Opens the settings of a kiosk that were read at its start, and that staff change in `store`. */
export function createKioskSettings(first: LoadedSettings, store: SettingsStore) {
  let loaded = first
  const resolve = (place: typeof loaded, change = (stored: Layer['values']) => stored) => {
    const stored = store.values()
    return stored.ok ? resolveWithStored(place, change(stored.value)) : stored
  }
  const withChange = (key: string, value: unknown) =>
    resolve(loaded, (stored) => withValue(stored, key, value))
  return {
    current: () => loaded.snapshot,
    validate: (key: string, value: unknown) => mapOk(withChange(key, value), () => null),
    set(key: string, value: unknown): SettingsResult<null> {
      const next = withChange(key, value)
      const written = next.ok ? store.set(key, value) : next
      if (next.ok && written.ok) loaded = { ...loaded, snapshot: next.value }
      return written.ok ? ok(null) : written
    },
    reset(key: string): SettingsResult<null> {
      const written = store.reset(key)
      const next = resolve(loaded)
      if (written.ok && next.ok) loaded = { ...loaded, snapshot: next.value }
      return written
    },
    wireProfile: () => loaded.wireProfile,
    /** Returns the keys that changed; on any error, all stays as it is. */
    reload(): SettingsResult<readonly string[]> {
      const read = loaded.read()
      if (!read.ok) return read
      const before = loaded.snapshot.settings
      // Staff's own stay where they are, also where another folder is named now.
      const place = { ...read.value, folder: loaded.folder }
      const next = resolve(place)
      if (!next.ok) return next
      loaded = { ...place, snapshot: next.value }
      const now = next.value.settings
      const isOther = (key: string) =>
        JSON.stringify(valueAt(before, key)) !== JSON.stringify(valueAt(now, key))
      return ok(settingPaths.map(({ key }) => key).filter(isOther))
    },
    forget: () => store.forget(),
  }
}
