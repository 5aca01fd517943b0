import { type Result, err, ok } from '../../../../shared/result.ts'
import type { StaffSetting } from '../../../../shared/staff.ts'
import type { KioskSettings } from '../../../settings/kiosk-settings.ts'
import { type EffectiveSettings, readText, valueAt } from '../../../settings/layers.ts'
import {
  type SettingPath,
  type ValueSchema,
  allowedByStaff,
  confirmedByStaff,
  isNullable,
  isOfStaff,
  settingPaths,
} from '../../../settings/setting-paths.ts'

export type Kept = Result<null, { readonly expected: string }>

interface SettingCodec extends Pick<StaffSetting, 'kind' | 'choices' | 'least' | 'most'> {
  write(value: unknown): string
  /** The likeliest reading first; the schema decides. */
  read(text: string): Result<readonly unknown[], { readonly expected: string }>
}

const none = { choices: [], least: null, most: null }
const plain = (value: unknown): string =>
  typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value)

function choice(
  choices: string[],
  toValue: (text: string) => unknown,
  write = plain,
): SettingCodec {
  return {
    ...none,
    kind: 'choice',
    choices,
    write,
    read: (text) =>
      choices.includes(text)
        ? ok([toValue(text)])
        : err({ expected: `one of: ${choices.join(' | ')}` }),
  }
}

const flag: SettingCodec = {
  ...none,
  kind: 'flag',
  write: plain,
  read: (text) =>
    text === 'true' || text === 'false'
      ? ok([text === 'true'])
      : err({ expected: 'true or false' }),
}

const second = 1_000

function seconds({ minimum = 0, maximum = Number.MAX_SAFE_INTEGER }: ValueSchema): SettingCodec {
  const [least, most] = [Math.ceil(minimum / second), Math.floor(maximum / second)]
  return {
    kind: 'seconds',
    choices: [],
    least,
    most,
    write: (ms) => String(Number(ms) / second),
    read(text) {
      const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN
      return value >= least && value <= most
        ? ok([value * second])
        : err({ expected: `a whole number of seconds, ${least} to ${most}` })
    },
  }
}

const separator = ', '

/** Each of the values first with the others behind it, then each alone. */
function order(values: readonly string[]): SettingCodec {
  const whole = values.map((first) => [first, ...values.filter((each) => each !== first)])
  const choices = [...whole, ...values.map((each) => [each])].map((each) => each.join(separator))
  return choice(
    [...new Set(choices)],
    (text) => text.split(separator),
    (value) => (Array.isArray(value) ? value.join(separator) : plain(value)),
  )
}

function text(schema: ValueSchema): SettingCodec {
  return {
    ...none,
    kind: 'text',
    write(value) {
      if (value === null) return ''
      return Array.isArray(value) ? value.map(plain).join(separator) : plain(value)
    },
    read(entered) {
      if (schema.type === 'array') {
        const listed = entered.split(',').map((each) => each.trim())
        const isJson = entered.trimStart().startsWith('[')
        return ok([isJson ? readText(entered) : listed.filter((each) => each !== '')])
      }
      return ok(entered === '' && isNullable(schema) ? [null] : [readText(entered), entered])
    },
  }
}

function shown(schema: ValueSchema): SettingCodec {
  const expected = 'what the panel asks or offers when the service or a form names one'
  return { ...text(schema), kind: 'shown', read: () => err({ expected }) }
}

function codecOf({ key, schema }: SettingPath): SettingCodec {
  if (key === confirmedByStaff || key === allowedByStaff) return shown(schema)
  if (schema.enum) return choice([...schema.enum], (value) => value)
  if (schema.type === 'boolean') return flag
  if (schema.type === 'integer' && key.endsWith('Ms')) return seconds(schema)
  if (schema.items?.enum) return order(schema.items.enum)
  return text(schema)
}

type Entry = ReturnType<typeof entryOf>

const entryOf = (setting: SettingPath) => ({
  key: setting.key,
  isOfStaff: isOfStaff(setting.key),
  ...codecOf(setting),
})

export type SettingsService = ReturnType<typeof createSettingsService>

/** Shows and changes settings for staff. If their file is unreadable, `list` has the present values, `change` the error. */
export function createSettingsService(
  settings: Pick<KioskSettings, 'current' | 'validate' | 'set' | 'reset'>,
) {
  const entries = new Map(settingPaths.map((setting) => [setting.key, entryOf(setting)]))
  const settingOf = (entry: Entry, { settings: values, originOf }: EffectiveSettings) => {
    const origin = originOf(entry.key)
    const canChange = entry.isOfStaff && (origin === 'default' || origin === 'kiosk')
    const value = entry.write(valueAt(values, entry.key))
    const { key, kind, choices, least, most } = entry
    return {
      key,
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
    list: (): readonly StaffSetting[] =>
      [...entries.values()].map((entry) => settingOf(entry, settings.current())),
    change(key: string, text: string): Kept {
      const entry = changeable(key)
      if (!entry) return err({ expected: 'a setting that staff may change here' })
      const read = entry.read(text)
      if (!read.ok) return read
      let expected = 'a value that the schema takes'
      // The first of several readings that the schema takes is kept.
      for (const value of read.value) {
        const valid = settings.validate(key, value)
        const outcome = valid.ok ? settings.set(key, value) : valid
        if (outcome.ok) return ok(null)
        expected = outcome.error.map((problem) => problem.expected).join('; ')
        if (valid.ok) break
      }
      return err({ expected })
    },
    reset(key: string) {
      if (entries.get(key)?.isOfStaff) settings.reset(key)
    },
  }
}
