import { randomBytes } from 'node:crypto'
import type { Packet, State } from '../state/types.ts'
import type { SandboxContext } from '../sandbox-context.ts'

/** The unguessable token of a packet's completion URL; the same for as long as the packet lives. */
export function completionToken(state: State, packet: Packet): string {
  for (const [token, packetId] of state.completionTokens) {
    if (packetId === packet.id) return token
  }
  const token = randomBytes(24).toString('base64url')
  state.completionTokens.set(token, packet.id)
  return token
}

/** Patient-facing address of a packet. */
export function completionUrl(sandbox: SandboxContext, packet: Packet): string {
  const token = completionToken(sandbox.state, packet)
  return sandbox.completionUrl?.(token) ?? `${sandbox.urls.pages}/complete/${token}`
}
