// `npm run read-fuses`: reads the fuses of a packaged Foyer back; docs/security.md.
import { FuseState, FuseV1Options, getCurrentFuseWire } from '@electron/fuses'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseDocument } from 'yaml'
import { err, ok, type Result } from '../src/shared/result.ts'
import { defineCommand, type CommandLine } from '../cli/command.ts'
import { processTerminal, say } from '../cli/terminal.ts'

/** Exit statuses of `npm run read-fuses`. */
export const fusesExit = { agree: 0, differ: 1, usage: 2, unreadable: 3 } as const

const commandLine = {
  name: 'npm run read-fuses --',
  summary: 'The fuses of a packaged Foyer, beside those of electron-builder.yml',
  argument: ['<path>', 'the packaged program, or on macOS the .app'],
  flags: { '--config <file>': 'another configuration than electron-builder.yml' },
  exits: {
    0: 'every configured fuse is as it should be',
    1: 'one is not',
    2: 'wrong usage',
    3: 'there are no fuses to read',
  },
} as const satisfies CommandLine

const defaultConfig = join(import.meta.dirname, '..', 'electron-builder.yml')

/** `npm run read-fuses`; exit codes: `fusesExit`. */
export const readFuses = defineCommand(commandLine, async (given, terminal) => {
  const { config = defaultConfig } = given.values
  const configured = readConfiguredFuses(existsSync(config) ? readFileSync(config, 'utf8') : '')
  if (!configured.ok) {
    say(terminal, `${config}: ${configured.error}`)
    return fusesExit.unreadable
  }
  const wire = await readFuseWire(given.word)
  if (!wire.ok) {
    say(terminal, wire.error)
    return fusesExit.unreadable
  }
  for (const [name, state] of wire.value) {
    const note = configured.value.has(name) ? '' : '  (not configured: as Electron ships it)'
    terminal.out(`${name.padEnd(38)} ${state}${note}\n`)
  }
  const wrong = differences(configured.value, wire.value)
  for (const each of wrong) say(terminal, each)
  return wrong.length > 0 ? fusesExit.differ : fusesExit.agree
})

/** The fuses that a configuration sets, by the name that electron-builder gives them. */
export type Fuses = ReadonlyMap<string, boolean>

/** Fuse of the wire, as read from a binary. */
type FuseWire = ReadonlyMap<string, 'on' | 'off' | 'removed' | 'unknown'>

/** Reads `electronFuses` of electron-builder's configuration. Errors name what is not understood. */
export function readConfiguredFuses(yaml: string): Result<Fuses, string> {
  const document = parseDocument(yaml)
  const [fault] = document.errors
  if (fault) return err(`not understood: ${fault.message}`)
  if (!document.has('electronFuses')) return err('the configuration has no electronFuses')
  const { electronFuses } = document.toJS() as { electronFuses: unknown }
  const entries = Object.entries(electronFuses ?? {})
  const wrong = entries.find(([, value]) => typeof value !== 'boolean')
  if (wrong) return err(`not a fuse: "${wrong[0]}: ${String(wrong[1])}"`)
  return entries.length > 0
    ? ok(new Map(entries as [string, boolean][]))
    : err('electronFuses is empty')
}

/** Returns the name of the fuse at a place of the wire; a fuse unknown to the library gets its place's number. */
function nameAt(place: number): string {
  const name = (FuseV1Options as Record<number, string | undefined>)[place]
  return name ? name.charAt(0).toLowerCase() + name.slice(1) : `fuse ${place}`
}

const states: Readonly<Record<number, 'on' | 'off' | 'removed' | undefined>> = {
  [FuseState.ENABLE]: 'on',
  [FuseState.DISABLE]: 'off',
  [FuseState.REMOVED]: 'removed',
}

/** Reads the fuses of an Electron binary (on macOS, of the `.app`). The error says why there are none to read. */
async function readFuseWire(path: string): Promise<Result<FuseWire, string>> {
  try {
    const { version, ...wire } = await getCurrentFuseWire(path)
    const fuses = Object.entries(wire).map(
      ([place, state]) => [nameAt(Number(place)), states[Number(state)] ?? 'unknown'] as const,
    )
    return fuses.length > 0
      ? ok(new Map(fuses))
      : err(`${path} has a fuse wire of version ${version}, which cannot be read`)
  } catch (error) {
    return err(`${path}: ${error instanceof Error ? error.message : 'cannot be read'}`)
  }
}

/** Lists each fuse that the binary has otherwise than configured, as a sentence; none if they agree. */
function differences(configured: Fuses, wire: FuseWire): string[] {
  return [...configured].flatMap(([name, isOn]) => {
    const [wanted, found] = [isOn ? 'on' : 'off', wire.get(name) ?? 'missing']
    return wanted === found ? [] : [`${name} should be ${wanted}, and is ${found}`]
  })
}

if (import.meta.main)
  process.exitCode = await readFuses.run(process.argv.slice(2), processTerminal())
