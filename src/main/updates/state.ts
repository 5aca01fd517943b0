import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeAtomically } from '../vault/keys/key-file.ts'

/** Versions of a kiosk, as `resources/kiosk/launch.sh` reads them too; empty: none. */
export interface UpdateState {
  /** Version of the installed package. Of a state on another one only `blocked` counts. */
  readonly base: string
  /** Version that runs; none: the package. */
  readonly current: string
  /** Version that the next start tries. */
  readonly trial: string
  /** Starts of it that did not come to their end. */
  readonly tries: number
  /** Version that is unpacked and waits for its moment. */
  readonly ready: string
  /** Time of the last look at the feed (ISO 8601). */
  readonly checked: string
  /** Versions that failed on this kiosk. */
  readonly blocked: readonly string[]
}

const fileOf = (folder: string) => join(folder, 'state')

/**
 * Reads the state as the running `version` has it: a missing file, or one of another package, gives a first state.
 * Without `version`: as it stands.
 */
export function readUpdateState(folder: string, version?: string): UpdateState {
  const values = new Map<string, string>()
  for (const line of readText(fileOf(folder)).split('\n')) {
    const at = line.indexOf('=')
    if (at > 0) values.set(line.slice(0, at), line.slice(at + 1))
  }
  const named = (name: string) => values.get(name) ?? ''
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
