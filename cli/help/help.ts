import { Command, Help, Option } from 'commander'
import { z } from 'zod'
import { assumptions } from '../../src/contract/assumptions.ts'
import type { Operation } from '../../src/contract/operation.ts'
import { isFields } from '../../src/contract/readers/fields.ts'
import { answerFields, assumptionsOf } from '../../src/contract/source.ts'
import { getAt } from '../../src/contract/wire/json-path.ts'
import type { CommandLine } from '../command.ts'
import { areas, operations, scopedBy } from '../operation/find.ts'
import { commonFlagTexts, eitherOf, flagsOf, type Flag } from '../operation/flags.ts'
import { expected, takes, wordsOf } from '../operation/value.ts'
import { cut, pad } from '../output/text.ts'

const headings = { params: 'Path', query: 'Query', headers: 'Headers', body: 'Body' } as const

/** Builds the commander command of one operation, all of it from the contract; its help goes to `out`. */
export function operationCommand(
  operation: Operation,
  width: number,
  out: (text: string) => void = () => undefined,
) {
  const { id, method, path, summary, section, interface: name } = operation
  const below = [answerSection(operation, width), assumptionSection(operation, width)]
  const example = `Example:\n  foyer api ${quoted([id, ...exampleOf(operation)])}`
  const command = new Command(`foyer api ${id}`)
    .description(`${method} ${path}\n\n${summary}\nDocument: the ${name} interface, "${section}".`)
    .helpOption('-h, --help', 'this text; foyer api --help has the flags of every operation')
    .configureHelp({ helpWidth: width, optionTerm: ({ flags }) => flags.replace(/ [<[].*/, '') })
    .addHelpText('after', `\n${below.filter(Boolean).join('\n')}\n${example}`)
    .exitOverride()
    .configureOutput({ writeOut: out, writeErr: () => undefined })
  const flags = flagsOf(operation)
  for (const flag of flags) {
    const { name, aliases, takes, field } = flag
    const value = takes === 'switch' ? '[value]' : '<value>'
    const options = [
      new Option(`--${name} ${value}`, describe(operation, flag, flags)).argParser(collect),
      ...aliases.map((alias) => new Option(`--${alias} ${value}`).argParser(collect).hideHelp()),
      ...(takes === 'switch' ? [new Option(`--no-${name}`).hideHelp()] : []),
    ]
    for (const option of options) command.addOption(option.helpGroup(`${headings[field.part]}:`))
  }
  for (const text of Object.keys(commonFlagTexts)) command.addOption(new Option(text).hideHelp())
  return command
}

/** Collects the texts of a flag that stands several times; `true` or `false` before are those of one without a value. */
const collect = (text: string, before: readonly string[] | boolean = []): readonly string[] =>
  typeof before === 'boolean' ? [text] : [...before, text]

function describe(operation: Operation, { field, takes, aliases }: Flag, flags: readonly Flag[]) {
  const { part, description, required, assumption } = field
  const either = eitherOf(flags, part)
  const facts = [
    expected(field),
    description?.replace(/\.$/, ''),
    (takes === 'list' || takes === 'map') && 'may be repeated',
    takes === 'switch' && 'alone it is true, as --no-… false',
    aliases.length > 0 && `also ${aliases.map((alias) => `--${alias}`).join(', ')}`,
    required === 'always' &&
      (isScoped(operation, field) ? 'by default the configured one' : 'REQUIRED'),
    required === 'sometimes' && either.length > 1 && `one of ${either.join(', ')} is needed`,
    sourceOf(assumption),
  ]
  return facts.filter(Boolean).join('; ')
}

/** Checks if a parameter of the path has a default, that of the service. */
const isScoped = (operation: Operation, { part, path }: Flag['field']) =>
  part === 'params' && scopedBy(operation).some((name) => name === path[0])

const sourceOf = (assumption?: string) =>
  assumption === undefined ? 'stated' : `assumed (${assumption})`

function columns(rows: readonly (readonly [string, string])[], width: number): string {
  const help = Object.assign(new Help(), { helpWidth: width })
  const widest = Math.min(34, Math.max(0, ...rows.map(([term]) => help.displayWidth(term))))
  return rows.map(([term, about]) => `${help.formatItem(term, widest, about, help)}\n`).join('')
}

function answerSection(operation: Operation, width: number): string {
  const fields = answerFields(operation)
  if (operation.status === 204) return 'Answer:\n  none\n'
  const rows = fields
    .filter(({ path }) => !path.endsWith('[]') || fields.length < 3)
    .map(({ path, types, required, assumption }) => {
      const name = path === '$' ? '(all of it)' : path.replace(/^\$\.?/, '')
      const facts = [types.join(' or '), !required && 'may be absent', sourceOf(assumption)]
      return [name, facts.filter(Boolean).join('; ')] as const
    })
  return `Answer:\n${columns(rows, width)}`
}

function assumptionSection(operation: Operation, width: number): string {
  const rows = assumptionsOf(operation).map((name) => [name, assumptions[name][0]] as const)
  const title = 'Assumed, since the document leaves it open:'
  return rows.length === 0 ? '' : `${title}\n${columns(rows, width)}`
}

/** Ids that the sandbox has from its start, and times, by the name or the format of a field. */
const examples: Readonly<Record<string, string>> = {
  location: '301',
  patient: '5001',
  date: '2030-05-31',
  'date-time': '2030-05-31T09:00:00Z',
}

/** Builds arguments that the contract takes: the body is the contract's own example. */
export function exampleOf(operation: Operation): string[] {
  const { body } = operation
  const example = body && z.globalRegistry.get(body)?.examples?.[0]
  return flagsOf(operation).flatMap((flag) => {
    const { part, path, required } = flag.field
    if (part === 'body') return bodyArguments(flag, getAt(example, path))
    const isTyped = required === 'always' && !isScoped(operation, flag.field)
    return isTyped ? [`--${flag.name}=${placeholder(flag)}`] : []
  })
}

/** Arguments as they may be pasted into a shell. */
export function quoted(args: readonly string[]): string {
  const quote = (arg: string) => `'${arg.replaceAll("'", String.raw`'\''`)}'`
  return args.map((arg) => (/^[\w@.:,/+=-]+$/.test(arg) ? arg : quote(arg))).join(' ')
}

function bodyArguments({ name, takes: kind }: Flag, value: unknown): string[] {
  if (value === undefined) return []
  if (kind === 'map' && isFields(value))
    return Object.entries(value).map(([key, each]) => `--${name}=${key}=${textOf(each)}`)
  return [`--${name}=${textOf(value)}`]
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : JSON.stringify(value))

function placeholder({ name, field }: Flag): string {
  const format = field.variants.find((variant) => variant.format)?.format ?? ''
  const known = wordsOf(field)[0] ?? examples[name] ?? examples[format]
  return known ?? (takes(field, 'integer') ? '1' : 'text')
}

/** Returns the command line of `foyer api`; the flags of an operation come besides. `width`: of the terminal. */
export const apiLine = (width?: number) =>
  ({
    name: 'foyer api',
    summary: `Call any of the ${operations.length} operations of the intake service

  foyer api partner.formPackets.list --location 301
  foyer api partner form-packets list --location 301      the same in words
  foyer api partner.patients.get --patient 5001 --json
  foyer api <operation> --help      parameters, body and answer of one operation`,
    argument: ['[operation]', 'one of the operations below, and the flags of its own'],
    flags: commonFlagTexts,
    more: `A value @file is read from that file, so that a secret does not stand in the command line.

Which service: without --sandbox and --service that of foyer.config.json and FOYER_SERVICE_*, with the credentials of
FOYER_PARTNER_CLIENT_ID, FOYER_PARTNER_CLIENT_SECRET, FOYER_DEVELOPER_CLIENT_ID and FOYER_DEVELOPER_CLIENT_SECRET;
else the sandbox that "foyer sandbox" started; else --sandbox.

${[...areas.keys()].map((area) => areaHelp(area, width)).join('\n')}`,
    exits: {
      0: 'the call succeeded',
      2: 'wrong usage',
      3: 'the service said no: credentials, rights, unknown record, wrong request',
      4: 'the service cannot be reached, gave no answer in time, or has a fault',
      5: 'an answer out of contract',
      78: 'the settings or the credentials need a correction',
    },
  }) as const satisfies CommandLine

/** Lists the operations of an area, one a line, cut if the width of the terminal is known. */
export function areaHelp(area: string, width = Infinity): string {
  const within = areas.get(area) ?? []
  const widest = Math.max(...operations.map(({ id }) => id.length))
  const line = ({ id, summary }: Operation) => cut(`  ${pad(id, widest)}  ${summary}`, width)
  return `${area}\n${within.map((operation) => `${line(operation)}\n`).join('')}`
}
