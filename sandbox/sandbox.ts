import { randomBytes, createHash, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { findPackageJSON } from 'node:module'
import { dirname, join } from 'node:path'
import { createAdaptorServer } from '@hono/node-server'
import { Hono, type MiddlewareHandler } from 'hono'
import type { Env } from './http/env.ts'
import { createClock } from './clock.ts'
import { publicRoutes, wrongLinkPage } from './completion/links.ts'
import { openCompletionStore } from './completion/store.ts'
import { createControl, type Control } from './control/control.ts'
import { faulty } from './control/faults.ts'
import { controlRoutes } from './control/routes.ts'
import type { Audience } from './credentials.ts'
import { fileRoutes } from './files/files.ts'
import { refuseUnknown, serveAll, type Route, route } from './http/route.ts'
import { fromBasic } from './http/wire.ts'
import { patientPage } from '../src/patient-page/routes.ts'
import { account, locations } from './seeds/clinics.ts'
import { defaultTemplateGroupId } from './seeds/templates.ts'
import type { WebhookOptions } from './webhooks/sender.ts'
import { createSandboxContext, type Beginning, type SandboxContext } from './sandbox-context.ts'
import { appointmentRoutes } from './handlers/appointments.ts'
import { formPacketRoutes } from './handlers/form-packets.ts'
import { identityProofRoutes } from './handlers/identity-proof.ts'
import { locationRoutes } from './handlers/locations.ts'
import { patientRoutes } from './handlers/patients.ts'
import { recordRoutes } from './handlers/records.ts'
import { templateRoutes } from './handlers/templates.ts'
import { allWebhookRoutes } from './handlers/webhooks.ts'
import { contract } from '../src/contract/index.ts'
import { ok } from '../src/shared/result.ts'
import { unauthorized } from './http/refusal.ts'
import { tokenLifetimeSeconds } from './auth/tokens.ts'

// This file may have been built into another.
const projectFolder = dirname(findPackageJSON(import.meta.url) ?? '')
const patientPageDir = join(projectFolder, 'out', 'patient-page')

export interface SandboxOptions extends Beginning {
  /** Port of the interfaces on 127.0.0.1; 0 or none takes a free one. */
  readonly port?: number
  readonly pagesPort?: number
  /** Base of the sandbox clock in ms since the epoch; the machine's clock by default. */
  readonly clock?: () => number
  /** Allowed targets of webhook deliveries; loopback alone by default. */
  readonly webhooks?: WebhookOptions
}

export type Sandbox = ReturnType<typeof placeSandbox>

function delivering({ sender }: SandboxContext): MiddlewareHandler<Env> {
  return async (_context, next) => {
    await next()
    sender.wake()
  }
}

function apiApp(sandbox: SandboxContext, control: Control): Hono<Env> {
  const app = new Hono<Env>()
  app.use(faulty(sandbox.faults, 'api'))
  app.use(limited(sandbox.profile.rate.perSecond))
  app.use(delivering(sandbox))
  serveAll(app, sandbox, routes)
  app.route('/sandbox', controlRoutes(sandbox, control))
  app.route('/files', fileRoutes(sandbox))
  app.get('/', (context) => context.redirect('/sandbox/phone'))
  app.notFound(refuseUnknown(sandbox))
  app.onError((error, context) =>
    context.json({ error: 'sandbox_fault', message: error.stack ?? error.message }, 500),
  )
  return app
}

function pagesApp(sandbox: SandboxContext): Hono<Env> {
  const app = new Hono<Env>()
  app.use(faulty(sandbox.faults, 'pages'))
  app.use(delivering(sandbox))
  app.route('/', publicRoutes(sandbox))
  app.route('/', patientPage(openCompletionStore(sandbox), patientPageDir))
  app.notFound((context) => context.html(wrongLinkPage, 404))
  return app
}

/** Creates a sandbox that does not listen yet: the applications of its two origins, and their shared state. */
export function createSandbox(options: SandboxOptions = {}) {
  const { clock, webhooks } = options
  const context = createSandboxContext(createClock(clock), randomBytes(32), webhooks, options)
  const control = createControl(context)
  return { context, control, api: apiApp(context, control), pages: pagesApp(context) }
}

/** Places a sandbox at these addresses; it ends by `close`. */
export function placeSandbox(
  { context, control }: Pick<ReturnType<typeof createSandbox>, 'context' | 'control'>,
  urls: SandboxContext['urls'],
  close: () => Promise<unknown>,
) {
  Object.assign(context.urls, urls)
  const [first, second, third, foreign] = locations
  if (!first || !second || !third || !foreign) throw new Error('the seeds lack a location')
  return {
    apiUrl: urls.api,
    pagesUrl: urls.pages,
    phoneUrl: `${urls.api}/sandbox/phone`,
    credentials: context.credentials,
    /** Account that is granted to us, and one that is not. */
    accountId: account.id,
    foreignAccountId: foreign.accountId,
    /** Our locations; the third has a colour of poor contrast. */
    locationIds: [first.id, second.id, third.id] as const,
    defaultTemplateGroupId,
    control,
    close: async () => {
      await close()
      await context.sender.close()
    },
  }
}

/** Starts the sandbox on loopback. Rejects when a port cannot be had. */
export async function startSandbox(options: SandboxOptions = {}): Promise<Sandbox> {
  const sandbox = createSandbox(options)
  const api = await listen(sandbox.api, options.port ?? 0)
  const refused = async (error: unknown): Promise<never> => {
    await api.close()
    throw error
  }
  const pages = await listen(sandbox.pages, options.pagesPort ?? 0).catch(refused)
  const close = () => Promise.all([api.close(), pages.close()])
  return placeSandbox(sandbox, { api: api.url, pages: pages.url }, close)
}

/** Refuses requests beyond `perSecond` (with as many at once) with 429; none where it is null. */
function limited(perSecond: number | null): MiddlewareHandler<Env> {
  const most = Math.max(2, perSecond ?? Infinity)
  let left = most
  let at = performance.now()
  return async (context, next) => {
    if (perSecond === null || context.req.path.startsWith('/sandbox')) return next()
    const now = performance.now()
    left = Math.min(most, left + ((now - at) / 1_000) * perSecond)
    at = now
    if (left < 1) return context.json({ error: 'too_many_requests', message: 'Slower.' }, 429)
    left -= 1
    return next()
  }
}

async function listen(app: Hono<Env>, port: number) {
  const server = createAdaptorServer({ fetch: app.fetch }) as Server
  await once(server.listen(port, '127.0.0.1'), 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

const authRoutes = [
  route(contract.auth.partnerToken, ({ sandbox, body }) =>
    exchange(sandbox, 'partner', body.client_id, body.client_secret),
  ),
  route(contract.auth.developerToken, ({ sandbox, headers }) => {
    const [clientId = '', secret = ''] = fromBasic(headers.authorization)
    return exchange(sandbox, 'developer', clientId, secret)
  }),
]

export const routes: readonly Route[] = [
  ...authRoutes,
  ...appointmentRoutes,
  ...formPacketRoutes,
  ...identityProofRoutes,
  ...locationRoutes,
  ...patientRoutes,
  ...recordRoutes,
  ...templateRoutes,
  ...allWebhookRoutes,
]

function sameText(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(a), digest(b))
}

async function exchange(
  sandbox: SandboxContext,
  audience: Audience,
  clientId: string,
  secret: string,
) {
  const own = sandbox.credentials[audience]
  if (!sameText(clientId, own.clientId) || !sameText(secret, own.clientSecret))
    return unauthorized('invalid_client', 'The client id or the client secret is wrong.')
  return ok({
    access_token: await sandbox.tokens.issue(audience),
    token_type: 'Bearer',
    expires_in: tokenLifetimeSeconds,
  })
}
