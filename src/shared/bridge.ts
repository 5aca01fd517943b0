import type { Command } from './ipc.ts'

/** The bridge that a shell puts on our own pages as `window.foyer`, and on no other page. */
export interface Bridge {
  /** Sends a command; answers when main accepted or refused it. */
  send(command: Command): Promise<unknown>
  /** Calls `listener` with every view, beginning with the present one. Returns the way to stop. */
  onView(listener: (view: unknown) => void): () => void
}
