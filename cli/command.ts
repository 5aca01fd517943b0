import { Command, CommanderError } from 'commander'
import { didYouMean } from './suggest.ts'

/** Flags as commander writes them (`-q, --quiet`, `--dir <folder>`, `--id <name...>`), and what each does. */
type Flags = Readonly<Record<string, string>>

type NameOf<F> = F extends `${string}--${infer L}`
  ? L extends `${infer N} ${string}`
    ? N
    : L
  : never
type ValueOf<F> = F extends `${string}...>`
  ? readonly string[]
  : F extends `${string}>`
    ? string
    : boolean

/** The values of a command's flags by their long names. */
export type ValuesOf<F extends Flags> = { readonly [K in keyof F as NameOf<K>]?: ValueOf<K> }

/** A command of `npm run`, as its help shows it. */
export interface CommandLine<F extends Flags = Flags> {
  /** The npm script. */
  readonly name: string
  readonly summary: string
  /** Required choice of one word, each with its meaning. */
  readonly words?: Readonly<Record<string, string>>
  /** Required value without a flag, in angle brackets, with its meaning. */
  readonly argument?: readonly [name: string, about: string]
  readonly flags: F
  /** Text below the flags: exit codes and other notes. */
  readonly more: string
}

/** Reading of a command line: help, an error (`message` is one sentence), or words and values. */
export type Given<F extends Flags> =
  | { readonly kind: 'help' }
  | { readonly kind: 'wrong'; readonly message: string }
  | { readonly kind: 'given'; readonly word: string; readonly values: ValuesOf<F> }

function commandOf(
  { name, summary, words = {}, argument, flags }: CommandLine,
  onWord: (word: string) => void = () => undefined,
): Command {
  const command = new Command(`npm run ${name} --`)
    .description(summary)
    .helpOption(false)
    .helpCommand(false)
    .exitOverride()
    .configureOutput({ writeErr: () => undefined })
    .configureHelp({ helpWidth: 120 })
  for (const [flag, about] of Object.entries(flags)) command.option(flag, about)
  command.option('-h, --help', 'this text')
  for (const [word, about] of Object.entries(words))
    command
      .command(word)
      .description(about)
      .helpOption(false)
      .action(() => onWord(word))
  if (argument) command.argument(...argument)
  if (Object.keys(words).length === 0) command.action(() => onWord(command.args[0] ?? ''))
  return command
}

export function helpOf(line: CommandLine): string {
  return `${commandOf(line).helpInformation()}\n${line.more}\n`
}

/** Outputs: `out` is the answer, `note` is for the person. */
export interface Output {
  readonly out: (text: string) => void
  readonly note: (text: string) => void
}

/** Reads a command line; where it asks for help or is wrong, tells that and returns the exit code: 0, or 2. */
export function readOrTell<F extends Flags>(
  line: CommandLine<F>,
  args: readonly string[],
  { out, note }: Output,
): Extract<Given<F>, { kind: 'given' }> | 0 | 2 {
  const given = readCommandLine(line, args)
  if (given.kind === 'given') return given
  if (given.kind === 'help') out(helpOf(line))
  else note(`${given.message}\n\n${helpOf(line)}`)
  return given.kind === 'help' ? 0 : 2
}

/** Reads a command line. A message about a wrong one names flags and words, and no value of a flag. */
export function readCommandLine<F extends Flags>(
  line: CommandLine<F>,
  args: readonly string[],
): Given<F> {
  if (args.some((each) => each === '--help' || each === '-h') || args[0] === 'help')
    return { kind: 'help' }
  let word = ''
  const command = commandOf(line, (chosen) => (word = chosen))
  try {
    command.parse(args, { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    return { kind: 'wrong', message: explain(error, command, line) }
  }
  const values = command.options.map((option) => [
    option.long?.slice(2) ?? '',
    command.getOptionValue(option.attributeName()) as unknown,
  ])
  const empty = values.find(([, value]) =>
    [value].flat().some((each) => /^--[a-z]/i.test(String(each))),
  )
  if (empty) return { kind: 'wrong', message: `--${String(empty[0])} needs a value.` }
  const given = values.filter(([, value]) => value !== undefined)
  return { kind: 'given', word, values: Object.fromEntries(given) as ValuesOf<F> }
}

function explain({ code, message }: CommanderError, command: Command, { words }: CommandLine) {
  if (code === 'commander.help') return `say one of ${Object.keys(words ?? {}).join(', ')}.`
  if (code !== 'commander.unknownOption')
    return message.replace(/^error: /, '').replaceAll(/\s+/g, ' ')
  const [flag = ''] = /--?[^'=]*/.exec(message) ?? []
  const known = command.options.map(({ long }) => long ?? '')
  return `There is no flag ${flag}${didYouMean(flag, known)}.`
}
