import { z } from 'zod'
import { assumptions } from '../../src/contract/assumptions.ts'
import type { Operation } from '../../src/contract/operation.ts'
import { isFields } from '../../src/contract/readers/fields.ts'
import { answerFields, assumptionsOf } from '../../src/contract/source.ts'
import { getAt } from '../../src/contract/wire/json-path.ts'
import { parts, type Part } from '../operation/fields.ts'
import { areas, operations, scopedBy } from '../operation/find.ts'
import { flagsOf, type Flag } from '../operation/flags.ts'
import { expected, takes, wordsOf } from '../operation/value.ts'
import { cut, pad, widthOf, wrap } from '../output/text.ts'

const headings: Record<Part, string> = {
  params: 'Path',
  query: 'Query',
  headers: 'Headers',
  body: 'Body',
}

/** Returns the help of one operation, all of it from the contract. */
export function operationHelp(operation: Operation, width: number): string {
  const { id, method, path, summary, section, interface: name } = operation
  const flags = flagsOf(operation)
  const sections = parts.flatMap((part) => {
    const within = flags.filter(({ field }) => field.part === part)
    return within.length === 0 ? [] : [flagSection(operation, part, within, width)]
  })
  return `${id}
${method} ${path}

${summary}
Document: the ${name} interface, "${section}".

${[...sections, answerSection(operation, width), assumptionSection(operation, width)].filter(Boolean).join('\n')}
Example
  npm run api -- ${quoted([id, ...exampleOf(operation)])}

--help alone shows the flags of every operation: --json, --all, --body, --output, --service and others.
`
}

function flagSection(
  operation: Operation,
  part: Part,
  flags: readonly Flag[],
  width: number,
): string {
  const either = flags.filter(({ field }) => field.required === 'sometimes')
  const note =
    either.length > 1
      ? `  One of ${either.map(({ name }) => `--${name}`).join(', ')} is needed.\n`
      : ''
  const rows = flags.map((flag) => [`--${flag.name}`, describe(operation, flag)] as const)
  return `${headings[part]}\n${columns(rows, width)}${note}`
}

function describe(operation: Operation, { field, takes, aliases }: Flag): string {
  const { part, path, description, required, assumption } = field
  const scoped = part === 'params' && scopedBy(operation).some((name) => name === path[0])
  return [
    expected(field),
    ...(description === undefined ? [] : [description.replace(/\.$/, '')]),
    ...(takes === 'list' || takes === 'map' ? ['may be repeated'] : []),
    ...(takes === 'switch' ? ['alone it is true, as --no-… false'] : []),
    ...(aliases.length > 0 ? [`also ${aliases.map((alias) => `--${alias}`).join(', ')}`] : []),
    required === 'always' ? (scoped ? 'by default the configured one' : 'REQUIRED') : '',
    sourceOf(assumption),
  ]
    .filter((each) => each !== '')
    .join('; ')
}

function sourceOf(assumption: string | undefined): string {
  return assumption === undefined ? 'stated' : `assumed (${assumption})`
}

function answerSection(operation: Operation, width: number): string {
  const fields = answerFields(operation)
  if (operation.status === 204) return 'Answer\n  none\n'
  const rows = fields
    .filter(({ path }) => !path.endsWith('[]') || fields.length < 3)
    .map(({ path, types, required, assumption }) => {
      const name = path === '$' ? '(all of it)' : path.replace(/^\$\.?/, '')
      const parts = [types.join(' or '), required ? '' : 'may be absent', sourceOf(assumption)]
      return [name, parts.filter((each) => each !== '').join('; ')] as const
    })
  return `Answer\n${columns(rows, width)}`
}

function assumptionSection(operation: Operation, width: number): string {
  const names = assumptionsOf(operation)
  if (names.length === 0) return ''
  const lines = names.flatMap((name) => [
    `  ${name}`,
    ...wrap(assumptions[name].assumes, width - 4).map((line) => `    ${line}`),
  ])
  return `Assumed, since the document leaves it open\n${lines.join('\n')}\n`
}

function columns(rows: readonly (readonly [string, string])[], width: number): string {
  const widest = Math.min(34, Math.max(0, ...rows.map(([name]) => widthOf(name))))
  const indent = ' '.repeat(widest + 4)
  return rows
    .map(([name, about]) => {
      const lines = wrap(about, Math.max(30, width - widest - 4))
      const head = `  ${pad(name, widest)}  `
      const start = widthOf(name) > widest ? `  ${name}\n${indent}` : head
      return `${start}${lines.join(`\n${indent}`)}\n`
    })
    .join('')
}

