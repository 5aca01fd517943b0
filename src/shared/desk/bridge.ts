import type { DeskMessage, DeskReply } from './messages.ts'
import type { DeskView } from './view.ts'

/** The bridge that a shell puts on the desk's page as `window.foyer`, and on no other page. */
export interface DeskBridge {
  /** Says something to main; answers when main has answered. */
  send(message: DeskMessage): Promise<DeskReply>
  /** Calls `listener` with every view, beginning with the present one. Returns the way to stop. */
  onView(listener: (view: DeskView) => void): () => void
}
