import { mkdirSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import type Conf from 'conf'
import type { Options } from 'conf'
import { err, ok, type Result } from '../../shared/result.ts'
import { formatKey, migrations, presentFormat, type Migration, type Stored } from './format.ts'
import type { SettingsProblem } from './layers.ts'
import { readStored, settingsFile } from './stored.ts'

type Values = Record<string, unknown>
type Written = Result<null, readonly SettingsProblem[]>

/** How the file is opened; the same for every shell, so that they write the same file. */
type ConfOptions = Omit<Options<Values>, 'configName'> & {
  readonly cwd: string
  /** Name of the file without its ending. */
  readonly name: string
}

/** Opens the file: `conf`, or what a shell has that is made of it. Throws when the file cannot be read or written. */
export type OpenConf = (options: ConfOptions) => Conf<Values>

/** What staff set on this kiosk, in `settings.json` of its data folder. No secret ever stands there. */
export interface SettingsStore {
  /** What is set now. */
  values(): Result<Stored, readonly SettingsProblem[]>
  /** Keeps a value that the schema takes. A file that is damaged or cannot be written stays as it is; the error names it. */
  set(key: string, value: unknown): Written
  /** Lets go of what was set. */
  reset(key: string): Written
  /** Lets go of all that was set, and of the file, also of a damaged one. */
  forget(): void
}

const load = createRequire(import.meta.url)

// Loaded with the first change that is written: it takes tens of milliseconds, and few starts see one.
const openConf: OpenConf = ({ name, ...options }) => {
  const { default: File } = load('conf') as { default: typeof Conf }
  return new File({ ...options, configName: name })
}

/** The store of the kiosk whose data rests in `folder`. */
export function createSettingsStore(
  folder: string,
  open: OpenConf = openConf,
  steps: readonly Migration[] = migrations,
): SettingsStore {
  const write = (change: (file: Conf<Values>) => void): Written => {
    // `conf` takes a file that holds no object for an empty one and would write over it.
    const before = readStored(folder, steps)
    if (!before.ok) return before
    try {
      mkdirSync(folder, { recursive: true, mode: 0o700 })
      const file = open(optionsFor(folder))
      const format = presentFormat(steps)
      if (file.get(formatKey) !== format) file.store = { ...before.value, [formatKey]: format }
      change(file)
      return ok(null)
    } catch (cause) {
      const reason = cause instanceof Error ? cause.message : 'unknown'
      const expected = `a file that can be written (${reason})`
      return err([{ key: '(the whole file)', where: settingsFile(folder), expected }])
    }
  }
  return {
    values: () => readStored(folder, steps),
    set: (key, value) => write((file) => file.set(key, value)),
    reset: (key) => write((file) => file.delete(key)),
    forget: () => rmSync(settingsFile(folder), { force: true }),
  }
}

const optionsFor = (folder: string): ConfOptions => ({
  cwd: folder,
  name: 'settings',
  configFileMode: 0o600,
  clearInvalidConfig: false,
})
