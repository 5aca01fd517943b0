import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { MiddlewareHandler } from 'hono'
import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { z } from 'zod'
import type { Env } from '../http/env.ts'
import switches from './network-switches.json' with { type: 'json' }

export const faultSchema = z.strictObject({
  /** Real milliseconds before the request is taken up. */
  latencyMs: z.int().min(0).max(600_000).optional(),
  /** Status to answer with instead of doing anything. */
  status: z.int().min(400).max(599).optional(),
  retryAfterSeconds: z.int().min(0).optional(),
  /** Cuts the connection without an answer, before anything was done. */
  cut: z.boolean().optional(),
  /** Carries the request out, and cuts the connection in place of the answer. */
  cutAfterwards: z.boolean().optional(),
  /** Never answers: the request lies there until its sender gives it up. */
  hang: z.boolean().optional(),
  /** Answers with the HTML page of a network's log-in portal instead of doing anything. */
  portal: z.boolean().optional(),
  /** Answers as another host that speaks TLS, as a kiosk meets it where its calls are led elsewhere. */
  otherHost: z.boolean().optional(),
  refuseTokens: z.boolean().optional(),
  bytesPerSecond: z.int().min(1).optional(),
  /** Withdraws every token issued so far, once. */
  expireTokens: z.boolean().optional(),
  revokeGrant: z.boolean().optional(),
  name: z.string().min(1).optional(),
  pathIncludes: z.string().min(1).optional(),
  times: z.int().min(1).optional(),
  on: z.enum(['api', 'pages']).default('api'),
})
export type FaultInput = z.input<typeof faultSchema>
/** Active fault; `times` counts down. */
export type Fault = z.output<typeof faultSchema>

function take(faults: Fault[], on: Fault['on'], path: string): Fault[] {
  const hit = faults.filter((fault) => fault.on === on && path.includes(fault.pathIncludes ?? ''))
  for (const fault of hit) {
    if (fault.times === undefined) continue
    fault.times -= 1
    if (fault.times === 0) faults.splice(faults.indexOf(fault), 1)
  }
  return hit
}

/** Applies the faults that are on to every request of a listener but the control endpoints and the inbox. */
export function faulty(faults: Fault[], on: Fault['on']): MiddlewareHandler<Env> {
  return async (context, next) => {
    if (context.req.path.startsWith('/sandbox')) return next()
    const hit = take(faults, on, context.req.path)
    const has = (effect: keyof Fault) => hit.some((fault) => fault[effect])
    // A test without a listener has no socket.
    const socketOf = () => context.env.incoming.socket
    const latency = hit.reduce((sum, { latencyMs }) => sum + (latencyMs ?? 0), 0)
    if (latency > 0) {
      const { signal } = context.req.raw
      await wait(latency, undefined, { signal, ref: false }).catch(() => undefined)
    }
    if (has('hang')) await once(socketOf(), 'close')
    else if (has('cut')) socketOf().destroy()
    else if (has('otherHost')) socketOf().end(tlsAlert)
    if (has('hang') || has('cut') || has('otherHost')) return RESPONSE_ALREADY_SENT
    if (has('portal')) return portalPage()
    const failing = hit.find(({ status }) => status !== undefined)
    if (failing?.status !== undefined) {
      const { status, retryAfterSeconds: after } = failing
      const headers: HeadersInit = after === undefined ? {} : { 'retry-after': String(after) }
      const message = 'A fault of the sandbox is switched on.'
      return Response.json({ error: 'fault', message }, { status, headers })
    }
    const isTokenRequest = /\/oauth2?\/token$/.test(context.req.path)
    if (has('refuseTokens') && !isTokenRequest) return tokenRefused()
    if (has('revokeGrant')) context.set('grantRevoked', true)
    await next()
    if (has('cutAfterwards')) {
      socketOf().destroy()
      return RESPONSE_ALREADY_SENT
    }
    const rate = Math.min(...hit.map(({ bytesPerSecond }) => bytesPerSecond ?? Infinity))
    if (rate < Infinity) context.res = slowed(context.res, rate)
    return undefined
  }
}

/** TLS's answer to a request that it does not understand: a fatal alert, "handshake failure". */
const tlsAlert = Buffer.from([21, 3, 3, 0, 2, 2, 40])

const tokenRefused = () =>
  Response.json({ error: 'invalid_token', message: 'The token is refused.' }, { status: 401 })

/** Renders the page that a waiting room's Wi-Fi puts in place of any other until its terms are accepted. */
const portalPage = () =>
  new Response('<!doctype html><title>Welcome</title><p>Agree to the terms to go online.', {
    headers: { 'content-type': 'text/html; charset=utf-8' },
  })

const slicesPerSecond = 10

function slowed(answer: Response, bytesPerSecond: number): Response {
  const size = Math.max(1, Math.floor(bytesPerSecond / slicesPerSecond))
  const pace = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    async transform(chunk, controller) {
      for (let at = 0; at < chunk.length; at += size) {
        await wait((size / bytesPerSecond) * 1000, undefined, { ref: false })
        controller.enqueue(chunk.subarray(at, at + size))
      }
    },
  })
  return new Response(answer.body && answer.body.pipeThrough(pace), answer)
}

export interface NetworkSwitch {
  readonly id: string
  readonly name: string
  readonly what: string
  readonly fault: Omit<FaultInput, 'on' | 'name'>
  readonly everywhere: boolean
}

export const networkSwitches: readonly NetworkSwitch[] = switches

/** Returns the switches that are on, by their ids. */
export function switchedOn(faults: readonly Fault[]): ReadonlySet<string> {
  return new Set(faults.flatMap(({ name }) => name ?? []))
}

/** Switches one on or off; false if there is no such switch. */
export function switchNetwork(faults: Fault[], id: string, on: boolean): boolean {
  const found = networkSwitches.find((each) => each.id === id)
  if (!found) return false
  const others = faults.filter(({ name }) => name !== id)
  const listeners = on ? ['api', ...(found.everywhere ? ['pages'] : [])] : []
  const added = listeners.map((at) => faultSchema.parse({ ...found.fault, on: at, name: id }))
  faults.splice(0, faults.length, ...others, ...added)
  return true
}
