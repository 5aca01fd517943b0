import { setTimeout as wait } from 'node:timers/promises'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import type { MiddlewareHandler } from 'hono'
import { z } from 'zod'
import type { Env } from '../http/env.ts'

/** A fault as it is switched on; every effect that is named applies. */
export const faultSchema = z.strictObject({
  /** Real milliseconds before the request is taken up. */
  latencyMs: z.int().min(0).max(600_000).optional(),
  /** Status to answer with instead of doing anything. */
  status: z.int().min(400).max(599).optional(),
  /** Seconds of a `Retry-After` beside `status`. */
  retryAfterSeconds: z.int().min(0).optional(),
  /** Cuts the connection without an answer. */
  cut: z.boolean().optional(),
  /** Withdraws every token issued so far, once. */
  expireTokens: z.boolean().optional(),
  /** Answers as if the account had taken its grant back. */
  revokeGrant: z.boolean().optional(),
  /** Only requests whose path holds this text. */
  pathIncludes: z.string().min(1).optional(),
  /** Only this many requests; all, when it is left out. */
  times: z.int().min(1).optional(),
  /** Which listener: the interfaces, or the patient's pages. */
  on: z.enum(['api', 'pages']).default('api'),
})
/** What a caller says of a fault. */
export type FaultInput = z.input<typeof faultSchema>
/** A fault that is on; `times` counts down. */
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
    const latency = hit.reduce((sum, { latencyMs }) => sum + (latencyMs ?? 0), 0)
    if (latency > 0) {
      const { signal } = context.req.raw
      await wait(latency, undefined, { signal, ref: false }).catch(() => undefined)
    }
    if (hit.some(({ cut }) => cut)) {
      context.env.incoming.socket.destroy()
      return RESPONSE_ALREADY_SENT
    }
    const failing = hit.find(({ status }) => status !== undefined)
    if (failing?.status !== undefined) {
      const { status, retryAfterSeconds } = failing
      return Response.json(
        { error: 'fault', message: 'A fault of the sandbox is switched on.' },
        {
          status,
          headers:
            retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) },
        },
      )
    }
    if (hit.some(({ revokeGrant }) => revokeGrant)) context.set('grantRevoked', true)
    return next()
  }
}
