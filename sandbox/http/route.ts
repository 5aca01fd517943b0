import type { Context, Hono, NotFoundHandler } from 'hono'
import { z } from 'zod'
import type { Operation } from '../../src/contract/operation.ts'
import { isFields } from '../../src/contract/readers/fields.ts'
import { strictOf } from '../../src/contract/strict.ts'
import { contractPrefixes } from '../../src/contract/wire-profile.ts'
import type { Result } from '../../src/shared/result.ts'
import type { Account, Location, State } from '../state/types.ts'
import { keepServed, type SandboxContext } from '../sandbox-context.ts'
import { admit, admitBearer } from './access.ts'
import type { Env } from './env.ts'
import { describeIssues, parseRequest } from './parse.ts'
import type { Refusal } from './refusal.ts'
import { speak, type SpokenOperation } from './wire.ts'

type Parsed<O, K extends string> =
  O extends Record<K, infer S extends z.ZodType> ? z.output<S> : undefined

type LocationOf<O> =
  Parsed<O, 'params'> extends { readonly locationId: unknown } ? Location : undefined

export interface Call<O extends Operation> {
  readonly params: Parsed<O, 'params'>
  readonly query: Parsed<O, 'query'>
  readonly headers: Parsed<O, 'headers'>
  readonly body: Parsed<O, 'body'>
  readonly account: Account
  readonly location: LocationOf<O>
  readonly sandbox: SandboxContext
  readonly state: State
  /** Milliseconds of the sandbox clock. */
  readonly now: number
}

export type Handler<O extends Operation> = (
  call: Call<O>,
) => Result<z.input<O['answer']>, Refusal> | Promise<Result<z.input<O['answer']>, Refusal>>

type Message<O extends Operation> = (answer: z.input<O['answer']>) => string

export interface Route {
  readonly operation: Operation
  readonly handler: Handler<Operation>
  readonly message: Message<Operation>
}

/** Pairs an operation with a handler that is typed by it; the developer interface says `message` of a success. */
export function route<O extends Operation>(
  operation: O,
  handler: Handler<O>,
  message: Message<O> = () => '',
): Route {
  return { operation, handler, message }
}

function refuse(of: Operation['interface'], context: Context, { status, code, message }: Refusal) {
  return of === 'developer'
    ? context.json({ success: false, message, data: {} }, status === 401 ? 401 : 200)
    : context.json({ error: code, message }, status)
}

/** Answers addresses without an operation, in the form of the interface around them. */
export function refuseUnknown(sandbox: SandboxContext): NotFoundHandler<Env> {
  return async (context) => {
    const message = 'The sandbox has no such address.'
    const unknown = { status: 404, code: 'not_found', message } as const
    if (!context.req.path.startsWith(`${contractPrefixes.developer}/`))
      return refuse('partner', context, unknown)
    const bearer = await admitBearer(sandbox, 'developer', context)
    return refuse('developer', context, bearer.ok ? unknown : bearer.error)
  }
}

/** Checks our answer strictly by the documents' schemas; a misfit gives 500 with details. */
function serve(
  app: Hono<Env>,
  sandbox: SandboxContext,
  { operation, handler, message }: Route,
  spoken: SpokenOperation,
): void {
  const answer = strictOf(operation.answer)
  app.on(spoken.method, honoPath(spoken), async (context) => {
    const params = spoken.params(context.req.param())
    const revoked = context.get('grantRevoked') ?? false
    const missing = spoken.required.find(([name, value]) => context.req.header(name) !== value)
    if (missing) {
      const message = `The header ${missing[0]} is missing or wrong.`
      return refuse(operation.interface, context, { status: 401, code: 'missing_header', message })
    }
    const access = await admit(sandbox, operation, context, params, revoked)
    if (!access.ok) return refuse(operation.interface, context, access.error)
    const request = await parseRequest(operation, context, spoken)
    if (!request.ok) return refuse(operation.interface, context, request.error)
    const outcome = await handler({
      ...(request.value as Pick<Call<Operation>, 'params' | 'query' | 'headers' | 'body'>),
      ...(access.value as Pick<Call<Operation>, 'account' | 'location'>),
      sandbox,
      state: sandbox.state,
      now: sandbox.clock.now(),
    })
    if (!outcome.ok) return refuse(operation.interface, context, outcome.error)
    const value = shaped(answer, outcome.value)
    const checked = answer.safeParse(value)
    if (!checked.success) {
      const fault = `${operation.id} answers out of contract: ${describeIssues(checked.error)}`
      return context.json({ error: 'sandbox_mismatch', message: fault }, 500)
    }
    const refusal = spoken.refusal(value)
    if (refusal !== undefined)
      return Response.json({ error: 'refused', message: 'By the profile.' }, { status: refusal })
    keepServed(sandbox, { operation: operation.id, params })
    if (operation.status === 204) return context.body(null, 204)
    const said = spoken.answer(value)
    if (operation.interface !== 'developer') return context.json(said as object, operation.status)
    const envelope = { success: true, message: message(value), data: said }
    return context.json(envelope, operation.status)
  })
}

/** Keeps of a value what its model names: a stored record may hold more. */
function shaped(model: z.ZodType, value: unknown): unknown {
  if (model instanceof z.ZodOptional || model instanceof z.ZodNullable)
    return shaped(model.unwrap() as z.ZodType, value)
  if (model instanceof z.ZodArray && Array.isArray(value))
    return value.map((item) => shaped(model.element as z.ZodType, item))
  if (!(model instanceof z.ZodObject) || !isFields(value)) return value
  const fields = Object.entries<z.ZodType>(model.shape)
  return Object.fromEntries(
    fields.flatMap(([name, field]) =>
      value[name] === undefined ? [] : [[name, shaped(field, value[name])]],
    ),
  )
}

const honoPath = ({ path }: SpokenOperation) => path.replaceAll(/\{(\w+)\}/g, ':$1')

/** Serves routes so that a fixed path is found before one with a parameter in the same place. */
export function serveAll(app: Hono<Env>, sandbox: SandboxContext, routes: readonly Route[]): void {
  const rank = ({ spoken }: { spoken: SpokenOperation }) =>
    spoken.path.replaceAll(/\{\w+\}/g, '\uffff')
  const all = routes.map((each) => ({
    route: each,
    spoken: speak(sandbox.profile, each.operation, sandbox.secretOf),
  }))
  for (const { route: each, spoken } of all.sort((a, b) => (rank(a) < rank(b) ? -1 : 1)))
    serve(app, sandbox, each, spoken)
}
