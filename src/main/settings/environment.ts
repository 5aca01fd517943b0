import { settingPaths } from './setting-paths.ts'

const variableOf = (path: readonly string[]) =>
  ['FOYER', ...path.map((key) => key.replace(/[A-Z]/g, (letter) => `_${letter}`))]
    .join('_')
    .toUpperCase()

/** Shorter names beside the usual ones. */
const otherVariables = [['FOYER_WIRE_PROFILE', ['service', 'wireProfile']]] as const

/** The environment variable of every setting: `service.accountId` is `FOYER_SERVICE_ACCOUNT_ID`. */
export const settingVariables: ReadonlyMap<string, readonly string[]> = new Map<
  string,
  readonly string[]
>([...settingPaths.map(({ path }) => [variableOf(path), path] as const), ...otherVariables])

/** What a text means as a setting: JSON, or else the text as it is. */
export function readText(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

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