/** Ids that the sandbox has from its start. */
const ids: Readonly<Record<string, string>> = { location: '301', patient: '5001' }

/** Builds arguments that the contract takes: the body is the contract's own example. */
export function exampleOf(operation: Operation): string[] {
  const { body } = operation
  const example = body && z.globalRegistry.get(body)?.examples?.[0]
  const scope: readonly string[] = scopedBy(operation)
  return flagsOf(operation).flatMap((flag) => {
    const { part, path, required } = flag.field
    if (part === 'body') return bodyArguments(flag, getAt(example, path))
    const scoped = part === 'params' && scope.includes(path[0] ?? '')
    return required === 'always' && !scoped ? [`--${flag.name}=${placeholder(flag)}`] : []
  })
}

/** Arguments as they may be pasted into a shell. */
export function quoted(args: readonly string[]): string {
  return args
    .map((arg) =>
      /^[\w@.:,/+=-]+$/.test(arg) ? arg : `'${arg.replaceAll("'", String.raw`'\''`)}'`,
    )
    .join(' ')
}

function bodyArguments({ name, takes: kind }: Flag, value: unknown): string[] {
  if (value === undefined) return []
  if (kind === 'map' && isFields(value))
    return Object.entries(value).map(([key, each]) => `--${name}=${key}=${textOf(each)}`)
  return [`--${name}=${textOf(value)}`]
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function placeholder({ name, field }: Flag): string {
  const format = field.variants.find((variant) => variant.format)?.format ?? ''
  const dates: Readonly<Record<string, string>> = {
    date: '2030-05-31',
    'date-time': '2030-05-31T09:00:00Z',
  }
  return wordsOf(field)[0] ?? ids[name] ?? dates[format] ?? (takes(field, 'integer') ? '1' : 'text')
}

/** Returns the help of the command itself: how to call, all operations by area, common flags, exit codes. */
export function overview(width?: number): string {
  return `Calls any of the ${operations.length} operations of the intake service.

  npm run api -- <operation> [flags]
  npm run api -- partner.formPackets.list --location 301
  npm run api -- partner form-packets list --location 301      the same in words
  npm run --silent api -- partner.patients.get --patient 5001 --json
  npm run api -- <operation> --help      parameters, body and answer of one operation

${[...areas.keys()].map((area) => areaHelp(area, width)).join('\n')}
${commonHelp}

The exit status is 0 when the call succeeded, 2 for a wrong command line, 3 when the service said no,
4 when it cannot be reached or has a fault, 5 for an answer out of contract, 78 for wrong settings.
`
}

/** Lists the operations of an area, one a line, cut if the width of the terminal is known. */
export function areaHelp(area: string, width?: number): string {
  const within = areas.get(area) ?? []
  const widest = Math.max(...operations.map(({ id }) => id.length))
  const line = ({ id, summary }: Operation) => {
    const whole = `  ${pad(id, widest)}  ${summary}`
    return width === undefined ? whole : cut(whole, width)
  }
  return `${area}\n${within.map((operation) => `${line(operation)}\n`).join('')}`
}

/** Help text of the common flags. */
const commonHelp = `Flags of every operation
  --json                 the whole answer as JSON, for programs
  --all                  every page of a list, not only the first
  --columns <names>      columns of the table: id,name,status
  -o, --output <file>    write the answer to a file that only you can read
  --body <file>          the body as JSON; - is standard input. A flag is stronger than the body
  --dry-run              show the request and send nothing
  --strict               take the answer only exactly as the contract states it
  --unchecked            send what the contract would refuse; at a sandbox, and on service.testAccountIds alone
  --audit <file>         audit the access in this file, in the chain that npm run audit verifies; without it the
                         vault of this machine's kiosk is used, and a real service is not called where neither can be
  -q, --quiet            no notes and no progress
  -h, --help             help, also for one operation

  A value @file is read from that file, so that a secret does not stand in the command line.

Which service
  --sandbox              a sandbox for this command alone
  --service <address>    the service, or a sandbox, at this address
  --profile <file>       how it speaks on the wire (docs/wire-profile.md), instead of the settings' profile
  Without these: the service of foyer.config.json and FOYER_SERVICE_*, with the credentials of
  FOYER_PARTNER_CLIENT_ID, FOYER_PARTNER_CLIENT_SECRET, FOYER_DEVELOPER_CLIENT_ID and
  FOYER_DEVELOPER_CLIENT_SECRET; else the sandbox that \`npm run sandbox\` started; else --sandbox.`
