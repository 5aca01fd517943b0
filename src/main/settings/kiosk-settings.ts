import { mapOk, ok, type Result } from '../../shared/result.ts'
import { valueAt, withValue, type EffectiveSettings, type SettingsProblem } from './layers.ts'
import { resolveWithStored, type LoadedSettings } from './load.ts'
import type { Settings } from './schema.ts'
import { settingPaths } from './setting-paths.ts'
import type { SettingsStore } from './store.ts'

type Problems = readonly SettingsProblem[]

export type KioskSettings = ReturnType<typeof createKioskSettings>

/** Opens the settings of a kiosk that were read at its start, and that staff change in `store`. */
export function createKioskSettings(first: LoadedSettings, store: SettingsStore) {
  let loaded = first
  let { snapshot } = loaded
  const resolve = (
    change: (stored: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>,
  ): Result<EffectiveSettings, Problems> => {
    const stored = store.values()
    return stored.ok ? resolveWithStored(loaded, change(stored.value)) : stored
  }
  const withChange = (key: string, value: unknown) =>
    resolve((stored) => withValue({ ...stored }, key, value))
  return {
    /** Reads the present settings: an immutable snapshot, replaced when staff change something. */
    current: () => snapshot,
    /** Tells whether everything would still be right with this value set on the kiosk; nothing is written. */
    validate: (key: string, value: unknown) => mapOk(withChange(key, value), () => null),
    /** Keeps a value on the kiosk if it is valid. The error gives the expected value. */
    set(key: string, value: unknown): Result<null, Problems> {
      const next = withChange(key, value)
      const written = next.ok ? store.set(key, value) : next
      if (next.ok && written.ok) snapshot = next.value
      return written.ok ? ok(null) : written
    },
    reset(key: string): Result<null, Problems> {
      const written = store.reset(key)
      const next = resolve((stored) => stored)
      if (written.ok && next.ok) snapshot = next.value
      return written
    },
    wireProfile: () => loaded.wireProfile,
    /**
     * Reads the settings of administrators and staff again. Returns the keys that changed; on any error, all stays as it
     * is.
     */
    reload(): Result<readonly string[], Problems> {
      const read = loaded.read()
      if (!read.ok) return read
      const before = snapshot.settings
      // Staff's own stay where they are, also where another folder is named now.
      const stored = store.values()
      const place = { ...read.value, folder: loaded.folder }
      const next = stored.ok ? resolveWithStored(place, stored.value) : stored
      if (!next.ok) return next
      loaded = place
      snapshot = next.value
      return ok(changedKeys(before, snapshot.settings))
    },
    /** Deletes all values that were set on the kiosk, and their file. */
    forget: () => store.forget(),
  }
}

function changedKeys(before: Settings, after: Settings): readonly string[] {
  const isOther = (key: string) =>
    JSON.stringify(valueAt(before, key)) !== JSON.stringify(valueAt(after, key))
  return settingPaths.map(({ key }) => key).filter(isOther)
}
