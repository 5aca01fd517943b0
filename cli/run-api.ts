import { open } from 'node:fs/promises'
import type { z } from 'zod'
import { isPaginated, type Operation } from '../src/contract/operation.ts'
import { isFields } from '../src/contract/readers/fields.ts'
import type { Page } from '../src/contract/readers/lists.ts'
import { describeShape, type Mismatch, type Reader } from '../src/contract/readers/reading.ts'
import { answerFields } from '../src/contract/source.ts'
import { strictOf } from '../src/contract/strict.ts'
import { getAt } from '../src/contract/wire/json-path.ts'
import type { IntakeClientOptions } from '../src/main/intake/client/call-types.ts'
import { createIntakeClient } from '../src/main/intake/client/client.ts'
import type { ServiceError } from '../src/main/intake/http/errors.ts'
import { compileRequest } from '../src/main/intake/http/request.ts'
import { pagesOf } from '../src/main/intake/resources/site.ts'
import { err, ok, type Result } from '../src/shared/result.ts'
import { commandOf, helpOf, readLine, type RunnableCommand, parse, valuesOf } from './command.ts'
import { apiLine, areaHelp, operationCommand } from './help/help.ts'
import { findOperation } from './operation/find.ts'
import { type Common, type Flag, flagsOf } from './operation/flags.ts'
import { makeInput, type RequestInput } from './operation/input.ts'
import { readBody, textOf } from './operation/texts.ts'
import { refuseOnRealPatients, refuseUnsendable, uncheckedOf } from './operation/unchecked.ts'
import { drawAnswer, readColumns } from './output/render.ts'
import { pathOf } from './probe/compare.ts'
import { codeOf, exitCodes, explain, refuse, reportRefusal, type ExitCode } from './problem.ts'
import { openAudited } from './service/open-audited.ts'
import { chooseTarget } from './service/target.ts'
import { createProgress, type Terminal } from './terminal.ts'

const usualWidth = 100

/** Runs `foyer api`: the answer goes to standard output, errors to standard error. Gives the exit code. */
export function runApi(args: readonly string[], terminal: Terminal): Promise<number> {
  const found = findOperation(args)
  const operation = found?.ok && 'operation' in found.value ? found.value.operation : undefined
  const help = operation ? `foyer api ${operation.id}` : 'foyer api'
  return reportRefusal({ args, help }, terminal, async () => {
    const { columns, out } = terminal
    if (!found) {
      if (readLine(apiLine(columns), args, out)) out(helpOf(commandOf(apiLine(columns))))
      return exitCodes.ok
    }
    const named = found.ok ? found.value : refuse(found.error)
    if ('area' in named) {
      out(areaHelp(named.area, columns))
      return exitCodes.ok
    }
    const typed = readArguments(named.operation, named.rest, columns, out)
    if (!typed) return exitCodes.ok
    return perform(typed.common, await prepare(named.operation, typed, terminal), terminal)
  })
}

export const api: RunnableCommand = { line: apiLine(), run: runApi }

type Ready = Awaited<ReturnType<typeof prepare>>

async function prepare(operation: Operation, { common, given }: Typed, terminal: Terminal) {
  if (common.all && !isPaginated(operation))
    refuse(`--all: ${operation.id} does not come in pages; its answer is whole without it.`)
  const columns = readColumns(operation, common)
  const texts = new Map<Flag, string[]>()
  for (const [flag, values] of given) {
    const read = values.map((value) => textOf(`--${flag.name}`, value, terminal))
    texts.set(flag, await Promise.all(read))
  }
  const body = common.body === undefined ? undefined : await readBody(common.body, terminal)
  const target = await chooseTarget(common, terminal.environment)
  const { unchecked = false } = common
  const input = makeInput(operation, texts, body, target.scope, unchecked)
  const called = unchecked ? uncheckedOf(operation) : operation
  if (unchecked) refuseUnsendable(called, input, target.profile)
  return { operation: called, columns, target, input } as const
}

async function perform(
  common: Common,
  { operation, target, input, columns }: Ready,
  terminal: Terminal,
): Promise<ExitCode> {
  const note = common.quiet ? () => undefined : terminal.note
  if (common['dry-run']) {
    const { method, path, body } = compileRequest(operation, target.profile)(input)
    terminal.out(`${method} ${path}\n${body === null ? '' : `${body}\n`}`)
    return exitCodes.ok
  }
  note(`Asking ${target.name}.\n`)
  const { options, recorder, isSandbox, close } = await openAudited(target, common.audit, 'api')
  const account = input.params?.['accountId'] ?? target.scope.accountId
  const caller = callerOf(operation, options, common.strict === true)
  const progress = createProgress(note, terminal.live)
  try {
    if (common.unchecked)
      refuseOnRealPatients('--unchecked', isSandbox, account, target.testAccountIds)
    const result = common.all
      ? await callAll(operation, caller, input, (records, pages) =>
          progress.say(`${records} records, ${pages} ${pages === 1 ? 'page' : 'pages'}`),
        )
      : await caller.read(operation, caller.reader, input)
    progress.end()
    if (!result.ok) {
      const { code, message } = explain(result.error)
      const reason = result.error.kind === 'unreadableAnswer' ? undefined : recorder.message()
      const by = isSandbox ? 'sandbox' : 'service'
      const said = reason === undefined ? '' : `The ${by} says: ${reason}\n`
      const json = `${JSON.stringify({ error: result.error, ...(said !== '' && { reason }) })}\n`
      terminal.note(common.json ? json : `foyer: ${message}\n${said}`)
      return code
    }
    await show(operation, { ...common, columns }, result.value, { ...terminal, note })
    if (common.output !== undefined && !isSandbox)
      terminal.note(`${common.output} holds patient data; only you can read it (mode 600).\n`)
    return exitCodes.ok
  } finally {
    await caller.close()
    await close()
  }
}

