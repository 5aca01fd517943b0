import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'

/** Where a code comes from when nobody is asked. */
export interface CodeSource {
  /** Remembers what is there before a code is sent. */
  readonly begin: () => Promise<void>
  /** The code; undefined when none came in time. */
  readonly take: (contact: string) => Promise<string | undefined>
}

/** ms that a file is waited for, and ms between two looks at it. */
const longestWaitMs = 10 * 60_000
const lookEveryMs = 100

/** A code that is the same each time, as some services have one for tests. */
export function fixedCode(code: string): CodeSource {
  return { begin: () => Promise.resolve(), take: () => Promise.resolve(code) }
}

/** A file into which somebody writes the code that came; what stood there before the code was sent is none. */
export function codeInFile(path: string, waitMs = longestWaitMs): CodeSource {
  let before = ''
  const read = () =>
    readFile(path, 'utf8').then(
      (text) => text.trim(),
      () => '',
    )
  return {
    begin: async () => void (before = await read()),
    async take() {
      for (const end = performance.now() + waitMs; performance.now() < end;) {
        const code = await read()
        if (code !== '' && code !== before) {
          before = code
          return code
        }
        await pause(lookEveryMs)
      }
      return undefined
    },
  }
}

interface Message {
  readonly to?: unknown
  readonly code?: unknown
}

/** The pretend inbox of a sandbox. */
export function codeInInbox(sandboxUrl: string): CodeSource {
  return {
    begin: () => Promise.resolve(),
    async take(contact) {
      const answer = await fetch(`${sandboxUrl}/sandbox/inbox.json`)
      const messages = (await answer.json()) as readonly Message[]
      const code = messages.find(({ to }) => to === contact)?.code
      return typeof code === 'string' ? code : undefined
    },
  }
}
