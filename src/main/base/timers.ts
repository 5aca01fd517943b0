import type { Timers, WallClock } from './clock.ts'

/** The longest that a timer can wait, ms: a longer one would end at once. */
export const longestTimerMs = 2 ** 31 - 1

/** Runs `action` after `ms`; the function that comes back cancels it. */
export function after(timers: Timers, ms: number, action: () => void): () => void {
  const id = timers.setTimeout(action, ms)
  return () => timers.clearTimeout(id)
}

/** Makes `call`, of which several within `ms` are one `action`, `ms` after the first. */
export function gather(timers: Timers, ms: number, action: () => void) {
  let cancel: (() => void) | undefined
  return {
    call: () => {
      cancel ??= after(timers, ms, () => {
        cancel = undefined
        action()
      })
    },
    stop: () => cancel?.(),
  }
}

/** Runs `action` after the current turn of the event loop; the returned function cancels it. */
export function soon(action: () => void): () => void {
  const id = setImmediate(action)
  return () => clearImmediate(id)
}

/** Waits anew before each action, so that one that throws does not end it. */
function repeat(timers: Timers, msLeft: () => number, action: () => void): () => void {
  let cancel: () => void
  const wait = () => {
    cancel = after(timers, msLeft(), () => {
      wait()
      action()
    })
  }
  wait()
  return () => cancel()
}

/** Runs `action` every `ms` from begin to begin, first after `ms`; the returned function ends it. */
export const every = (timers: Timers, ms: number, action: () => void) =>
  repeat(timers, () => ms, action)

/** Runs `action` at each midnight of this machine; the returned function ends it. */
export function everyNight(clock: WallClock, action: () => void): () => void {
  const untilNight = (now: number) => new Date(now).setHours(24, 0, 0, 0) - now
  return repeat(clock, () => untilNight(clock.wallTime()), action)
}

/** Resolves after `ms`, or as soon as `signal` is aborted. */
export function pause(timers: Timers, ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve()
    const end = () => {
      cancel()
      signal?.removeEventListener('abort', end)
      resolve()
    }
    const cancel = after(timers, ms, end)
    signal?.addEventListener('abort', end)
  })
}

/** The result of `work`, or undefined after `ms`. Late work is not cancelled; its result is dropped. */
export async function within<T>(
  timers: Timers,
  ms: number,
  work: Promise<T>,
): Promise<T | undefined> {
  let cancel = () => {}
  const late = new Promise<undefined>((resolve) => {
    cancel = after(timers, ms, () => resolve(undefined))
  })
  try {
    return await Promise.race([work, late])
  } finally {
    cancel()
  }
}
