import { defaultFolder } from './data-folder.ts'
import { mapOk, ok, type Result } from '../../shared/result.ts'
import {
  resolveSettings,
  valueAt,
  withValue,
  type EffectiveSettings,
  type Layer,
  type SettingsProblem,
} from './layers.ts'
import { readAdministered, type SettingsSources } from './load.ts'
import type { OpenConf, SettingsStore } from './store.ts'
import { readStored, settingsFile } from './stored.ts'

/** The settings of this kiosk: what holds now, and what staff may set. */
export interface KioskSettings {
  /** The folder of this kiosk's own data. */
  readonly folder: string
  /**
   * What holds now, with what staff set last. What an administrator set is read once, at the start. Every problem
   * comes back with its key, where it stands and what was expected.
   */
  effective(): Result<EffectiveSettings, readonly SettingsProblem[]>
  /** Whether everything would still be right with this value set on the kiosk; nothing is written. */
  judge(key: string, value: unknown): Result<null, readonly SettingsProblem[]>
  /** Opens the file of what staff set; what writes it is loaded only then. `open` is that of the shell, if it has one. */
  openStore(open?: OpenConf): Promise<SettingsStore>
}

/** The data folder that the strongest administrator's layer names, or this user's own. */
function folderOf(administered: readonly Layer[], sources: SettingsSources): string {
  const named = administered.map(({ values }) => valueAt(values, 'data.dir'))
  const dir = named.filter((each) => each !== undefined).at(-1)
  return typeof dir === 'string' && dir !== ''
    ? dir
    : defaultFolder(process.platform, sources.environment)
}

/** Opens the settings of this kiosk. The error tells which of an administrator's files cannot be read. */
export function openSettings(
  sources: SettingsSources,
): Result<KioskSettings, readonly SettingsProblem[]> {
  const read = readAdministered(sources)
  if (!read.ok) return read
  const administered = read.value
  const folder = folderOf(administered, sources)
  const kiosk = (values: Layer['values']): Layer => ({
    origin: 'kiosk',
    where: settingsFile(folder),
    values,
  })
  return ok({
    folder,
    effective() {
      const stored = readStored(folder)
      return stored.ok ? resolveSettings([kiosk(stored.value), ...administered]) : stored
    },
    judge(key, value) {
      const stored = readStored(folder)
      if (!stored.ok) return stored
      const layers = [kiosk(withValue(stored.value, key, value)), ...administered]
      return mapOk(resolveSettings(layers), () => null)
    },
    async openStore(open) {
      const { createSettingsStore } = await import('./store.ts')
      return createSettingsStore(folder, open)
    },
  })
}
