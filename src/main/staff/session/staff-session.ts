import { createActor, type InspectionEvent } from 'xstate'
import type { Clinic, Command, PatientCommand, Reply, View } from '../../../shared/ipc.ts'
import { staffCommand, type StaffCommand } from '../../../shared/staff.ts'
import type { Clock } from '../../base/clock.ts'
import { bugFields, type Log } from '../../visit/log-port.ts'
import {
  staffSessionMachine,
  type StaffSessionActor,
  type StaffSessionSnapshot,
} from './session-machine.ts'
import { sealed, type Beginning, type StaffSessionEvent } from './session-types.ts'
import { staffSessionView } from './session-view.ts'
import type { StaffPorts } from '../ports.ts'

/** Whose view is seen. */
export type Turn = 'visits' | 'staff'

/** Where the session draws, and what it measures time with. */
export interface StaffSessionOptions {
  readonly clock: Clock
  /** The clinic as it is now. */
  readonly clinic: () => Clinic
  /** Draws a view as the staff actor of the stage. */
  readonly show: (view: View) => void
  readonly turnTo: (actor: Turn) => void
  readonly log: Log
  /** Sees every transition: for tests. */
  readonly inspect?: (event: InspectionEvent) => void
}

/** The staff session of a running kiosk. */
export interface StaffSession {
  /** Asks for the first PIN, or shows that the kiosk is closed, or lets patients be served (`kiosk.resume`). */
  start(): void
  /** Carries out what staff ask, or says why not. Never throws. */
  handle(command: StaffCommand | { readonly type: 'activity' }): Promise<Reply>
  /** Whether the kiosk is the patients': only then may their commands be carried out. */
  readonly isAway: boolean
  /** Ends every timer and what is under way. */
  stop(): void
}

/** ms until a session that cannot even say that the kiosk is out of service is tried again. */
export const beginAgainMs = 5_000

const hasBegun = (snapshot: StaffSessionSnapshot) =>
  !snapshot.matches('recovering') &&
  !snapshot.matches('leaving') &&
  !snapshot.matches({ away: 'beginning' })

/**
 * Runs the staff session. A port that throws is logged as a bug; then the session is begun anew, locked, and the kiosk
 * wiped.
 */
export function createStaffSession(ports: StaffPorts, options: StaffSessionOptions): StaffSession {
  const { clock, log } = options
  let running: { readonly actor: StaffSessionActor; fail(error: unknown): void } | undefined
  let sequence = 0
  let shown = ''
  let turn: Turn | undefined
  let isCovered = false
  let again: unknown

  function cover(covered: boolean) {
    if (covered === isCovered) return
    isCovered = covered
    ports.kiosk.cover(covered)
  }

  /** Draws unless it stands there already: as of time 0 a countdown is its end, which does not change. */
  function draw(snapshot: StaffSessionSnapshot) {
    const clinic = options.clinic()
    const meaning = JSON.stringify(staffSessionView(snapshot, { now: 0, clinic, sequence: 0 }))
    if (meaning === shown) return
    options.show(staffSessionView(snapshot, { now: clock.now(), clinic, sequence: ++sequence }))
    shown = meaning
  }

  function turnTo(actor: Turn) {
    if (actor === turn) return
    options.turnTo(actor)
    turn = actor
  }

  /** What a patient has open is hidden before the pad is seen, and seen again only after it is gone. */
  function present(snapshot: StaffSessionSnapshot) {
    const hides = snapshot.matches('pad') || snapshot.matches('entering')
    if (hides) cover(true)
    if (snapshot.matches('away')) turnTo('visits')
    else {
      draw(snapshot)
      turnTo('staff')
    }
    if (!hides) cover(false)
  }

  function begin(how: Beginning) {
    const actor = createActor(staffSessionMachine, {
      clock,
      ...(options.inspect && { inspect: options.inspect }),
      input: { ports, begin: how, now: () => clock.now() },
    })
    let stood = false
    const fail = (error: unknown) => {
      if (running?.actor !== actor) return
      actor.stop()
      log.event('bug', bugFields(error))
      if (stood || how === 'start') begin('recover')
      else if (how === 'recover') begin('stranded')
      // Not even that can be shown.
      else again = clock.setTimeout(() => begin('recover'), beginAgainMs)
    }
    running = { actor, fail }
    actor.subscribe({
      next(snapshot) {
        try {
          present(snapshot)
          stood ||= hasBegun(snapshot)
        } catch (error) {
          fail(error)
        }
      },
      error: fail,
    })
    actor.start()
  }

  function accept(actor: StaffSessionActor, event: StaffSessionEvent): boolean {
    const snapshot = actor.getSnapshot()
    if (snapshot.status !== 'active' || !snapshot.can(event)) return false
    actor.send({ type: 'activity' })
    actor.send(event)
    return true
  }

  return {
    start: () => begin('start'),
    handle(command) {
      let isAccepted = false
      try {
        isAccepted = running !== undefined && accept(running.actor, sealed(command))
      } catch (error) {
        running?.fail(error)
      }
      return Promise.resolve(
        isAccepted
          ? { ok: true }
          : { ok: false, error: { kind: 'notAccepted', type: command.type } },
      )
    },
    get isAway() {
      return running?.actor.getSnapshot().matches('away') === true
    },
    stop() {
      clock.clearTimeout(again)
      running?.actor.stop()
      running = undefined
    },
  }
}

/** Gives each command to whom it is for: staff's to the session, and a patient's to the visits while the kiosk is theirs. */
export function shareCommands(
  session: Pick<StaffSession, 'handle' | 'isAway'>,
  visits: { handle(command: PatientCommand): Promise<Reply> | Reply },
): (command: Command) => Promise<Reply> | Reply {
  const isStaff = (command: Command): command is StaffCommand =>
    staffCommand.safeParse(command).success
  return (command) => {
    if (isStaff(command)) return session.handle(command)
    if (session.isAway) return visits.handle(command)
    if (command.type === 'activity') return session.handle({ type: 'activity' })
    return { ok: false, error: { kind: 'notAccepted', type: command.type } }
  }
}
