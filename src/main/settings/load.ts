import { homedir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import {
  defaultWireProfile,
  parseWireProfile,
  type WireProfile,
} from '../../contract/wire-profile.ts'
import { err, mapOk, ok } from '../../shared/result.ts'
import { readText, readValues, resolveSettings, valueAt, withValue } from './layers.ts'
import type { EffectiveSettings, Layer, SettingsProblem, SettingsResult } from './layers.ts'
import type { Settings } from './schema.ts'
import { settingPaths } from './setting-paths.ts'
import { readStored, settingsFile } from './store.ts'
import { readSystemPolicy } from './system-policy.ts'

/** Finds the folder of a user's own data of Foyer when no setting names one. */
export function defaultFolder(platform: NodeJS.Platform, environment: NodeJS.ProcessEnv): string {
  const { LOCALAPPDATA: local, XDG_DATA_HOME: xdg } = environment
  if (platform === 'win32') return join(local ?? join(homedir(), 'AppData', 'Local'), 'Foyer')
  if (platform === 'darwin') return join(homedir(), 'Library', 'Application Support', 'Foyer')
  return join(xdg ?? join(homedir(), '.local', 'share'), 'foyer')
}

const variableOf = (path: readonly string[]) =>
  ['FOYER', ...path.map((key) => key.replace(/[A-Z]/g, (letter) => `_${letter}`))]
    .join('_')
    .toUpperCase()

/** The environment variable of every setting: `service.accountId` is `FOYER_SERVICE_ACCOUNT_ID`. */
export const settingVariables: ReadonlyMap<string, readonly string[]> = new Map(
  settingPaths.map(({ path }) => [variableOf(path), path]),
)

/** Reads the settings in environment variables; a value is JSON, or else the text as it is. */
export function settingsFromEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
): Record<string, unknown> {
  let values: Record<string, unknown> = {}
  for (const [variable, path] of settingVariables) {
    const text = environment[variable]
    if (text) values = withValue(values, path.join('.'), readText(text))
  }
  return values
}

/** Reads a wire profile from a file. The error names each wrong key, the file, and the expected value. */
export function readWireProfile(file: string): SettingsResult<WireProfile> {
  const read = readValues(file)
  if (!read.ok) return read
  if (!read.value)
    return err([{ key: '(the whole file)', where: file, expected: 'a file that is there' }])
  const parsed = parseWireProfile(read.value)
  return parsed.ok ? parsed : err(parsed.error.map((problem) => ({ ...problem, where: file })))
}

/** Reads the wire profile that the settings name, from the configuration file's folder; else the contract's. */
export function wireProfileOf(
  { service }: { readonly service: Pick<Settings['service'], 'wireProfile'> },
  configFile: string,
): SettingsResult<WireProfile> {
  return service.wireProfile === null
    ? ok(defaultWireProfile)
    : readWireProfile(resolve(dirname(configFile), service.wireProfile))
}

/** Finds the machine's managed policy, which only an administrator can write. */
export function policyPath(platform: NodeJS.Platform, environment: NodeJS.ProcessEnv): string {
  if (platform === 'win32')
    return join(environment['ProgramData'] ?? 'C:\\ProgramData', 'Foyer', 'policy.json')
  return platform === 'darwin' ? '/Library/Foyer/policy.json' : '/etc/foyer/policy.json'
}

interface SettingsSources {
  readonly configFile: string
  readonly policyFile: string
  readonly environment: Readonly<Record<string, string | undefined>>
}

const readLayer = (origin: Layer['origin'], where: string): SettingsResult<readonly Layer[]> =>
  mapOk(readValues(where), (values) => (values ? [{ origin, where, values }] : []))

function readAdministered(sources: SettingsSources): SettingsResult<readonly Layer[]> {
  const file = readLayer('file', sources.configFile)
  const policy = readLayer('policy', sources.policyFile)
  const system = readSystemPolicy(process.platform)
  if (!file.ok || !policy.ok || !system.ok)
    return err([file, policy, system].flatMap((layer) => (layer.ok ? [] : layer.error)))
  const environment: Layer = {
    origin: 'environment',
    where: 'the environment',
    values: settingsFromEnvironment(sources.environment),
  }
  return ok([...file.value, environment, ...policy.value, ...system.value])
}

/** Loads administrators' settings: file, environment, policy, later ones stronger. The error names every problem. */
export function loadSettings(sources: SettingsSources): SettingsResult<EffectiveSettings> {
  const administered = readAdministered(sources)
  return administered.ok ? resolveSettings(administered.value) : administered
}

/** Describes the problems in lines for a person: key, place, expected value. */
export function describeProblems(problems: readonly SettingsProblem[]): string {
  return problems.map(({ key, where, expected }) => `  ${key} (${where}): ${expected}`).join('\n')
}

export interface LoadedSettings {
  readonly folder: string
  /** Weakest first. */
  readonly administered: readonly Layer[]
  readonly snapshot: EffectiveSettings
  readonly wireProfile: WireProfile
  readonly read: () => SettingsResult<LoadedSettings>
}

function folderOf(administered: readonly Layer[], sources: SettingsSources): string {
  const named = administered.map(({ values }) => valueAt(values, 'data.dir'))
  const dir = named.filter((each) => each !== undefined).at(-1)
  return typeof dir === 'string' && dir !== ''
    ? dir
    : defaultFolder(process.platform, sources.environment)
}

/** Resolves the settings with those that staff set on the kiosk. The error names every problem. */
export function resolveWithStored(
  { folder, administered }: Pick<LoadedSettings, 'folder' | 'administered'>,
  values: Layer['values'],
): SettingsResult<EffectiveSettings> {
  const kiosk: Layer = { origin: 'kiosk', where: settingsFile(folder), values }
  return resolveSettings([kiosk, ...administered])
}

/** Reads the kiosk's settings and their wire profile. The error names the unreadable file, or every wrong key. */
export function loadKioskSettings(sources: SettingsSources): SettingsResult<LoadedSettings> {
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
