/** The body of an answer, of which nothing is known until a reader has looked at it. */
interface Body {
  json(): Promise<unknown>
}
