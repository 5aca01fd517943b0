/** A text in the vault, such as JSON; on the disk when `write` returns. */
export interface KeptText {
  read(): string | undefined
  write(text: string): void
}
