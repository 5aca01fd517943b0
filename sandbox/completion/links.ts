import { randomBytes } from 'node:crypto'
import { Hono } from 'hono'
import { html } from 'hono/html'
import { page, plainStyle } from '../control/page.ts'
import type { Env } from '../http/env.ts'
import { templatesOf } from '../handlers/templates.ts'
import { latestTemplates, ofAccount } from '../state/lookup.ts'
import { createPacket } from '../state/packets.ts'
import type { Packet, State } from '../state/types.ts'
import type { SandboxContext } from '../sandbox-context.ts'

/** Returns the unguessable token of a packet's completion URL; the same for as long as the packet lives. */
function completionToken(state: State, packet: Packet): string {
  const known = [...state.completionTokens].find(([, packetId]) => packetId === packet.id)
  if (known) return known[0]
  const token = randomBytes(24).toString('base64url')
  state.completionTokens.set(token, packet.id)
  return token
}

/** Returns the patient-facing address of a packet. */
export function completionUrl(sandbox: SandboxContext, packet: Packet): string {
  const token = completionToken(sandbox.state, packet)
  return sandbox.completionUrl?.(token) ?? `${sandbox.urls.pages}/complete/${token}`
}

function beginPublicPacket(state: State, uuid: string, now: number): Packet | undefined {
  const group = [...state.templateGroups.values()].find(
    ({ publicUuid, active }) => active && publicUuid === uuid,
  )
  if (group) {
    const { accountId, locationId, name } = group
    const templates = templatesOf(state, group).filter(({ isActive }) => isActive)
    const fields = { accountId, locationId, name, patientId: null, dueDate: null }
    return createPacket(state, fields, templates, now)
  }
  const template = [...latestTemplates(state).values()].find(
    ({ publicUuid, isActive }) => isActive && publicUuid === uuid,
  )
  const [location] = template ? ofAccount(state.locations, template.accountId) : []
  if (!template || !location) return undefined
  const { accountId, name } = template
  const fields = { accountId, locationId: location.id, name, patientId: null, dueDate: null }
  return createPacket(state, fields, [template], now)
}

export const wrongLinkPage = page(
  'This link does not work',
  plainStyle,
  html`<h1>This link does not work</h1>
    <p>It may be an old one. The front desk will gladly give you a new one.</p>`,
)

/** Serves public links: each visit begins a packet of its own. */
export function publicRoutes(sandbox: SandboxContext): Hono<Env> {
  const app = new Hono<Env>()
  app.get('/public/:uuid', (context) => {
    const uuid = context.req.param('uuid')
    const packet = beginPublicPacket(sandbox.state, uuid, sandbox.clock.now())
    return packet
      ? context.redirect(`/complete/${completionToken(sandbox.state, packet)}`)
      : context.html(wrongLinkPage, 404)
  })
  return app
}
