import {
  deskMessage,
  type DeskMessage,
  type DeskRefusal,
  type DeskReply,
  type SessionAct,
} from '../../shared/desk/messages.ts'
import type { DeskOperation } from '../../shared/desk/operation.ts'
import { deskCommands, deskQueries } from '../../shared/desk/operations.ts'
import { err, ok, type Result } from '../../shared/result.ts'
import type { CommandHandler } from '../windows/port.ts'
import { bugFields, type Log } from '../kiosk/visit/log-port.ts'
import { notDone, type ChangeFailure, type DeskAudit } from './desk-audit.ts'
import type { MemberSession } from './members/member-session.ts'
import type { Prepared } from './feature.ts'
import type { SessionWork } from './session-work.ts'

type PrepareAny = (input: unknown, reason: string | undefined) => Prepared<unknown> | undefined

/** Undefined where the command was carried out. */
function failureIn(value: unknown): ChangeFailure | undefined {
  if (typeof value !== 'object' || value === null || !('outcome' in value)) return undefined
  return notDone.find((each) => each === value.outcome)
}

// Order: the desk's own page; a known operation; a member; their right; input; reason; record; tries. Then the audit.
/** Creates the only door from the desk's page: checks, audits and runs each message, then checks its result. */
export function createDeskGate(parts: {
  readonly session: Pick<MemberSession, 'current' | 'may'>
  /** Undefined while the desk is locked. */
  readonly work: () => SessionWork | undefined
  readonly act: (act: SessionAct) => Promise<Result<null, DeskRefusal>>
  readonly audit: DeskAudit
  readonly log: Log
}): CommandHandler {
  const { session, audit, log } = parts

  const refuse = (operation: string, error: DeskRefusal): Result<never, DeskRefusal> => {
    audit.refused(session.current()?.id, operation, error.kind)
    return err(error)
  }

  async function carryOut(asked: Exclude<DeskMessage, { readonly type: 'session' }>) {
    const isCommand = asked.type === 'command'
    const { name } = asked
    const table: Readonly<Record<string, DeskOperation>> = isCommand ? deskCommands : deskQueries
    const operation = Object.hasOwn(table, name) ? table[name] : undefined
    if (!operation) return refuse('unknown', { kind: 'malformed' })
    const member = session.current()
    const work = parts.work()
    if (!member || !work) return refuse(name, { kind: 'locked' })
    const { place, act } = operation.right
    if (!session.may(place, act)) return refuse(name, { kind: 'noRight' })
    const input = operation.input.safeParse(asked.input)
    if (!input.success) return refuse(name, { kind: 'malformed' })
    const reason = isCommand ? asked.reason : undefined
    if (operation.withReason && reason === undefined) return refuse(name, { kind: 'reasonNeeded' })
    const handlers = work.handlers as unknown as Readonly<Record<string, PrepareAny>>
    const prepared = handlers[name]?.(input.data, reason)
    if (!prepared) return refuse(name, { kind: 'unknownReference' })

    const { records, searchedBy, refusal } = prepared
    if (refusal) return refuse(name, refusal)
    if (isCommand) audit.changes(member.id, name, { records, reason })
    else audit.queried(member.id, name, { records, searchedBy })
    const value = await prepared.run().catch((error: unknown) => {
      if (isCommand) audit.changeFailed(member.id, name, 'failed')
      throw error
    })
    const failure = value.ok ? failureIn(value.value) : value.error.kind
    if (isCommand && failure !== undefined) audit.changeFailed(member.id, name, failure)
    else if (failure === 'unknownReference') audit.refused(member.id, name, failure)
    // The member may have left meanwhile: nobody else may get the data that was read for them.
    if (parts.work() !== work) return err({ kind: 'locked' } as const)
    // A role was taken away meanwhile, or what was taken in an emergency is over; a command is done, and says so.
    if (!isCommand && !session.may(place, act)) return refuse(name, { kind: 'noRight' })
    if (!value.ok) return value
    const output = operation.output.safeParse(value.value)
    if (!output.success) throw new TypeError(`an answer to ${name} is not of its schema`)
    return ok(output.data)
  }

  return async (raw, { isKioskPage }): Promise<DeskReply> => {
    try {
      if (!isKioskPage) return refuse('unknown', { kind: 'notAllowed' })
      const message = deskMessage.safeParse(raw).data
      if (!message) return refuse('unknown', { kind: 'malformed' })
      return await (message.type === 'session' ? parts.act(message.session) : carryOut(message))
    } catch (error) {
      log.event('bug', bugFields(error))
      return err({ kind: 'failed' })
    }
  }
}
