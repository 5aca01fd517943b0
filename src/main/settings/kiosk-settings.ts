import { mapOk, ok, type Result } from '../../shared/result.ts'
import { withValue, type EffectiveSettings, type SettingsProblem } from './layers.ts'
import { resolveWithStored, type LoadedSettings } from './loaded-settings.ts'
import type { SettingsStore } from './store.ts'

type Problems = readonly SettingsProblem[]

/** The settings of a running kiosk. */
export interface KioskSettings {
  /** What holds now: an immutable snapshot, replaced when staff change something. */
  current(): EffectiveSettings
  /** Whether everything would still be right with this value set on the kiosk; nothing is written. */
  validate(key: string, value: unknown): Result<null, Problems>
  /** Keeps a value on the kiosk, if everything is right with it. The error says what was expected. */
  set(key: string, value: unknown): Result<null, Problems>
  /** Lets go of what was set on the kiosk. */
  reset(key: string): Result<null, Problems>
  /** Lets go of all that was set on the kiosk, and of its file. */
  forget(): void
}

/** The settings of a kiosk that were `loaded` at its start, and that staff change in `store`. */
export function createKioskSettings(loaded: LoadedSettings, store: SettingsStore): KioskSettings {
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
    current: () => snapshot,
    validate: (key, value) => mapOk(withChange(key, value), () => null),
    set(key, value) {
      const next = withChange(key, value)
      const written = next.ok ? store.set(key, value) : next
      if (next.ok && written.ok) snapshot = next.value
      return written.ok ? ok(null) : written
    },
    reset(key) {
      const written = store.reset(key)
      const next = resolve((stored) => stored)
      if (written.ok && next.ok) snapshot = next.value
      return written
    },
    forget: () => store.forget(),
  }
}
