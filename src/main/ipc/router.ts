import { command, reply, type Command, type Refusal, type Reply } from '../../shared/ipc.ts'
import { bugFields, type Log } from '../visit/log-port.ts'
import type { CommandHandler } from '../shell/port.ts'

/**
 * The one door from a page into main: only the kiosk's own page comes in, only with a well-formed
 * command, and every answer is a checked `Reply`. Refusals are logged, each in one line. Never throws:
 * should `accept` do so, it is logged as a bug and the command counts as not accepted.
 */
export function createRouter(
  accept: (command: Command) => Promise<Reply> | Reply,
  log: Log,
): CommandHandler {
  const refuse = (error: Refusal): Reply => {
    const type = error.kind === 'notAccepted' ? { command: error.type } : {}
    try {
      log.event('commandRefused', { reason: error.kind, ...type })
    } catch {
      // A refusal stands also where it cannot be written down: the vault's fault is told by who watches it.
    }
    return { ok: false, error }
  }
  return async (raw, sender) => {
    if (!sender.isKioskPage) return refuse({ kind: 'notAllowed' })
    const parsed = command.safeParse(raw)
    if (!parsed.success) return refuse({ kind: 'malformed' })
    const { type } = parsed.data
    try {
      const answer = reply.parse(await accept(parsed.data))
      return answer.ok ? answer : refuse(answer.error)
    } catch (error) {
      log.event('bug', { command: type, ...bugFields(error) })
      return refuse({ kind: 'notAccepted', type })
    }
  }
}
