import { createActor, type InspectionEvent } from 'xstate'
import type { Clinic, Command, PatientCommand, Reply, View } from '../../../shared/ipc.ts'
import { staffCommand, type StaffCommand } from '../../../shared/staff.ts'
import type { VisitClock } from '../../visit/clock.ts'
import { bugFields, type Log } from '../../visit/log-port.ts'
import type { Actor } from '../../bootstrap/view-switch.ts'
import { deskMachine, type DeskActor, type DeskSnapshot } from './session-machine.ts'
import { sealed, type Beginning, type DeskEvent } from './session-types.ts'
import { deskView } from './session-view.ts'
import type { StaffPorts } from '../ports.ts'

/** Where the desk draws, and what it measures time with. */
export interface DeskOptions {
  readonly clock: VisitClock
  /** The clinic as it is now. */
  readonly clinic: () => Clinic
  /** Draws a view as the staff actor of the stage. */
  readonly show: (view: View) => void
  readonly turnTo: (actor: Actor) => void
  readonly log: Log
  /** Sees every transition: for tests. */
  readonly inspect?: (event: InspectionEvent) => void
}

/** The staff desk of a running kiosk. */
export interface StaffDesk {
  /** Asks for the first PIN, or shows that the kiosk is closed, or lets patients be served (`kiosk.resume`). */
  start(): void
  /** Carries out what staff ask, or says why not. Never throws. */
  handle(command: StaffCommand | { readonly type: 'activity' }): Promise<Reply>
  /** Whether the kiosk is the patients': only then may their commands be carried out. */
  readonly isAway: boolean
  /** Ends every timer and what is under way. */
  stop(): void
}

/** ms until a desk that cannot even say that the kiosk is out of service is tried again. */
export const beginAgainMs = 5_000

const hasBegun = (snapshot: DeskSnapshot) =>
  !snapshot.matches('recovering') &&
  !snapshot.matches('leaving') &&
  !snapshot.matches({ away: 'beginning' })

/**
 * Runs the staff desk. A port that throws is logged as a bug; then the desk is begun anew, locked, and the kiosk
 * wiped.
 */
export function createStaffDesk(ports: StaffPorts, options: DeskOptions): StaffDesk {
  const { clock, log } = options
  let running: { readonly actor: DeskActor; fail(error: unknown): void } | undefined
  let sequence = 0
  let shown = ''
  let turn: Actor | undefined
  let isCovered = false
  let again: unknown

  function cover(covered: boolean) {
    if (covered === isCovered) return
    isCovered = covered
    ports.kiosk.cover(covered)
  }

  /** Draws unless it stands there already: as of time 0 a countdown is its end, which does not change. */
  function draw(snapshot: DeskSnapshot) {
    const clinic = options.clinic()
    const meaning = JSON.stringify(deskView(snapshot, { now: 0, clinic, sequence: 0 }))
    if (meaning === shown) return
    options.show(deskView(snapshot, { now: clock.now(), clinic, sequence: ++sequence }))
    shown = meaning
  }

  function turnTo(actor: Actor) {
    if (actor === turn) return
    options.turnTo(actor)
    turn = actor
  }

  /** What a patient has open is hidden before the pad is seen, and seen again only after it is gone. */
  function present(snapshot: DeskSnapshot) {
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
    const actor = createActor(deskMachine, {
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

  function accept(actor: DeskActor, event: DeskEvent): boolean {
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

/** Gives each command to whom it is for: staff's to the desk, and a patient's to the visits while the kiosk is theirs. */
export function shareCommands(
  desk: Pick<StaffDesk, 'handle' | 'isAway'>,
  visits: { handle(command: PatientCommand): Promise<Reply> | Reply },
): (command: Command) => Promise<Reply> | Reply {
  const isStaff = (command: Command): command is StaffCommand =>
    staffCommand.safeParse(command).success
  return (command) => {
    if (isStaff(command)) return desk.handle(command)
    if (desk.isAway) return visits.handle(command)
    if (command.type === 'activity') return desk.handle({ type: 'activity' })
    return { ok: false, error: { kind: 'notAccepted', type: command.type } }
  }
}
