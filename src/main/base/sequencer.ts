/**
 * Does pieces of work one after another. Each comes back with its own outcome, and one that fails does not
 * spoil those that come after it.
 */
export function createSequencer(): <T>(work: () => Promise<T>) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const done = last.then(work)
    last = done.catch(() => undefined)
    return done
  }
}
