/**
 * Something secret on its way to where it is used. Whatever prints, copies or stores an object that holds it (a log,
 * a persisted snapshot, a message) finds nothing in it.
 */
export class Secret<T> {
  readonly #value: T

  constructor(value: T) {
    this.#value = value
  }

  read(): T {
    return this.#value
  }
}
