/** Tells how far a long command has come. */
export interface Progress {
  say(text: string): void
  end(): void
}

/** Progress on one line that is written over where that can be done, and else its last word only. */
export function createProgress(note: (text: string) => void, live: boolean): Progress {
  let last = ''
  return {
    say: (text) => {
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
