import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { err, ok } from '../../shared/result.ts'
import { parseJson } from '../base/parse-json.ts'
import { type Layer, type SettingsResult, readText, valueAt, withValue } from './layers.ts'
import { type ValueSchema, isNullable, settingPaths } from './setting-paths.ts'

/** Domain of Foyer's managed preferences on macOS: the application's id. */
export const policyDomain = 'org.foyer.kiosk'

/** Key of Foyer's policies in the registry, below HKEY_LOCAL_MACHINE. */
export const policyKey = 'SOFTWARE\\Policies\\Foyer'

const isMoreThanText = ({ type, anyOf = [] }: ValueSchema): boolean =>
  ['integer', 'boolean', 'array'].includes(String(type)) || anyOf.some(isMoreThanText)

function encodeText(schema: ValueSchema, value: unknown): string {
  if (value === null) return ''
  if (typeof value !== 'string') return JSON.stringify(value)
  return isMoreThanText(schema) && readText(value) !== value ? JSON.stringify(value) : value
}

function decodeText(schema: ValueSchema, text: unknown): unknown {
  if (typeof text !== 'string') return text
  if (text === '' && isNullable(schema)) return null
  return isMoreThanText(schema) ? readText(text) : text
}

/** Writes a setting as a system's own policy keeps it; nothing is an empty text. */
export function encodePolicyValue(schema: ValueSchema, value: unknown) {
  if (Array.isArray(value)) return value.map((each) => encodeText(schema.items ?? {}, each))
  if (typeof value === 'boolean') return value
  return schema.type === 'integer' ? Number(value) : encodeText(schema, value)
}

/** Reads a value back, or a text for it; another kind of value stays, for the schema to refuse. */
function decodePolicyValue(schema: ValueSchema, value: unknown): unknown {
  if (Array.isArray(value)) return value.map((each) => decodeText(schema.items ?? {}, each))
  if (schema.type === 'boolean' && typeof value === 'number') return value !== 0
  return decodeText(schema, value)
}

type Values = Layer['values']

/** Reads settings out of a system's own policy, or of texts; unknown keys stay, for the schema to refuse. */
export function decodePolicy(values: Values): Values {
  return settingPaths.reduce<Values>((all, { key, schema }) => {
    const value = valueAt(values, key)
    return value === undefined ? all : withValue(all, key, decodePolicyValue(schema, value))
  }, values)
}

const registryKinds: Readonly<Record<string, (data: string) => unknown>> = {
  REG_DWORD: Number,
  REG_MULTI_SZ: (data) => (data === '' ? [] : data.split('\\0')),
}

/** Reads the answer of `reg query KEY /s` as values below that key. */
export function readRegistry(answer: string): Values {
  let path: readonly string[] = []
  let values: Values = {}
  for (const line of answer.split(/\r?\n/)) {
    const [, name, kind = '', data = ''] = /^ {4}(.+?) {4}(REG_\w+)(?: {4}(.*))?$/.exec(line) ?? []
    const below = line.toLowerCase().indexOf(policyKey.toLowerCase())
    if (name !== undefined)
      values = withValue(values, [...path, name].join('.'), (registryKinds[kind] ?? String)(data))
    else if (line.startsWith('HKEY_') && below > 0)
      path = line
        .slice(below + policyKey.length + 1)
        .split('\\')
        .filter(Boolean)
  }
  return values
}

const preferences = `/Library/Managed Preferences/${policyDomain}.plist`

/** Reads the policy of device management: registry of Windows, managed preferences of macOS; none elsewhere. */
export function readSystemPolicy(platform: NodeJS.Platform): SettingsResult<readonly Layer[]> {
  const isWindows = platform === 'win32'
  if (!isWindows && !(platform === 'darwin' && existsSync(preferences))) return ok([])
  const system = join(process.env['SystemRoot'] ?? 'C:\\Windows', 'System32')
  const key = `HKLM\\${policyKey}`
  // The code page of UTF-8, so that no letter is lost; whole paths, as cmd.exe looks into its folder first.
  const query = `${system}\\chcp.com 65001 >nul & ${system}\\reg.exe query ${key} /s /reg:64`
  const [where, program, args] = isWindows
    ? [key, join(system, 'cmd.exe'), ['/d', '/c', query]]
    : [preferences, '/usr/bin/plutil', ['-convert', 'json', '-o', '-', preferences]]
  const how = { encoding: 'utf8', windowsHide: true, timeout: 10_000 } as const
  const { status, stdout } = spawnSync(program, args, how)
  if (isWindows && status === 1) return ok([])
  const values = status === 0 ? (isWindows ? readRegistry : parseJson)(stdout) : undefined
  if (typeof values === 'object' && values !== null)
    return ok([{ origin: 'policy', where, values: decodePolicy(values as Values) }])
  return err([{ key: '(the whole file)', where, expected: 'settings that can be read' }])
}
