import type { DeskMessage } from './messages.ts'

/** The bridge that a shell puts on the desk's page as `window.foyer`, and on no other page. */
export interface DeskBridge {
  /** Says something to main; answers when main has answered. */
  send(message: DeskMessage): Promise<unknown>
  /** Calls `listener` with every view, beginning with the present one. Returns the way to stop. */
  onView(listener: (view: unknown) => void): () => void
}
