import { mkdirSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type Conf from 'conf'
import type { Options } from 'conf'
import { err, ok } from '../../shared/result.ts'
import { type Layer, type SettingsResult, readValues, valueAt } from './layers.ts'
import { isOfStaff, settingPaths } from './setting-paths.ts'

const format = 1
const formatKey = 'format'

/** Names the file of what staff set on this kiosk. */
export const settingsFile = (folder: string): string => join(folder, 'settings.json')

/** Reads staff's settings; a missing file means none. Errors: foreign content, or a key not staff's to change. */
export function readStored(folder: string): SettingsResult<Layer['values']> {
  const where = settingsFile(folder)
  const read = readValues(where)
  if (!read.ok) return read
  const { [formatKey]: _, ...values } = read.value ?? {}
  const expected = 'nothing: this one is set by an administrator, not on the kiosk'
  const foreign = settingPaths
    .filter(({ key }) => !isOfStaff(key) && valueAt(values, key) !== undefined)
    .map(({ key }) => ({ key, where, expected }))
  return foreign.length === 0 ? ok(values) : err(foreign)
}

type Values = Record<string, unknown>

/** Options of the file; the same for every shell, so that they write the same file. */
type ConfOptions = Omit<Options<Values>, 'configName'> & {
  readonly cwd: string
  readonly name: string
}

/** Opens the file: `conf`, or what a shell has that is made of it. Throws when the file cannot be read or written. */
export type OpenConf = (options: ConfOptions) => Conf<Values>

export type SettingsStore = ReturnType<typeof createSettingsStore>

const load = createRequire(import.meta.url)

// Loaded with the first change that is written: it takes tens of milliseconds, and few starts see one.
const openConf: OpenConf = ({ name, ...options }) => {
  const { default: File } = load('conf') as { default: typeof Conf }
  return new File({ ...options, configName: name })
}

/** Opens the settings of staff in the folder's `settings.json`. No secret ever stands there. */
export function createSettingsStore(folder: string, open: OpenConf = openConf) {
  const write = (change: (file: Conf<Values>) => void): SettingsResult<null> => {
    // `conf` takes a file that holds no object for an empty one and would write over it.
    const before = readStored(folder)
    if (!before.ok) return before
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      const file = open({
        cwd: folder,
        name: 'settings',
        configFileMode: 0o600,
        clearInvalidConfig: false,
      })
      if (file.get(formatKey) !== format) file.set(formatKey, format)
      change(file)
      return ok(null)
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : 'unknown'
      const expected = `a file that can be written (${reason})`
      return err([{ key: '(the whole file)', where: settingsFile(folder), expected }])
    }
  }
  return {
    values: () => readStored(folder),
    /** A file that is damaged or cannot be written stays as it is; the error names it. */
    set: (key: string, value: unknown) => write((file) => file.set(key, value)),
    reset: (key: string) => write((file) => file.delete(key)),
    forget: () => rmSync(settingsFile(folder), { force: true }),
  }
}
