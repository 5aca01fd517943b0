import { join } from 'node:path'
import { err, ok, type Result } from '../../shared/result.ts'
import { migrate, type Migration, type Stored } from './format.ts'
import { isOfStaff, settingPaths } from './setting-paths.ts'
import { valueAt, type SettingsProblem } from './layers.ts'
import { readValues } from './read-values.ts'

/** The file of what staff set on this kiosk. */
export const settingsFile = (folder: string): string => join(folder, 'settings.json')

/** The keys of administrators that stand in `values`, though only staff's may stand there. */
const foreignKeys = (values: Stored): string[] =>
  settingPaths
    .map(({ key }) => key)
    .filter((key) => !isOfStaff(key) && valueAt(values, key) !== undefined)

/**
 * Reads what staff set on this kiosk, in the present format, without touching the file. Nothing there is nothing set.
 * Errors: the file is not what Foyer writes, or holds a key that is not staff's to change.
 */
export function readStored(
  folder: string,
  steps?: readonly Migration[],
): Result<Stored, readonly SettingsProblem[]> {
  const where = settingsFile(folder)
  const read = readValues(where)
  if (!read.ok) return read
  const migrated = migrate(read.value ?? {}, steps)
  const foreign = foreignKeys(migrated)
  if (foreign.length === 0) return ok(migrated)
  const expected = 'nothing: this one is set by an administrator, not on the kiosk'
  return err(foreign.map((key) => ({ key, where, expected })))
}
