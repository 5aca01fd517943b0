import { err, ok, type Result } from '../../../shared/result.ts'
import type { StaffSetting } from '../../../shared/staff.ts'
import { readText } from '../../settings/environment.ts'
import {
  allowedByStaff,
  confirmedByStaff,
  type SettingPath,
  type ValueSchema,
} from '../../settings/setting-paths.ts'

/** How one setting is written for staff, and read from what they enter. */
export interface SettingCodec extends Pick<StaffSetting, 'kind' | 'choices' | 'least' | 'most'> {
  write(value: unknown): string
  /** What the text may mean, the likeliest first; the schema decides. The error says what was expected. */
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

const isNullable = ({ anyOf }: ValueSchema) => anyOf?.some(({ type }) => type === 'null') ?? false

/** What stands between commas. */
const listIn = (entered: string): readonly string[] =>
  entered
    .split(',')
    .map((each) => each.trim())
    .filter((each) => each !== '')

function text(schema: ValueSchema): SettingCodec {
  return {
    ...none,
    kind: 'text',
    write(value) {
      if (value === null) return ''
      return Array.isArray(value) ? value.map(plain).join(separator) : plain(value)
    },
    read(entered) {
      if (schema.type === 'array')
        return ok([entered.trimStart().startsWith('[') ? readText(entered) : listIn(entered)])
      return ok(entered === '' && isNullable(schema) ? [null] : [readText(entered), entered])
    },
  }
}

/** One that staff see and can take back, and that no text changes. */
function shown(schema: ValueSchema): SettingCodec {
  const expected = 'what the panel asks or offers when the service or a form names one'
  return { ...text(schema), kind: 'shown', read: () => err({ expected }) }
}

/** How a setting is handled, as its own schema and its name say. */
export function codecOf({ key, schema }: SettingPath): SettingCodec {
  if (key === confirmedByStaff || key === allowedByStaff) return shown(schema)
  if (schema.enum) return choice([...schema.enum], (value) => value)
  if (schema.type === 'boolean') return flag
  if (schema.type === 'integer' && key.endsWith('Ms')) return seconds(schema)
  if (schema.items?.enum) return order(schema.items.enum)
  return text(schema)
}
