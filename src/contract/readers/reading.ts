import { err, ok, type Result } from '../../shared/result.ts'
import { describeShape } from './shape.ts'

/** An answer of the service as the readers see it: what came, before anything is known of its shape. */
export interface ServiceAnswer {
  readonly status: number
  /** The parsed JSON; a text that is not JSON; undefined where there was no body. */
  readonly body: unknown
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  /** Where the request went: an address in the answer may be relative to it. */
  readonly url: string
}

/** Why an answer cannot be read: what was expected, and the names and types (never values) that came. */
export interface Mismatch {
  readonly expected: string
  readonly found: string
}

/** Finds in an answer what Foyer uses of it, and looks at nothing else. */
export type Reader<T> = (answer: ServiceAnswer) => Result<T, Mismatch>

/** A reader of which `find` knows the plausible forms: undefined says that none of them came. */
export function readerOf<T>(
  expected: string,
  find: (answer: ServiceAnswer) => T | undefined,
  describe: (body: unknown) => string = describeShape,
): Reader<T> {
  return (answer) => {
    const found = find(answer)
    return found === undefined ? err({ expected, found: describe(answer.body) }) : ok(found)
  }
}

/** Takes any answer: that it came is all that matters. */
export const anyAnswer = readerOf('an answer', () => null)
