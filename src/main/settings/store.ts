import { mkdirSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type Conf from 'conf'
import type { Options } from 'conf'
import { type Result, err, ok } from '../../shared/result.ts'
import { type SettingsProblem, readValues, valueAt } from './layers.ts'
import { isOfStaff, settingPaths } from './setting-paths.ts'

/** Settings as they stand in the file of this kiosk. */
export type Stored = Readonly<Record<string, unknown>>

/** The format of the file, and the key by which the file names it. */
const format = 1
const formatKey = 'format'

/** The file of what staff set on this kiosk. */
export const settingsFile = (folder: string): string => join(folder, 'settings.json')

/** The keys of administrators that stand in `values`, though only staff's may stand there. */
const foreignKeys = (values: Stored): string[] =>
  settingPaths
    .map(({ key }) => key)
    .filter((key) => !isOfStaff(key) && valueAt(values, key) !== undefined)

/**
 * Reads staff's settings of this kiosk without touching the file; a missing file means none. Errors: foreign content,
 * or a key not staff's to change.
 */
export function readStored(folder: string): Result<Stored, readonly SettingsProblem[]> {
  const where = settingsFile(folder)
  const read = readValues(where)
  if (!read.ok) return read
  const { [formatKey]: _, ...values } = read.value ?? {}
  const foreign = foreignKeys(values)
  if (foreign.length === 0) return ok(values)
  const expected = 'nothing: this one is set by an administrator, not on the kiosk'
  return err(foreign.map((key) => ({ key, where, expected })))
}

type Values = Record<string, unknown>

/** Options of the file; the same for every shell, so that they write the same file. */
type ConfOptions = Omit<Options<Values>, 'configName'> & {
  readonly cwd: string
  /** Name of the file without its ending. */
  readonly name: string
}

/** Opens the file: `conf`, or what a shell has that is made of it. Throws when the file cannot be read or written. */
export type OpenConf = (options: ConfOptions) => Conf<Values>

/** Stores what staff set on this kiosk, in `settings.json` of its data folder. No secret ever stands there. */
export type SettingsStore = ReturnType<typeof createSettingsStore>

const load = createRequire(import.meta.url)

// Loaded with the first change that is written: it takes tens of milliseconds, and few starts see one.
const openConf: OpenConf = ({ name, ...options }) => {
  const { default: File } = load('conf') as { default: typeof Conf }
  return new File({ ...options, configName: name })
}

/** Opens the store of the kiosk whose data rests in `folder`. */
export function createSettingsStore(folder: string, open: OpenConf = openConf) {
  const write = (
    change: (file: Conf<Values>) => void,
  ): Result<null, readonly SettingsProblem[]> => {
    // `conf` takes a file that holds no object for an empty one and would write over it.
    const before = readStored(folder)
    if (!before.ok) return before
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      const file = open(optionsFor(folder))
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
    /** Keeps a value that the schema takes. A file that is damaged or cannot be written stays as it is; the error names it. */
    set: (key: string, value: unknown) => write((file) => file.set(key, value)),
    reset: (key: string) => write((file) => file.delete(key)),
    /** Deletes all values and the file, even a damaged one. */
    forget: () => rmSync(settingsFile(folder), { force: true }),
  }
}

const optionsFor = (folder: string): ConfOptions => ({
  cwd: folder,
  name: 'settings',
  configFileMode: 0o600,
  clearInvalidConfig: false,
})
