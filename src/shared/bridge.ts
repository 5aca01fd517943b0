import type { Command, View } from './ipc.ts'

/** The bridge that a shell puts on our own pages as `window.foyer`, and on no other page. */
export interface Bridge {
  /** Sends a command; answers when main accepted or refused it. */
  send(command: Command): Promise<Reply>
  /** Calls `listener` with every view, beginning with the present one. Returns the way to stop. */
  onView(listener: (view: View) => void): () => void
}

/** Names of the messages between the preload and main; nothing else listens. */
export const bridgeChannels = {
  command: 'foyer:command',
  ready: 'foyer:ready',
  view: 'foyer:view',
} as const

/** Reason that a command was not carried out. */
export type Refusal =
  | { readonly kind: 'malformed' }
  | { readonly kind: 'notAccepted'; readonly type: string }
  | { readonly kind: 'notAllowed' }

/** Main's answer to a command. Changes arrive as a `View`, not here. */
export type Reply = { readonly ok: true } | { readonly ok: false; readonly error: Refusal }
