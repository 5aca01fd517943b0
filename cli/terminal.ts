import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
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
  readonly readInput: () => Promise<string>
  /** Asks the person for a line, unseen if it is secret; undefined: they left (Ctrl-C, Ctrl-D). Left out if there is no person. */
  readonly ask?: (question: string, isSecret?: boolean) => Promise<string | undefined>
}

/** Says a sentence to the person. */
export const say = ({ note }: Pick<Terminal, 'note'>, sentence: string) =>
  note(`foyer: ${sentence}\n`)

/** Asks on standard error, so that standard output stays what it is. A secret answer is not shown there. */
export function askPerson(question: string, isSecret = false): Promise<string | undefined> {
  const unseen = new Writable({ write: (_chunk, _encoding, done) => done() })
  // The window itself shows what is typed unless it is read key by key.
  const how = isSecret ? { output: unseen, terminal: true } : { output: process.stderr }
  const lines = createInterface({ input: process.stdin, ...how })
  if (isSecret) process.stderr.write(question)
  return new Promise((resolve) => {
    lines.once('close', () => {
      if (isSecret) process.stderr.write('\n')
      resolve(undefined)
    })
    void lines.question(question).then((answer) => {
      resolve(answer)
      lines.close()
    })
  })
}

/** Reads a secret: asks a person without showing it, or takes the standard input, without the end of its line. */
export async function readSecret({ ask, readInput }: Terminal, question: string): Promise<string> {
  return ask ? ((await ask(question, true)) ?? '') : (await readInput()).replace(/\r?\n$/, '')
}

/** Gives the terminal of this process; `ask` only where a person can type. */
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
