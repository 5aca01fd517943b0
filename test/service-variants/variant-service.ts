import { randomBytes } from 'node:crypto'
import { Hono } from 'hono'
import { createTokens } from '../../sandbox/auth/tokens.ts'
import { createClock, iso, type SandboxClock } from '../../sandbox/clock.ts'
import type { Env } from '../../sandbox/http/env.ts'
import { serveAll } from '../../sandbox/http/route.ts'
import { routes } from '../../sandbox/sandbox.ts'
import { createSandboxContext, type SandboxContext } from '../../sandbox/sandbox-context.ts'
import { defaultWireProfile, type WireProfile } from '../../src/contract/wire-profile.ts'
import { submitForm } from '../../sandbox/state/packets.ts'
import { operationOf } from './operations.ts'
import { askApp } from './service-dispatcher.ts'
import { visitDay } from './client-clock.ts'
import { isAnswer, type Change, type WireAnswer, type WireRequest } from './wire.ts'

/** Addresses of the service and of its forms. */
export const serviceUrl = 'https://intake.example'
const formsUrl = 'https://forms.example'

/** The sandbox's own operations over its own state, without a socket, changed by each of `changes`. */
export type VariantService = ReturnType<typeof startVariantService>

/** Seeded once, for that takes longer than a visit. */
const seeded = createSandboxContext(
  createClock(() => visitDay),
  randomBytes(32),
)
Object.assign(seeded.urls, { api: serviceUrl, pages: formsUrl })

function freshSandbox(clock: SandboxClock, profile: WireProfile): SandboxContext {
  const { state, credentials, signingKey } = seeded
  const tokens = createTokens(clock, signingKey, credentials)
  const own = { clock, tokens, profile, state: structuredClone(state) }
  return { ...seeded, ...own, faults: [], served: [] }
}

/**
 * Starts a service for one visit. A request goes through the changes from the last to the first, its answer back: the
 * client meets the last. `now` in ms from the visit's begin; `profile` is what the service speaks by.
 */
export function startVariantService(
  changes: readonly Change[],
  now: () => number,
  profile: WireProfile = defaultWireProfile,
) {
  const sandbox = freshSandbox(
    createClock(() => visitDay + now()),
    profile,
  )
  const app = new Hono<Env>()
  serveAll(app, sandbox, routes)
  const counts = new Map<string, number>()
  let isOther = false

  return {
    state: sandbox.state,
    credentials: sandbox.credentials,
    async answer(sent: WireRequest): Promise<WireAnswer> {
      let request = sent
      for (const { request: read } of changes.toReversed()) {
        const known = read?.(request) ?? request
        isOther ||= known !== request
        if (isAnswer(known)) return known
        request = known
      }
      const operation = operationOf(request)
      const nth = (counts.get(operation) ?? 0) + 1
      counts.set(operation, nth)
      const call = { operation, request, nth, state: sandbox.state }
      let answer = await askApp(app, serviceUrl, request)
      for (const { answer: write } of changes) {
        const written = write?.(answer, call) ?? answer
        isOther ||= written !== answer && textOf(written) !== textOf(answer)
        answer = written
      }
      return answer
    },
    /** Tells whether a change has made a difference so far. */
    isOther: () => isOther,
    /** Gives the newest code that was sent to a contact. */
    latestCode: (contact: string) => sandbox.state.inbox.findLast(({ to }) => to === contact)?.code,
    /** Gives the packet that a completion URL opens; undefined for another address. */
    packetAt: (url: string) =>
      url.startsWith(`${formsUrl}/complete/`)
        ? sandbox.state.completionTokens.get(url.slice(`${formsUrl}/complete/`.length))
        : undefined,
    /** Fills in and sends every form of a packet, as its patient does. */
    complete(packetId: number) {
      const packet = sandbox.state.packets.get(packetId)
      const at = sandbox.clock.now()
      for (const form of packet?.forms ?? []) {
        form.startedAt ??= iso(at)
        if (packet && !form.submittedAt) submitForm(sandbox.state, packet, form, at)
      }
    },
  }
}

function textOf({ status, headers, body, cut }: WireAnswer): string {
  return JSON.stringify([status, headers, body.toString('base64'), cut ?? false])
}
