import type { WireProfile } from '../../contract/wire-profile.ts'
import { defaultFolder } from './data-folder.ts'
import { mapOk, type Result } from '../../shared/result.ts'
import {
  resolveSettings,
  valueAt,
  type EffectiveSettings,
  type Layer,
  type SettingsProblem,
} from './layers.ts'
import { readAdministered, type SettingsSources } from './load.ts'
import type { Stored } from './format.ts'
import { readStored, settingsFile } from './stored.ts'
import { wireProfileOf } from './wire-profile.ts'

/** The settings of this kiosk as they were read at the start. */
export interface LoadedSettings {
  /** The folder of this kiosk's own data. */
  readonly folder: string
  /** What administrators set, weakest first; it holds until the next start. */
  readonly administered: readonly Layer[]
  readonly snapshot: EffectiveSettings
  /** How the service speaks on the wire. */
  readonly wireProfile: WireProfile
  /** Reads all of it anew, as it is now. */
  readonly read: () => Result<LoadedSettings, readonly SettingsProblem[]>
}

/** The data folder that the strongest administrator's layer names, or this user's own. */
function folderOf(administered: readonly Layer[], sources: SettingsSources): string {
  const named = administered.map(({ values }) => valueAt(values, 'data.dir'))
  const dir = named.filter((each) => each !== undefined).at(-1)
  return typeof dir === 'string' && dir !== ''
    ? dir
    : defaultFolder(process.platform, sources.environment)
}

/** What holds when staff set `stored` on the kiosk. Every problem comes back with its key, place and what was expected. */
export function resolveWithStored(
  { folder, administered }: Pick<LoadedSettings, 'folder' | 'administered'>,
  stored: Stored,
): Result<EffectiveSettings, readonly SettingsProblem[]> {
  const kiosk: Layer = { origin: 'kiosk', where: settingsFile(folder), values: stored }
  return resolveSettings([kiosk, ...administered])
}

/**
 * Reads the settings of this kiosk, and the wire profile that they name, once. The error tells which file cannot be read, or every wrong key, where it
 * stands and what was expected.
 */
export function loadKioskSettings(
  sources: SettingsSources,
): Result<LoadedSettings, readonly SettingsProblem[]> {
  const read = readAdministered(sources)
  if (!read.ok) return read
  const place = { folder: folderOf(read.value, sources), administered: read.value }
  const stored = readStored(place.folder)
  if (!stored.ok) return stored
  const resolved = resolveWithStored(place, stored.value)
  if (!resolved.ok) return resolved
  const snapshot = resolved.value
  return mapOk(wireProfileOf(snapshot.settings, sources.configFile), (wireProfile) => ({
    ...place,
    snapshot,
    wireProfile,
    read: () => loadKioskSettings(sources),
  }))
}
