/** Puts off movement of the page until a tap becomes a click: a button that moves on touch-down loses the tap. */
export function createClickDeferral() {
  let pressed = false
  const waiting: (() => void)[] = []
  const flush = () => waiting.splice(0).forEach((run) => run())
  return {
    /** To be called on every mousedown (a touch makes one too), as `up` on every mouseup. */
    down: () => (pressed = true),
    up: () => {
      pressed = false
      // The click follows the mouseup in the same task.
      if (waiting.length > 0) setTimeout(flush)
    },
    /** Runs in a moment, or once the click that is under way has been handled. */
    after: (run: () => void) => {
      waiting.push(run)
      queueMicrotask(() => {
        if (!pressed) flush()
      })
    },
    flush,
    /** Forgets what waits: a field that goes with its page loses the focus first, and was not left by anybody. */
    drop: () => void waiting.splice(0),
  }
}
