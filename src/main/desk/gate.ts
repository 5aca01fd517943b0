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

type Asked = Extract<DeskMessage, { readonly type: 'query' | 'command' }>
type Answer = Promise<Result<unknown, DeskRefusal>>
type PrepareAny = (input: unknown, reason: string | undefined) => Prepared<unknown> | undefined

const own = <T>(table: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined

/** Finds in an answer why the command was not carried out; undefined where it was. */
function failureIn(value: unknown): ChangeFailure | undefined {
  if (typeof value !== 'object' || value === null || !('outcome' in value)) return undefined
  return notDone.find((each) => each === value.outcome)
}

// Order of the checks: it is the desk's own page; the message and its operation are known; somebody is signed in; they
// may; the input is right; a reason is given if one is needed; the record is one that they were shown; it is not one
// search too many. Only then it is audited and carried out. A record that turns out to be no such one is audited as
// refused.
/**
 * Creates the only door from the desk's page into main. Checks and audits each message, carries it out, then checks the
 * result. Never throws.
 */
export function createDeskGate(parts: {
  readonly session: Pick<MemberSession, 'current' | 'may'>
  /** The work of the member who is signed in; undefined while the desk is locked. */
  readonly work: () => SessionWork | undefined
  /** Carries out what concerns the session itself. */
  readonly act: (act: SessionAct) => Promise<Result<null, DeskRefusal>>
  readonly audit: DeskAudit
  readonly log: Log
}): CommandHandler {
  const { session, audit, log } = parts

  const refuse = (operation: string, error: DeskRefusal): Result<never, DeskRefusal> => {
    audit.refused(session.current()?.id, operation, error.kind)
    return err(error)
  }

  async function carryOut(asked: Asked): Answer {
    const table: Readonly<Record<string, DeskOperation>> =
      asked.type === 'query' ? deskQueries : deskCommands
    const operation = own(table, asked.name)
    if (!operation) return refuse('unknown', { kind: 'malformed' })
    const { name } = asked
    const member = session.current()
    const work = parts.work()
    if (!member || !work) return refuse(name, { kind: 'locked' })
    if (!session.may(operation.right.place, operation.right.act))
      return refuse(name, { kind: 'noRight' })
    const input = operation.input.safeParse(asked.input)
    if (!input.success) return refuse(name, { kind: 'malformed' })
    const reason = asked.type === 'command' ? asked.reason : undefined
    if (operation.withReason && reason === undefined) return refuse(name, { kind: 'reasonNeeded' })
    const handlers: Readonly<Record<string, unknown>> = work.handlers
    const prepare = own(handlers, name) as PrepareAny | undefined
    const prepared = prepare?.(input.data, reason)
    if (!prepared) return refuse(name, { kind: 'unknownReference' })

    const { records, searchedBy, refusal } = prepared
    if (refusal) return refuse(name, refusal)
    if (asked.type === 'query') audit.queried(member.id, name, { records, searchedBy })
    else audit.changes(member.id, name, { records, reason })
    const isCommand = asked.type === 'command'
    const value = await prepared.run().catch((error: unknown) => {
      if (isCommand) audit.changeFailed(member.id, name, 'failed')
      throw error
    })
    const failure = value.ok ? failureIn(value.value) : value.error.kind
    if (isCommand && failure !== undefined) audit.changeFailed(member.id, name, failure)
    else if (failure === 'unknownReference') audit.refused(member.id, name, failure)
    // The member may have left meanwhile: nobody else may get the data that was read for them.
    if (parts.work() !== work) return err({ kind: 'locked' })
    // A role was taken away meanwhile, or what was taken in an emergency is over; a command is done, and says so.
    if (!isCommand && !session.may(operation.right.place, operation.right.act))
      return refuse(name, { kind: 'noRight' })
    if (!value.ok) return value
    const output = operation.output.safeParse(value.value)
    if (!output.success) throw new TypeError(`an answer to ${name} is not of its schema`)
    return ok(output.data)
  }

  async function answer(raw: unknown, isOwnPage: boolean): Answer {
    if (!isOwnPage) return refuse('unknown', { kind: 'notAllowed' })
    const message = deskMessage.safeParse(raw)
    if (!message.success) return refuse('unknown', { kind: 'malformed' })
    return message.data.type === 'session'
      ? parts.act(message.data.session)
      : carryOut(message.data)
  }

  return async (raw, { isKioskPage }): Promise<DeskReply> => {
    try {
      const result = await answer(raw, isKioskPage)
      return result.ok ? { ok: true, value: result.value } : { ok: false, error: result.error }
    } catch (error) {
      log.event('bug', bugFields(error))
      return { ok: false, error: { kind: 'failed' } }
    }
  }
}
