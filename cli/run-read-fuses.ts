import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { helpOf, readCommandLine, type CommandLine } from './command.ts'
import { differences, readConfiguredFuses, readFuseWire } from './fuses.ts'

/** Exit statuses of `npm run read-fuses`. */
export const fusesExit = { agree: 0, differ: 1, usage: 2, unreadable: 3 } as const

const commandLine = {
  name: 'read-fuses',
  summary: 'The fuses of a packaged Foyer, beside those of electron-builder.yml',
  argument: ['<path>', 'the packaged program, or on macOS the .app'],
  flags: { '--config <file>': 'another configuration than electron-builder.yml' },
  more: 'Exit codes: 0 every configured fuse is as it should be, 1 one is not, 2 wrong usage, 3 there are no fuses to read.',
} as const satisfies CommandLine

/** Outputs: `out` is the answer, `note` is for errors. */
export interface Output {
  out(text: string): void
  note(text: string): void
}

const defaultConfig = join(import.meta.dirname, '..', 'electron-builder.yml')

function readText(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

/** Runs `npm run read-fuses` and gives its exit code; see `fusesExit`. */
export async function runReadFuses(args: string[], output: Output): Promise<number> {
  const given = readCommandLine(commandLine, args)
  if (given.kind === 'help') {
    output.out(helpOf(commandLine))
    return fusesExit.agree
  }
  if (given.kind === 'wrong') {
    output.note(`${given.message}\n\n${helpOf(commandLine)}`)
    return fusesExit.usage
  }
  const { config = defaultConfig } = given.values
  const configured = readConfiguredFuses(readText(config) ?? '')
  if (!configured.ok) {
    output.note(`${config}: ${configured.error}`)
    return fusesExit.unreadable
  }
  const wire = await readFuseWire(given.word)
  if (!wire.ok) {
    output.note(wire.error)
    return fusesExit.unreadable
  }
  for (const [name, state] of wire.value) {
    const note = configured.value.has(name) ? '' : '  (not configured: as Electron ships it)'
    output.out(`${name.padEnd(38)} ${state}${note}\n`)
  }
  const wrong = differences(configured.value, wire.value)
  for (const each of wrong) output.note(each)
  return wrong.length > 0 ? fusesExit.differ : fusesExit.agree
}
