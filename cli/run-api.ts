import { open } from 'node:fs/promises'
import type { z } from 'zod'
import { isPaginated, type Operation } from '../src/contract/operation.ts'
import { isFields } from '../src/contract/readers/fields.ts'
import { describeShape, type Mismatch, type Reader } from '../src/contract/readers/reading.ts'
import { answerFields } from '../src/contract/source.ts'
import { strictOf } from '../src/contract/strict.ts'
import { getAt } from '../src/contract/wire/json-path.ts'
import type { CallOptions, IntakeClientOptions } from '../src/main/intake/client/call-types.ts'
import { createClient } from '../src/main/intake/client/client.ts'
import { eachPage, usualPageSize, type Page } from '../src/main/intake/client/pages.ts'
import type { ServiceError } from '../src/main/intake/http/errors.ts'
import { compileRequest } from '../src/main/intake/http/request.ts'
import { err, ok, type Result } from '../src/shared/result.ts'
import type { RunnableCommand } from './command.ts'
import { apiLine, areaHelp, operationHelp, overview } from './help/help.ts'
import { readArguments, type Typed } from './operation/arguments.ts'
import { defaultsOf, findOperation } from './operation/find.ts'
import { flagsOf, type Common, type Flag } from './operation/flags.ts'
import { makeInput, type RequestInput } from './operation/input.ts'
import { readBody, textOf } from './operation/texts.ts'
import { isTestAccount, onlyForTests, uncheckedOf, whyNotSent } from './operation/unchecked.ts'
import { drawAnswer, readColumns } from './output/render.ts'
import { pathOf } from './probe/compare.ts'
import {
  complain,
  exitCodes,
  explain,
  usage,
  type ExitCode,
  type Problem,
  type Said,
} from './problem.ts'
import { openAudited } from './service/open-audited.ts'
import { chooseTarget, type Target } from './service/target.ts'
import { createProgress, type Terminal } from './terminal.ts'

const usualWidth = 100

/**
 * Runs `foyer api`: the answer goes to standard output, errors to standard error. Returns the exit code; never
 * rejects for user or service errors.
 */
export async function runApi(args: readonly string[], terminal: Terminal): Promise<ExitCode> {
  const width = terminal.columns ?? usualWidth
  const said = { args, help: 'foyer api' }
  const found = findOperation(args)
  if (found === undefined) {
    const read = readArguments(args, [], [])
    if (!read.ok) return complain(read.error, terminal, said)
    terminal.out(overview(terminal.columns))
    return exitCodes.ok
  }
  if (!found.ok) return complain(found.error, terminal, said)
  if ('area' in found.value) {
    terminal.out(areaHelp(found.value.area, terminal.columns))
    return exitCodes.ok
  }
  const { operation } = found.value
  const seeing = { args, help: `foyer api ${operation.id}` }
  const flags = flagsOf(operation)
  const typed = readArguments(args, flags, found.value.words)
  if (!typed.ok) return complain(typed.error, terminal, seeing)
  if (typed.value.common.help) {
    terminal.out(operationHelp(operation, width))
    return exitCodes.ok
  }
  const ready = await prepare(operation, flags, typed.value, terminal)
  return ready.ok
    ? await perform(typed.value.common, ready.value, terminal, said)
    : complain(ready.error, terminal, seeing)
}

/** `foyer api`, which knows the flags of each operation by the contract. */
export const api: RunnableCommand = { line: apiLine(), run: runApi }

interface Ready {
  /** Operation as called; without the contract's checks of a request if they are not wanted. */
  readonly operation: Operation
  readonly columns: readonly string[] | undefined
  readonly target: Target
  readonly input: RequestInput
}

async function prepare(
  operation: Operation,
  flags: readonly Flag[],
  { common, given }: Typed,
  terminal: Terminal,
): Promise<Result<Ready, Problem>> {
  if (common.all && !isPaginated(operation))
    return err(
      usage(`--all: ${operation.id} does not come in pages; its answer is whole without it.`),
    )
  const columns = readColumns(operation, common)
  if (!columns.ok) return columns
  const texts = new Map<Flag, string[]>()
  for (const [flag, values] of given)
    for (const value of values) {
      const text = await textOf(`--${flag.name}`, value, terminal)
      if (!text.ok) return text
      texts.set(flag, [...(texts.get(flag) ?? []), text.value])
    }
  const body = common.body === undefined ? ok(undefined) : await readBody(common.body, terminal)
  if (!body.ok) return body
  const target = await chooseTarget(common, terminal.environment)
  if (!target.ok) return target
  const path = defaultsOf(operation, target.value)
  const { unchecked = false } = common
  const input = makeInput(operation, texts, flags, { body: body.value, path, unchecked })
  if (!input.ok) return input
  const called = unchecked ? uncheckedOf(operation) : operation
  const why = unchecked ? whyNotSent(called, input.value, target.value.profile) : undefined
  if (why !== undefined) return err(usage(why))
  const ready = { columns: columns.value, target: target.value, input: input.value }
  return ok({ operation: called, ...ready })
}

