import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { writeAtomically } from '../vault/keys/key-file.ts'

/** Versions of a kiosk, as `resources/kiosk/launch.sh` reads them too; empty: none. */
export interface UpdateState {
  /** Version of the installed package. Of a state on another one only `blocked` counts. */
  readonly base: string
  readonly current: string
  readonly trial: string
  readonly tries: number
  readonly ready: string
  /** ISO 8601: the last look at the feed. */
  readonly checked: string
  readonly blocked: readonly string[]
}

const fileOf = (folder: string) => join(folder, 'state')

/** Reads the state as `version` has it, a first one where none is there or of another package; as it stands without. */
export function readUpdateState(folder: string, version?: string): UpdateState {
  const values = parseEnv(readText(fileOf(folder)))
  const named = (name: string) => values[name] ?? ''
  const base = version ?? named('base')
  const isOf =
    named('base') !== '' && [named('base'), named('current'), named('trial')].includes(base)
  const text = (name: string) => (isOf ? named(name) : '')
  return {
    base: text('base') || base,
    current: text('current'),
    trial: text('trial'),
    tries: Number(text('tries')) || 0,
    ready: text('ready'),
    checked: text('checked'),
    blocked: named('blocked').split(' ').filter(Boolean),
  }
}

/** Writes the state durably and whole, or not at all. */
export function writeUpdateState(folder: string, state: UpdateState): void {
  mkdirSync(folder, { recursive: true })
  const values = { ...state, blocked: state.blocked.join(' ') }
  const lines = Object.entries(values).map(([name, value]) => `${name}=${value}\n`)
  writeAtomically(fileOf(folder), lines.join(''))
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return ''
  }
}
