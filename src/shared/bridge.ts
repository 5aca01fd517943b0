import type { Command, View } from './ipc.ts'

/** The bridge that a shell puts on our own pages as `window.foyer`, and on no other page. */
export interface Bridge {
  send(command: Command): Promise<Reply>
  onView(listener: (view: View) => void): () => void
}

export const bridgeChannels = {
  command: 'foyer:command',
  ready: 'foyer:ready',
  view: 'foyer:view',
} as const

export type Refusal =
  | { readonly kind: 'malformed' }
  | { readonly kind: 'notAccepted'; readonly type: string }
  | { readonly kind: 'notAllowed' }

/** Main's answer to a command. Changes arrive as a `View`, not here. */
export type Reply = { readonly ok: true } | { readonly ok: false; readonly error: Refusal }
