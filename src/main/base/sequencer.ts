/** Runs pieces of work one after another. Each returns its own outcome; a failure does not affect the later ones. */
export function createSequencer(): <T>(work: () => Promise<T> | T) => Promise<T> {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const done = last.then(work)
    last = done.catch(() => undefined)
    return done
  }
}
