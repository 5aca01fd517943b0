import type { DeskMessage, DeskReply } from './messages.ts'
import type { DeskView } from './view.ts'

/** The bridge that a shell puts on the desk's page as `window.foyer`, and on no other page. */
export interface DeskBridge {
  send(message: DeskMessage): Promise<DeskReply>
  onView(listener: (view: DeskView) => void): () => void
}
