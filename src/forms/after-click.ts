/**
 * Puts off movement of the page until a tap becomes a click. Leaving a field on touch-down could move the button, and
 * lose the tap.
 */
export interface ClickDeferral {
  /** To be called on every mousedown (a touch makes one too). */
  readonly down: () => void
  /** To be called on every mouseup. */
  readonly up: () => void
  /** Runs in a moment, or once the click that is under way has been handled. */
  readonly after: (run: () => void) => void
  /** Runs now what waits. */
  readonly flush: () => void
  /** Forgets what waits: a field that goes with its page loses the focus first, and was not left by anybody. */
  readonly drop: () => void
}

/** Makes a click deferral; its owner hands it the window's mouse events. */
export function createClickDeferral(): ClickDeferral {
  let pressed = false
  let waiting: (() => void)[] = []
  const flush = () => {
    const runs = waiting
    waiting = []
    for (const run of runs) run()
  }
  return {
    down: () => {
      pressed = true
    },
    up: () => {
      pressed = false
      // The click follows the mouseup in the same task.
      if (waiting.length > 0) setTimeout(flush)
    },
    after: (run) => {
      waiting.push(run)
      queueMicrotask(() => {
        if (!pressed) flush()
      })
    },
    flush,
    drop: () => {
      waiting = []
    },
  }
}
