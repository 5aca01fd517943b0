import { m } from '../../i18n/paraglide/messages.js'
import { getLocale } from '../../i18n/paraglide/runtime.js'
import type { StaffSetting } from '../../shared/staff.ts'

const groups = [
  'identity',
  'packets',
  'arrival',
  'idle',
  'offline',
  'bus',
  'kiosk',
  'service',
  'other',
] as const

/** Names a value to choose for a setting; the value itself if there are no words. */
export function choiceName(key: string, value: string): string {
  if (key !== 'languages') return m.staff_choice({ value })
  const names = new Intl.DisplayNames(getLocale(), { type: 'language' })
  const languages = value.split(', ')
  return languages.map((language) => names.of(language) ?? language).join(', ')
}

/** Writes the value of a setting in words. */
export function valueInWords({ key, kind, value }: StaffSetting): string {
  if (value === '') return m.staff_settings_nothing()
  if (kind === 'choice' || kind === 'flag') return choiceName(key, value)
  if (kind !== 'seconds') return value
  const format = { style: 'unit', unit: 'second', unitDisplay: 'long' } as const
  return new Intl.NumberFormat(getLocale(), format).format(Number(value))
}

/** Writes the limits of a setting in seconds; empty for one that is not in seconds. */
export function rangeInWords({ least, most }: StaffSetting): string {
  return least === null || most === null ? '' : m.staff_settings_range({ least, most })
}

/** Groups the settings by subject, each with its name; leaves out empty groups. */
export function inGroups(settings: readonly StaffSetting[]) {
  const groupOf = ({ key }: StaffSetting) => {
    const [first = key] = key.split('.')
    if (first === 'formView') return 'packets'
    return groups.find((group) => group === first) ?? 'other'
  }
  return groups
    .map((group) => ({
      name: m.staff_group({ group }),
      settings: settings.filter((setting) => groupOf(setting) === group),
    }))
    .filter((group) => group.settings.length > 0)
}