async function show(
  operation: Operation,
  { json, columns, output, all }: Omit<Common, 'columns'> & Pick<Ready, 'columns'>,
  answer: unknown,
  terminal: Terminal,
): Promise<void> {
  if (answer === undefined && !json && output === undefined) {
    terminal.note('The service answered without a body.\n')
    return
  }
  const width = output === undefined ? (terminal.columns ?? usualWidth) : 10_000
  const drawn = json
    ? { text: `${JSON.stringify(answer ?? null, null, 2)}\n`, notes: [] }
    : drawAnswer(operation, answer, { width, columns })
  if (output === undefined) terminal.out(drawn.text)
  else
    await writePrivately(output, drawn.text).catch((error: unknown) =>
      refuse(`--output: the file cannot be written (${codeOf(error)}).`),
    )
  for (const line of drawn.notes) terminal.note(`${line}\n`)
  if (!all && !json && isFields(answer) && answer['nextCursor'])
    terminal.note('There are more: --all reads every page.\n')
}

/** Writes a file that only this user can read, even over an existing readable one. Rejects as `open` does. */
async function writePrivately(path: string, text: string): Promise<void> {
  const file = await open(path, 'w', 0o600)
  try {
    // The mode above counts for a new file alone.
    await file.chmod(0o600)
    await file.writeFile(text)
  } finally {
    await file.close()
  }
}

/** Reads answers as the client does, or exactly by the contract (`strict`). Without a body: undefined. */
function callerOf(operation: Operation, options: IntakeClientOptions, strict: boolean) {
  const client = createIntakeClient(options)
  const schema = strict ? strictOf(operation.answer) : operation.answer
  const reader: Reader<unknown> = ({ body }) => {
    if (body === undefined && !strict) return ok(undefined)
    const parsed = schema.safeParse(body)
    return parsed.success ? ok(parsed.data) : err(mismatchAt(operation, body, parsed.error))
  }
  return { ...client, reader }
}

function mismatchAt(operation: Operation, body: unknown, { issues }: z.ZodError): Mismatch {
  const [issue] = issues
  const path = pathOf(issue?.path ?? [])
  const fields = new Map(answerFields(operation).map((field) => [field.path, field]))
  const types = fields.get(path)?.types ?? []
  const shaken = new Set(issues.flatMap((each) => fields.get(pathOf(each.path))?.assumption ?? []))
  const names = [...shaken].join(', ')
  const rests = names && `, which shakes the assumption ${names} (docs/assumptions.md)`
  const found = describeShape(getAt(body, (issue?.path ?? []) as (string | number)[]))
  const isOfType = types.includes(found === 'text' ? 'string' : found)
  const where = path === '$' ? '' : ` at ${path}`
  const others = issues.length > 1 ? `, and ${issues.length - 1} more` : ''
  return {
    expected: `${types.join(' or ') || 'what the contract says'}${where}`,
    found: `${isOfType ? 'another value' : found}${others}${rests}`,
  }
}

async function callAll(
  operation: Operation,
  { read, reader }: ReturnType<typeof callerOf>,
  { query: { limit, cursor, ...query } = {}, ...input }: RequestInput,
  onPage: (records: number, pages: number) => void,
): Promise<Result<unknown, ServiceError>> {
  const items: unknown[] = []
  let pages = 0
  const from = cursor as string
  const paging = { pageSize: limit as number, maxPages: 1_000, from, smaller: [] }
  const within = { ...input, query } as object
  for await (const page of pagesOf(
    read,
    operation,
    reader as Reader<Page<unknown>>,
    within,
    paging,
  )) {
    if (!page.ok) return page
    for (const item of page.value.items) items.push(item)
    onPage(items.length, ++pages)
  }
  return ok({ items, nextCursor: null })
}

type Typed = NonNullable<ReturnType<typeof readArguments>>

/** Reads the arguments of a call; undefined once it has told the help. Throws a `Refusal` without a patient's values. */
export function readArguments(
  operation: Operation,
  args: readonly string[],
  width = usualWidth,
  out?: (text: string) => void,
) {
  const command = operationCommand(operation, width, out)
  if (!parse(command, args)) return undefined
  const values = valuesOf(command)
  const common: Common = values
  const given = flagsOf(operation).flatMap((flag) => {
    const texts = [flag.name, ...flag.aliases].flatMap((name) => values[name] ?? []).map(String)
    return texts.length === 0 ? [] : [[flag, texts] as const]
  })
  return { common, given: new Map(given) }
}
