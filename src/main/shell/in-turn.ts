/**
 * Does pieces of work one after another. Each comes back with its own outcome, and one that fails does not
 * spoil those that come after it.
 */
export function oneAtATime(): (work: () => Promise<void>) => Promise<void> {
  let last: Promise<void> = Promise.resolve()
  return (work) => {
    const done = last.then(work)
    last = done.catch(() => undefined)
    return done
  }
}
