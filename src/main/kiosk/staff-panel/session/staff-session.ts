import { createActor, waitFor, type InspectionEvent } from 'xstate'
import { mayAsk } from '../../../../shared/staff-rights.ts'
import type { StaffCommand } from '../../../../shared/staff.ts'
import type { Clock } from '../../../base/clock.ts'
import { bugFields, type Log } from '../../visit/log-port.ts'
import type { BuildView } from '../../visit/view/view-frame.ts'
import { staffSessionMachine } from './session-machine.ts'
import type { StaffSessionActor, StaffSessionSnapshot } from './session-machine.ts'
import { sealed, type SessionStart } from './session-types.ts'
import { staffSessionView } from './session-view.ts'
import type { StaffPorts } from '../ports.ts'

interface StaffSessionOptions {
  readonly clock: Clock
  readonly show: (build: BuildView) => void
  readonly turnTo: (actor: 'visits' | 'staff') => void
  readonly log: Log
  readonly onChange?: () => void
  /** Sees every transition: for tests. */
  readonly inspect?: (event: InspectionEvent) => void
}

type Accepted = StaffCommand | { readonly type: 'activity' }

export type StaffSession = ReturnType<typeof createStaffSession>

export const restartDelayMs = 5_000

const isLeaving = (snapshot: StaffSessionSnapshot) =>
  snapshot.matches('recovering') ||
  snapshot.matches('leaving') ||
  snapshot.matches({ away: 'beginning' })

/** Runs the staff session. A port that throws is logged as a bug; the session begins anew, locked, and the kiosk wiped. */
export function createStaffSession(ports: StaffPorts, options: StaffSessionOptions) {
  const { clock, log } = options
  let running: { readonly actor: StaffSessionActor; fail(error: unknown): void } | undefined
  let isCovered = false
  let again: unknown

  /** Leaves what was there while the patient's form is being covered, and shows that again after the pad. */
  function present(snapshot: StaffSessionSnapshot) {
    if (snapshot.matches('covering')) {
      isCovered = true
      return
    }
    if (snapshot.matches('away')) options.turnTo('visits')
    else {
      options.show((frame) => staffSessionView(snapshot, frame))
      options.turnTo('staff')
    }
    const { held, givenUp } = snapshot.context
    const waits = held !== null || givenUp
    const hides = waits || snapshot.matches('pad') || snapshot.matches('entering')
    if (hides || !isCovered) return
    isCovered = false
    void ports.kiosk.cover(false)
  }

  function begin(how: SessionStart) {
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
      else again = clock.setTimeout(() => begin('recover'), restartDelayMs)
    }
    running = { actor, fail }
    actor.subscribe({
      next(snapshot) {
        try {
          present(snapshot)
          options.onChange?.()
          stood ||= !isLeaving(snapshot)
        } catch (error) {
          fail(error)
        }
      },
      error: fail,
    })
    actor.start()
  }

  function send(actor: StaffSessionActor, command: Accepted): boolean {
    const event = sealed(command)
    const snapshot = actor.getSnapshot()
    if (snapshot.status !== 'active' || !snapshot.can(event)) return false
    const { member } = snapshot.context
    if (member && command.type !== 'activity' && !mayAsk(member.roles, command)) return false
    actor.send({ type: 'activity' })
    actor.send(event)
    return true
  }

  return {
    start: () => begin('start'),
    /** Never throws. */
    accept(command: Accepted): boolean {
      try {
        return running !== undefined && send(running.actor, command)
      } catch (error) {
        running?.fail(error)
        return false
      }
    },
    get isAway(): boolean {
      return running?.actor.getSnapshot().matches('away') === true
    },
    /** `closed`: out of service; `inside`: staff, at the pad or in the panel. */
    stands(): 'away' | 'closed' | 'inside' {
      const snapshot = running?.actor.getSnapshot()
      if (!snapshot || snapshot.matches('closed') || snapshot.matches('stranded')) return 'closed'
      return snapshot.matches('away') || isLeaving(snapshot) ? 'away' : 'inside'
    },
    changed: (what: 'kiosk' | 'settings') => running?.actor.send({ type: `${what}.changed` }),
    /** Resolves once leaving staff are gone: the page already shows the welcome, and patients' commands wait for it. */
    async left(): Promise<void> {
      for (let seen; seen !== running && running;) {
        seen = running
        // One that fails meanwhile is begun anew.
        await waitFor(seen.actor, (snapshot) => !isLeaving(snapshot)).catch(() => undefined)
      }
    },
    stop(): void {
      clock.clearTimeout(again)
      running?.actor.stop()
      running = undefined
    },
  }
}
