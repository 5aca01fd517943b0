import { createInterface } from 'node:readline/promises'
import { text } from 'node:stream/consumers'

/** All that a command touches of the world around it. */
export interface Terminal {
  /** Standard output: answers, and nothing else. */
  readonly out: (text: string) => void
  /** Standard error: notes, progress and errors; never a token or anything of a patient. */
  readonly note: (text: string) => void
  /** Columns of the window that shows standard output; undefined when it goes elsewhere. */
  readonly columns: number | undefined
  /** True if standard error is a window, in which a line can be overwritten. */
  readonly live: boolean
  readonly environment: NodeJS.ProcessEnv
  /** All of standard input. */
  readonly readInput: () => Promise<string>
  /** Asks the person for a line; undefined: they left (Ctrl-C, Ctrl-D). Left out if there is no person. */
  readonly ask?: (question: string) => Promise<string | undefined>
}

/** Says a sentence to the person. */
export const say = ({ note }: Pick<Terminal, 'note'>, sentence: string) =>
  note(`foyer: ${sentence}\n`)

/** Asks on standard error, so that standard output stays what it is. */
export function askPerson(question: string): Promise<string | undefined> {
  const lines = createInterface({ input: process.stdin, output: process.stderr })
  return new Promise((resolve) => {
    lines.once('close', () => resolve(undefined))
    void lines.question(question).then((answer) => {
      resolve(answer)
      lines.close()
    })
  })
}

export function processTerminal(): Terminal {
  return {
    out: (text) => void process.stdout.write(text),
    note: (text) => void process.stderr.write(text),
    columns: process.stdout.isTTY ? process.stdout.columns : undefined,
    live: process.stderr.isTTY,
    environment: process.env,
    readInput: () => text(process.stdin),
    ...(process.stdin.isTTY && { ask: askPerson }),
  }
}

/** Tells how far a long command has come. */
export type Progress = ReturnType<typeof createProgress>

/** Progress on one line that is written over where that can be done, and else its last word only. */
export function createProgress(note: (text: string) => void, live: boolean) {
  let last = ''
  return {
    say: (text: string) => {
      last = text
      if (live) note(`\r\u001b[K${text}`)
    },
    end: () => {
      if (last === '') return
      note(live ? '\n' : `${last}\n`)
      last = ''
    },
  }
}
