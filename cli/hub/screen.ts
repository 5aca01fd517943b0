import { createInterface } from 'node:readline'

export interface Screen {
  /** Shows lines in place of those before; where there is no terminal, after them. */
  show(lines: readonly string[]): void
  /** Undefined without a terminal, or if it does not say. */
  columns(): number | undefined
  rows(): number | undefined
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
      columns: () => undefined,
      rows: () => undefined,
      close: () => undefined,
    }
  }
  const typing = createInterface({ input: stdin, output: stdout, prompt: '' })
  const typed: string[] = []
  let answer: ((line: string | undefined) => void) | undefined
  let isClosed = false
  typing.on('line', (line) => {
    if (answer) answer(line)
    else typed.push(line)
  })
  typing.once('close', () => {
    isClosed = true
    // The next message begins a line of its own.
    if (answer) stdout.write('\n')
    answer?.(undefined)
  })
  return {
    show(lines) {
      if (isClosed) return
      stdout.write(`${home}${lines.join('\n')}\n\n`)
      // Draws the question again with what was typed so far.
      typing.prompt(true)
    },
    // A terminal that does not know its size says 0.
    columns: () => stdout.columns || undefined,
    rows: () => stdout.rows || undefined,
    ask(question) {
      if (isClosed || typed.length > 0) return Promise.resolve(typed.shift())
      typing.setPrompt(question)
      typing.prompt()
      return new Promise((resolve) => {
        answer = (line) => {
          answer = undefined
          typing.setPrompt('')
          resolve(line)
        }
      })
    },
    close: () => typing.close(),
  }
}
