import { join } from 'node:path'
import { err, ok, type Result } from '../../shared/result.ts'
import { settingsFromEnvironment } from './environment.ts'
import {
  resolveSettings,
  type EffectiveSettings,
  type Layer,
  type SettingsProblem,
} from './layers.ts'
import { readValues } from './read-values.ts'

/** Where the machine's managed policy stands; only an administrator can write there. */
export function policyPath(platform: NodeJS.Platform, environment: NodeJS.ProcessEnv): string {
  if (platform === 'win32')
    return join(environment['ProgramData'] ?? 'C:\\ProgramData', 'Foyer', 'policy.json')
  return platform === 'darwin' ? '/Library/Foyer/policy.json' : '/etc/foyer/policy.json'
}

/** Where an administrator's settings come from. */
export interface SettingsSources {
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
export function readAdministered(
  sources: SettingsSources,
): Result<readonly Layer[], readonly SettingsProblem[]> {
  const file = readLayer('file', sources.configFile)
  const policy = readLayer('policy', sources.policyFile)
  if (!file.ok || !policy.ok)
    return err([file, policy].flatMap((layer) => (layer.ok ? [] : layer.error)))
  const environment: Layer = {
    origin: 'environment',
    where: 'the environment',
    values: settingsFromEnvironment(sources.environment),
  }
  return ok([...file.value, environment, ...policy.value])
}

/**
 * Reads the settings as administrators set them: `foyer.config.json`, then the environment, then managed policy, each
 * stronger than the one before. Every problem in any of them comes back with its key, where it stands and what was
 * expected. What staff set on a kiosk is beneath these: see `openSettings`.
 */
export function loadSettings(
  sources: SettingsSources,
): Result<EffectiveSettings, readonly SettingsProblem[]> {
  const administered = readAdministered(sources)
  return administered.ok ? resolveSettings(administered.value) : administered
}

/** The problems as lines for a person: key, place, what was expected. */
export function describeProblems(problems: readonly SettingsProblem[]): string {
  return problems.map(({ key, where, expected }) => `  ${key} (${where}): ${expected}`).join('\n')
}