async function perform(
  common: Common,
  { operation, target, input, columns }: Ready,
  terminal: Terminal,
  said: Said,
): Promise<ExitCode> {
  const note = common.quiet ? () => undefined : terminal.note
  if (common['dry-run']) {
    const { method, path, body } = compileRequest(operation, target.profile)(input)
    terminal.out(`${method} ${path}\n${body === null ? '' : `${body}\n`}`)
    return exitCodes.ok
  }
  note(`Asking ${target.name}.\n`)
  const opened = await openAudited(target, common.audit, 'api')
  if (!opened.ok) return complain(opened.error, terminal, said)
  const { options, recorder, isSandbox, close } = opened.value
  const account = input.params?.['accountId'] ?? target.scope.accountId
  if (common.unchecked && !isSandbox && !isTestAccount(account, target.testAccountIds)) {
    await close()
    return complain(usage(onlyForTests('--unchecked')), terminal, said)
  }
  const caller = callerOf(operation, options, { strict: common.strict === true })
  const progress = createProgress(note, terminal.live)
  try {
    const result = common.all
      ? await callAll(operation, caller, input, (records, pages) =>
          progress.say(`${records} records, ${pages} ${pages === 1 ? 'page' : 'pages'}`),
        )
      : await caller.call(input)
    progress.end()
    if (!result.ok) {
      const { code } = explain(result.error)
      const reason = result.error.kind === 'unreadableAnswer' ? undefined : recorder.message()
      terminal.note(told(result.error, { common, reason, isSandbox }))
      return code
    }
    const shown = await show(operation, { ...common, columns }, result.value, { ...terminal, note })
    if (!shown.ok) return complain(shown.error, terminal, said)
    if (common.output !== undefined && !isSandbox)
      terminal.note(`${common.output} holds patient data; only you can read it (mode 600).\n`)
    return exitCodes.ok
  } finally {
    await caller.close()
    await close()
  }
}

/** Words a failure: for programs one line of JSON. */
function told(
  error: ServiceError,
  about: {
    readonly common: Common
    readonly reason: string | undefined
    readonly isSandbox: boolean
  },
): string {
  const { common, reason, isSandbox } = about
  if (common.json) return `${JSON.stringify({ error, ...(reason !== undefined && { reason }) })}\n`
  const told =
    reason === undefined ? '' : `The ${isSandbox ? 'sandbox' : 'service'} says: ${reason}\n`
  return `foyer: ${explain(error).message}\n${told}`
}

async function show(
  operation: Operation,
  { json, columns, output, all }: Omit<Common, 'columns'> & Pick<Ready, 'columns'>,
  answer: unknown,
  terminal: Terminal,
): Promise<Result<null, Problem>> {
  if (answer === undefined && !json && output === undefined) {
    terminal.note('The service answered without a body.\n')
    return ok(null)
  }
  const drawn = json
    ? { text: `${JSON.stringify(answer ?? null, null, 2)}\n`, notes: [] }
    : drawAnswer(operation, answer, {
        width: output === undefined ? (terminal.columns ?? usualWidth) : 10_000,
        columns,
      })
  if (output === undefined) terminal.out(drawn.text)
  else {
    try {
      await writePrivately(output, drawn.text)
    } catch (cause) {
      const { code } = cause as NodeJS.ErrnoException
      return err(usage(`--output: the file cannot be written (${code ?? 'unknown'}).`))
    }
  }
  for (const line of drawn.notes) terminal.note(`${line}\n`)
  if (!all && !json && isFields(answer) && answer['nextCursor'])
    terminal.note('There are more: --all reads every page.\n')
  return ok(null)
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

/**
 * Makes a caller of one operation; its answer is read as the client does, or exactly by the contract (`strict`).
 * Without a body: undefined.
 */
function callerOf(
  operation: Operation,
  options: IntakeClientOptions,
  { strict = false }: { readonly strict?: boolean } = {},
) {
  const client = createClient({}, options)
  const schema = strict ? strictOf(operation.answer) : operation.answer
  const reader: Reader<unknown> = ({ body }) => {
    if (body === undefined && !strict) return ok(undefined)
    const parsed = schema.safeParse(body)
    return parsed.success ? ok(parsed.data) : err(mismatchAt(operation, body, parsed.error))
  }
  const call = (input: RequestInput, callOptions?: CallOptions) =>
    client.read(operation, reader, input, callOptions)
  return { call, close: () => client.close() }
}

/** Describes the expected and the received value, by names and types, and the assumptions that this shakes. */
function mismatchAt(operation: Operation, body: unknown, { issues }: z.ZodError): Mismatch {
  const [issue] = issues
  const path = pathOf(issue?.path ?? [])
  const fields = new Map(answerFields(operation).map((field) => [field.path, field]))
  const { types = [] } = fields.get(path) ?? {}
  const shaken = new Set(issues.flatMap((each) => fields.get(pathOf(each.path))?.assumption ?? []))
  const names = [...shaken].join(', ')
  const rests = names && `, which shakes the assumption ${names} (docs/assumptions.md)`
  const value = getAt(body, (issue?.path ?? []) as (string | number)[])
  const found = describeShape(value)
  const where = path === '$' ? '' : ` at ${path}`
  const others = issues.length > 1 ? `, and ${issues.length - 1} more` : ''
  return {
    expected: `${types.join(' or ') || 'what the contract says'}${where}`,
    found: `${types.includes(found === 'text' ? 'string' : found) ? 'another value' : found}${others}${rests}`,
  }
}

/** Calls a list until its last page and gives all of it in the shape of one page. */
async function callAll(
  operation: Operation,
  { call }: ReturnType<typeof callerOf>,
  input: RequestInput,
  onPage: (records: number, pages: number) => void,
): Promise<Result<unknown, ServiceError>> {
  const items: unknown[] = []
  let pages = 0
  const query = { limit: usualPageSize, ...input.query }
  const read = async (cursor: string | undefined) => {
    const page = await call({
      ...input,
      query: { ...query, ...(cursor !== undefined && { cursor }) },
    })
    return page as Result<Page<unknown>, ServiceError>
  }
  const { cursor: from } = query as { cursor?: string }
  for await (const page of eachPage(operation, read, { from })) {
    if (!page.ok) return page
    for (const item of page.value.items) items.push(item)
    onPage(items.length, ++pages)
  }
  return ok({ items, nextCursor: null })
}
