/**
 * Something secret on its way to where it is used. Whatever prints, copies or stores an object that holds it (a log,
 * a persisted snapshot, a message) finds nothing in it.
 */
export class Secret<T> {
  #value: T | undefined

  constructor(value: T) {
    this.#value = value
  }

  /** Throws once it was dropped. */
  read(): T {
    if (this.#value === undefined) throw new Error('it was dropped')
    return this.#value
  }

  /** Forgets it, for whoever still holds this. */
  drop(): void {
    this.#value = undefined
  }
}
