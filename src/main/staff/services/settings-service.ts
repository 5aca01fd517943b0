import type { StaffSetting } from '../../../shared/staff.ts'
import { err, ok, type Result } from '../../../shared/result.ts'
import type { EffectiveSettings } from '../../settings/layers.ts'
import { valueAt } from '../../settings/layers.ts'
import { isOfStaff, settingPaths, type SettingPath } from '../../settings/setting-paths.ts'
import type { KioskSettings } from '../../settings/open-settings.ts'
import type { SettingsStore } from '../../settings/store.ts'
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
 * The settings of this kiosk as staff see and change them. `list` never fails: should what staff set have become
 * unreadable meanwhile, it shows what held last, and `change` says what is wrong.
 */
export function createSettingsService(
  settings: Pick<KioskSettings, 'effective' | 'judge'>,
  store: Pick<SettingsStore, 'set' | 'reset'>,
): SettingsService {
  const entries = new Map(settingPaths.map((setting) => [setting.key, entryOf(setting)]))
  let newest: EffectiveSettings | undefined
  const look = () => {
    const now = settings.effective()
    if (now.ok) newest = now.value
    return newest
  }
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
    const [entry, now] = [entries.get(key), look()]
    return entry && now && settingOf(entry, now).canChange ? entry : undefined
  }

  return {
    list() {
      const now = look()
      return now ? [...entries.values()].map((entry) => settingOf(entry, now)) : []
    },
    change(key, text) {
      const entry = changeable(key)
      if (!entry) return err({ expected: 'a setting that staff may change here' })
      const read = entry.read(text)
      if (!read.ok) return read
      return keepFirst(read.value, key)
    },
    reset(key) {
      if (entries.get(key)?.isOfStaff) store.reset(key)
    },
  }

  /** Keeps the first of several readings of one text that the schema takes. */
  function keepFirst(
    readings: readonly unknown[],
    key: string,
  ): Result<null, { readonly expected: string }> {
    let expected = 'a value that the schema takes'
    for (const value of readings) {
      const judged = settings.judge(key, value)
      const outcome = judged.ok ? store.set(key, value) : judged
      if (outcome.ok) return ok(null)
      expected = outcome.error.map((problem) => problem.expected).join('; ')
      if (judged.ok) break
    }
    return err({ expected })
  }
}
