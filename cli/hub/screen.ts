import { createInterface } from 'node:readline'

export interface Screen {
  /** Shows lines in place of those before; where there is no terminal, after them. */
  show(lines: readonly string[]): void
  /** Columns and rows; undefined without a terminal, or if it does not say. */
  size(): { readonly columns?: number | undefined; readonly rows?: number | undefined }
  /** Asks for a line; undefined: the person has left. Left out if nothing can be typed. */
  readonly ask?: (question: string) => Promise<string | undefined>
  close(): void
}

const home = '\u001B[H\u001B[2J'

/** Opens the screen of this process: redrawn in a terminal, plain lines elsewhere. */
export function openScreen(): Screen {
  const { stdin, stdout } = process
  if (!stdout.isTTY || !stdin.isTTY) {
    // The reader of this output has gone.
    stdout.on('error', () => process.exit())
    return {
      show: (lines) => void stdout.write(`${lines.join('\n')}\n\n`),
      size: () => ({}),
      close: () => undefined,
    }
  }
  const typing = createInterface({ input: stdin, output: stdout, prompt: '' })
  const typed = typing[Symbol.asyncIterator]()
  let isAsking = false
  let isClosed = false
  typing.once('close', () => {
    isClosed = true
    // The next message begins a line of its own.
    if (isAsking) stdout.write('\n')
  })
  return {
    show(lines) {
      if (isClosed) return
      stdout.write(`${home}${lines.join('\n')}\n\n`)
      // Draws the question again with what was typed so far.
      typing.prompt(true)
    },
    // A terminal that does not know its size says 0.
    size: () => ({ columns: stdout.columns || undefined, rows: stdout.rows || undefined }),
    async ask(question) {
      typing.setPrompt(question)
      if (!isClosed) typing.prompt()
      isAsking = true
      const line = await typed.next()
      isAsking = false
      typing.setPrompt('')
      return line.done ? undefined : line.value
    },
    close: () => typing.close(),
  }
}
