import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'

const root = join(import.meta.dirname, '..', '..', '..')

/** Somebody at a terminal in which `npm run hub -- --watch` runs. */
export interface WatchTerminal {
  /** What stands in the window now. */
  screen(): string
  /** Types a line, and Enter. */
  types(line: string): void
  /** Presses Ctrl and a letter. */
  control(letter: string): void
  /** Its exit code. */
  readonly ended: Promise<number | null>
  /** Ends it, where nobody has. */
  close(): Promise<void>
}

const cleared = '\u001B[H\u001B[2J'

/** Opens a terminal of util-linux's `script`. `size`: none where the terminal does not know it. */
export function openWatchTerminal(
  environment: Readonly<Record<string, string>>,
  size?: { readonly columns: number; readonly rows: number },
): WatchTerminal {
  const sized = size ? `stty cols ${size.columns} rows ${size.rows}; ` : ''
  const run = `${sized}exec npm run --silent hub -- --watch`
  const child = spawn('script', ['--quiet', '--return', '--command', run, '/dev/null'], {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  let written = ''
  child.stdout.on('data', (data: Buffer) => (written += data.toString()))
  child.stdin.on('error', () => undefined)
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  return {
    screen: () =>
      stripVTControlCharacters(written.slice(Math.max(0, written.lastIndexOf(cleared)))).replaceAll(
        '\r',
        '',
      ),
    types: (line) => void child.stdin.write(`${line}\r`),
    control: (letter) => void child.stdin.write(String.fromCharCode(letter.charCodeAt(0) - 96)),
    ended,
    async close() {
      // `script` ends what runs in it.
      child.kill('SIGTERM')
      await ended
    },
  }
}
