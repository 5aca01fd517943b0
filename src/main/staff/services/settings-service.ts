import type { StaffSetting } from '../../../shared/staff.ts'
import { err, ok, type Result } from '../../../shared/result.ts'
import type { EffectiveSettings } from '../../settings/layers.ts'
import { valueAt } from '../../settings/layers.ts'
import { isOfStaff, settingPaths, type SettingPath } from '../../settings/setting-paths.ts'
import type { KioskSettings } from '../../settings/kiosk-settings.ts'
import type { SettingsService } from '../ports.ts'
import { codecOf, type SettingCodec } from './setting-codecs.ts'

interface Entry extends SettingCodec {
  readonly key: string
  readonly isOfStaff: boolean
}

const entryOf = (setting: SettingPath): Entry => ({
  key: setting.key,
  isOfStaff: isOfStaff(setting.key),
  ...codecOf(setting),
})

/**
 * The settings of this kiosk as staff see and change them. Should what staff set have become unreadable meanwhile,
 * `list` shows what holds, and `change` says what is wrong.
 */
export function createSettingsService(
  settings: Pick<KioskSettings, 'current' | 'validate' | 'set' | 'reset'>,
): SettingsService {
  const entries = new Map(settingPaths.map((setting) => [setting.key, entryOf(setting)]))
  const settingOf = (entry: Entry, { settings: values, originOf }: EffectiveSettings) => {
    const origin = originOf(entry.key)
    const canChange = entry.isOfStaff && (origin === 'default' || origin === 'kiosk')
    const value = entry.write(valueAt(values, entry.key))
    const { kind, choices, least, most } = entry
    return {
      key: entry.key,
      kind: entry.isOfStaff ? kind : 'shown',
      value,
      // One that an administrator set may be none of those that are offered.
      choices: choices.length === 0 || choices.includes(value) ? [...choices] : [value, ...choices],
      least,
      most,
      origin,
      canChange,
    } satisfies StaffSetting
  }
  const changeable = (key: string): Entry | undefined => {
    const entry = entries.get(key)
    return entry && settingOf(entry, settings.current()).canChange ? entry : undefined
  }

  return {
    list: () => [...entries.values()].map((entry) => settingOf(entry, settings.current())),
    change(key, text) {
      const entry = changeable(key)
      if (!entry) return err({ expected: 'a setting that staff may change here' })
      const read = entry.read(text)
      if (!read.ok) return read
      return keepFirst(read.value, key)
    },
    reset(key) {
      if (entries.get(key)?.isOfStaff) settings.reset(key)
    },
  }

  /** Keeps the first of several readings of one text that the schema takes. */
  function keepFirst(
    readings: readonly unknown[],
    key: string,
  ): Result<null, { readonly expected: string }> {
    let expected = 'a value that the schema takes'
    for (const value of readings) {
      const valid = settings.validate(key, value)
      const outcome = valid.ok ? settings.set(key, value) : valid
      if (outcome.ok) return ok(null)
      expected = outcome.error.map((problem) => problem.expected).join('; ')
      if (valid.ok) break
    }
    return err({ expected })
  }
}
