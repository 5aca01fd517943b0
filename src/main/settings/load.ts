import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { err, type Result } from '../../shared/result.ts'
import { settingsFromEnvironment } from './environment.ts'
import {
  resolveSettings,
  type EffectiveSettings,
  type Layer,
  type SettingsProblem,
} from './layers.ts'

/** Where the machine's managed policy stands; only an administrator can write there. */
export function policyPath(platform: NodeJS.Platform, environment: NodeJS.ProcessEnv): string {
  if (platform === 'win32')
    return join(environment['ProgramData'] ?? 'C:\\ProgramData', 'Foyer', 'policy.json')
  return platform === 'darwin' ? '/Library/Foyer/policy.json' : '/etc/foyer/policy.json'
}

function readLayer(
  origin: Layer['origin'],
  path: string,
): Result<readonly Layer[], readonly SettingsProblem[]> {
  if (!existsSync(path)) return { ok: true, value: [] }
  const problem = (expected: string) => err([{ key: '(the whole file)', where: path, expected }])
  try {
    const values: unknown = JSON.parse(readFileSync(path, 'utf8').replace(/^\uFEFF/, ''))
    if (typeof values !== 'object' || values === null || Array.isArray(values))
      return problem('a JSON object')
    return { ok: true, value: [{ origin, where: path, values: values as Record<string, unknown> }] }
  } catch (cause) {
    return problem(
      `JSON that can be read (${cause instanceof Error ? cause.message : 'unreadable'})`,
    )
  }
}

/**
 * Reads the settings of this kiosk: what staff set here, then `foyer.config.json`, then the
 * environment, then managed policy, each stronger than the one before. Every problem in any of them
 * comes back with its key, where it stands and what was expected.
 */
export function loadSettings(options: {
  readonly configFile: string
  readonly policyFile: string
  readonly environment: Readonly<Record<string, string | undefined>>
  /** What staff set on this kiosk (the settings store), if anything. */
  readonly stored?: Readonly<Record<string, unknown>>
}): Result<EffectiveSettings, readonly SettingsProblem[]> {
  const file = readLayer('file', options.configFile)
  const policy = readLayer('policy', options.policyFile)
  if (!file.ok || !policy.ok)
    return err([file, policy].flatMap((layer) => (layer.ok ? [] : layer.error)))
  return resolveSettings([
    { origin: 'kiosk', where: 'the settings of this kiosk', values: options.stored ?? {} },
    ...file.value,
    {
      origin: 'environment',
      where: 'the environment',
      values: settingsFromEnvironment(options.environment),
    },
    ...policy.value,
  ])
}

/** The problems as lines for a person: key, place, what was expected. */
export function describeProblems(problems: readonly SettingsProblem[]): string {
  return problems.map(({ key, where, expected }) => `  ${key} (${where}): ${expected}`).join('\n')
}
