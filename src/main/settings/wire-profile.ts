import { dirname, resolve } from 'node:path'
import {
  defaultWireProfile,
  parseWireProfile,
  type WireProfile,
} from '../../contract/wire-profile.ts'
import { err, ok, type Result } from '../../shared/result.ts'
import type { SettingsProblem } from './layers.ts'
import { readValues } from './read-values.ts'
import type { Settings } from './schema.ts'

/** Reads a wire profile from a file. The error names each wrong key, the file, and what was expected. */
export function readWireProfile(file: string): Result<WireProfile, readonly SettingsProblem[]> {
  const read = readValues(file)
  if (!read.ok) return read
  if (!read.value)
    return err([{ key: '(the whole file)', where: file, expected: 'a file that is there' }])
  const parsed = parseWireProfile(read.value)
  return parsed.ok ? parsed : err(parsed.error.map((problem) => ({ ...problem, where: file })))
}

/**
 * The wire profile that the settings name, by its path from the folder of the configuration file; that of the contract
 * where they name none.
 */
export function wireProfileOf(
  { service }: { readonly service: Pick<Settings['service'], 'wireProfile'> },
  configFile: string,
): Result<WireProfile, readonly SettingsProblem[]> {
  return service.wireProfile === null
    ? ok(defaultWireProfile)
    : readWireProfile(resolve(dirname(configFile), service.wireProfile))
}
