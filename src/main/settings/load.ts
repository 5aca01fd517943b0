import { homedir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import {
  type WireProfile,
  defaultWireProfile,
  parseWireProfile,
} from '../../contract/wire-profile.ts'
import { type Result, err, mapOk, ok } from '../../shared/result.ts'
import {
  type EffectiveSettings,
  type Layer,
  type SettingsProblem,
  readText,
  readValues,
  resolveSettings,
  valueAt,
} from './layers.ts'
import type { Settings } from './schema.ts'
import { settingPaths } from './setting-paths.ts'
import { type Stored, readStored, settingsFile } from './store.ts'
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

/** The settings that stand in environment variables; a value is JSON, or else the text as it is. */
export function settingsFromEnvironment(
  environment: Readonly<Record<string, string | undefined>>,
): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const [variable, path] of settingVariables) {
    const text = environment[variable]
    if (text === undefined || text === '') continue
    let place = values
    for (const key of path.slice(0, -1)) place = (place[key] ??= {}) as Record<string, unknown>
    place[path.at(-1) as string] = readText(text)
  }
  return values
}

/** Reads a wire profile from a file. The error names each wrong key, the file, and the expected value. */
export function readWireProfile(file: string): Result<WireProfile, readonly SettingsProblem[]> {
  const read = readValues(file)
  if (!read.ok) return read
  if (!read.value)
    return err([{ key: '(the whole file)', where: file, expected: 'a file that is there' }])
  const parsed = parseWireProfile(read.value)
  return parsed.ok ? parsed : err(parsed.error.map((problem) => ({ ...problem, where: file })))
}

/**
 * Reads the wire profile named in the settings, by its path from the configuration file's folder; without one, returns
 * the contract's.
 */
export function wireProfileOf(
  { service }: { readonly service: Pick<Settings['service'], 'wireProfile'> },
  configFile: string,
): Result<WireProfile, readonly SettingsProblem[]> {
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

function readLayer(
  origin: Layer['origin'],
  path: string,
): Result<readonly Layer[], readonly SettingsProblem[]> {
  const read = readValues(path)
  if (!read.ok) return read
  return ok(read.value ? [{ origin, where: path, values: read.value }] : [])
}

/** Reads what an administrator set: `foyer.config.json`, the environment, managed policy, weakest first. */
function readAdministered(
  sources: SettingsSources,
): Result<readonly Layer[], readonly SettingsProblem[]> {
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

/**
 * Loads administrators' settings: `foyer.config.json`, then environment, then managed policy, later ones stronger.
 * Returns every problem with key, place and expectation. Staff's own rank below (`openSettings`).
 */
export function loadSettings(
  sources: SettingsSources,
): Result<EffectiveSettings, readonly SettingsProblem[]> {
  const administered = readAdministered(sources)
  return administered.ok ? resolveSettings(administered.value) : administered
}

/** Describes the problems in lines for a person: key, place, expected value. */
export function describeProblems(problems: readonly SettingsProblem[]): string {
  return problems.map(({ key, where, expected }) => `  ${key} (${where}): ${expected}`).join('\n')
}

export interface LoadedSettings {
  /** The folder of this kiosk's own data. */
  readonly folder: string
  /** Layers of administrators, weakest first; they hold until the next start. */
  readonly administered: readonly Layer[]
  readonly snapshot: EffectiveSettings
  /** Differences of the service on the wire. */
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

/**
 * Resolves the settings with those that staff set on the kiosk. Each problem names its key, place and expected value.
 */
export function resolveWithStored(
  { folder, administered }: Pick<LoadedSettings, 'folder' | 'administered'>,
  stored: Stored,
): Result<EffectiveSettings, readonly SettingsProblem[]> {
  const kiosk: Layer = { origin: 'kiosk', where: settingsFile(folder), values: stored }
  return resolveSettings([kiosk, ...administered])
}

/**
 * Reads the kiosk's settings and their wire profile, once. The error names the unreadable file, or every wrong key, its
 * place and the expected value.
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
