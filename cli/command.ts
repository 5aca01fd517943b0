import { Command, CommanderError } from 'commander'
import { refuse, reportRefusal } from './problem.ts'
import { didYouMean } from './suggest.ts'
import type { Terminal } from './terminal.ts'

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

export type ValuesOf<F extends Flags> = { readonly [K in keyof F as NameOf<K>]?: ValueOf<K> }

export interface CommandLine<F extends Flags = Flags> {
  readonly name: string
  readonly summary: string
  /** Required choice of one word, each with its meaning and its flags; those of no word go with each. */
  readonly words?: Readonly<
    Record<string, readonly [about: string, ...flags: (keyof F & string)[]]>
  >
  /** Value without a flag, in angle brackets (required) or square ones, with its meaning. */
  readonly argument?: readonly [name: string, about: string]
  readonly flags: F
  readonly exits: Readonly<Record<number, string>>
  readonly more?: string
}

export interface RunnableCommand {
  readonly line: CommandLine
  readonly run: (args: readonly string[], terminal: Terminal) => Promise<number>
}

type Given<F extends Flags> = NonNullable<ReturnType<typeof readLine<F>>>

/** Makes a command that `run` carries out once its line was understood; tells help, and its refusals, itself. */
export function defineCommand<F extends Flags>(
  line: CommandLine<F>,
  run: (given: Given<F>, terminal: Terminal, args: readonly string[]) => Promise<number>,
): RunnableCommand {
  return {
    line,
    run: (args, terminal) =>
      reportRefusal({ args, help: line.name }, terminal, async () => {
        const given = readLine(line, args, terminal.out)
        return given ? run(given, terminal, args) : 0
      }),
  }
}

/** Builds the commander command of a line; it writes its help to `out`, and throws in place of ending the process. */
export function commandOf<F extends Flags>(
  line: CommandLine<F>,
  out: (text: string) => void = () => undefined,
): Command {
  const { name, summary, words = {}, argument, flags, exits, more = '' } = line
  const codes = Object.entries(exits).map(([code, meaning]) => `  ${code.padEnd(4)}${meaning}`)
  const below = `${more && `\n${more}\n`}\nExit codes:\n${codes.join('\n')}\n`
  const settle = (command: Command, own: readonly string[]) => {
    for (const flag of own) command.option(flag, flags[flag] ?? '')
    return command
      .helpOption('-h, --help', 'this text')
      .exitOverride()
      .configureOutput({ writeOut: out, writeErr: () => undefined })
      .configureHelp({ helpWidth: 120 })
      .addHelpText('after', below)
  }
  const hasWords = Object.keys(words).length > 0
  const ofWords = new Set(Object.values(words).flatMap(([, ...own]) => own))
  const shared = Object.keys(flags).filter((flag) => !ofWords.has(flag))
  const command = settle(new Command(name), hasWords ? [] : shared)
  command.description(summary).helpCommand(false)
  for (const [word, [about, ...own]] of Object.entries(words))
    settle(command.command(word), [...own, ...shared]).description(about)
  return argument ? command.argument(...argument) : command
}

/** Writes the help of a command. */
export function helpOf(command: Command): string {
  let text = ''
  command.configureOutput({ writeOut: (said) => (text += said) }).outputHelp()
  return text
}

/** Reads a line: the word, or the value without a flag. Undefined once it has told the help. Throws a `Refusal`. */
export function readLine<F extends Flags>(
  line: CommandLine<F>,
  args: readonly string[],
  out: (text: string) => void,
) {
  const command = commandOf(line, out)
  if (!parse(command, args)) return undefined
  const [word = ''] = command.args
  const chosen = command.commands.find((each) => each.name() === word) ?? command
  return { word, values: valuesOf(chosen) as ValuesOf<F> }
}

/** Has commander read arguments; false once it has told the help. Throws a `Refusal`, which repeats no value. */
export function parse(command: Command, args: readonly string[]): boolean {
  try {
    command.parse(args, { from: 'user' })
    return true
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    if (error.code === 'commander.helpDisplayed') return false
    return refuse(explain(error, command, args))
  }
}

/** Returns the values of the flags that were given, by their long names. Throws a `Refusal` for a flag in place of one. */
export function valuesOf(command: Command): Readonly<Record<string, unknown>> {
  const given = command.options.flatMap((option) => {
    const value: unknown = command.getOptionValue(option.attributeName())
    return value === undefined ? [] : [[option.long?.slice(2) ?? '', value] as const]
  })
  for (const [name, value] of given)
    if ([value].flat().some((each) => typeof each === 'string' && /^--[a-z]/i.test(each)))
      refuse(`--${name} needs a value.`)
  return Object.fromEntries(given)
}

/** Explains an error of commander by flags and words, without the value of a flag. */
function explain({ code, message }: CommanderError, command: Command, args: readonly string[]) {
  if (code === 'commander.help')
    return `say one of ${command.commands.map((word) => word.name()).join(', ')}.`
  if (code === 'commander.excessArguments')
    return 'A value stands alone, without a flag: put one with spaces in quotes, and write --flag=true.'
  const [flag = ''] = /--?[^'=, ]+(?=[^,]*$)/.exec(message) ?? []
  if (code === 'commander.optionMissingArgument') return `${flag} needs a value.`
  if (code !== 'commander.unknownOption')
    return message.replace(/^error: /, '').replaceAll(/\s+/g, ' ')
  const word = command.commands.find((each) => args.includes(each.name())) ?? command
  const known = word.options.map(({ long }) => long ?? '')
  return known.includes(flag)
    ? `${flag} takes no value.`
    : `There is no flag ${flag}${didYouMean(flag, known)}.`
}
