import type { View } from '../../shared/ipc.ts'

/** Who may draw on the kiosk window. */
export type Actor = 'visits' | 'staff'

/** The kiosk window, shared: each draws as if it were alone, and only the one whose turn it is is seen. */
export interface ViewSwitch {
  /** Keeps the actor's newest view, and shows it when it is its turn. */
  show(actor: Actor, view: View): void
  /** Gives the turn to an actor; its newest view is shown, if it has one. */
  turnTo(actor: Actor): void
  readonly turn: Actor
}

/** Shares a window between the visits and the staff session. Views are numbered anew, in the order in which they are seen. */
export function createViewSwitch(draw: (view: View) => void, first: Actor): ViewSwitch {
  const newest = new Map<Actor, View>()
  let turn = first
  let sequence = 0
  const drawNewest = () => {
    const view = newest.get(turn)
    if (view) draw({ ...view, sequence: ++sequence })
  }
  return {
    show(actor, view) {
      newest.set(actor, view)
      if (actor === turn) drawNewest()
    },
    turnTo(actor) {
      turn = actor
      drawNewest()
    },
    get turn() {
      return turn
    },
  }
}
