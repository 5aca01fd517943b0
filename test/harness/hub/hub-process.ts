import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { onTestFinished } from 'vitest'
import { freePort } from '../bus/relay.ts'
import { noService } from '../no-service.ts'
import { testFolder } from '../test-folder.ts'

type Environment = Readonly<Record<string, string>>

const root = join(import.meta.dirname, '..', '..', '..')
const hubCommand = [process.execPath, join(root, 'cli', 'main.ts'), 'hub'] as const

/** The place of a hub that practises, with a vault of its own, to which kiosks come on free ports; it goes with the test. */
export async function hubPlace() {
  const [folder, port] = [testFolder(), String(await freePort())]
  const environment: Environment = {
    FOYER_CONFIG: join(folder, 'none.json'),
    ...noService,
    FOYER_DATA_DIR: join(folder, 'data'),
    FOYER_VAULT_PASSPHRASE: randomBytes(24).toString('base64url'),
    FOYER_BUS_BROKER_PORT: port,
    FOYER_BUS_BROKER_PAIRING_PORT: String(await freePort()),
  }
  return { folder, environment, port }
}

/** Runs a program with what is typed into it, if anybody does; `signal` ends it with the test at the latest. */
function run(
  [program, ...args]: readonly [string, ...string[]],
  environment: Environment,
  { isTyped, signal }: { readonly isTyped: boolean; readonly signal: NodeJS.Signals },
) {
  const child = spawn(program, args, {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: [isTyped ? 'pipe' : 'ignore', 'pipe', 'pipe'],
  })
  const said = { out: '', note: '' }
  child.stdout?.on('data', (data: Buffer) => (said.out += data.toString()))
  child.stderr?.on('data', (data: Buffer) => (said.note += data.toString()))
  child.stdin?.on('error', () => undefined)
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  onTestFinished(async () => {
    child.kill(signal)
    await ended
  })
  return {
    /** Text that it has written so far: its answer, and words for a person. */
    said: said as Readonly<typeof said>,
    /** Its exit code; null: a signal ended it. */
    ended,
    end: (by: NodeJS.Signals) => void child.kill(by),
    write: (text: string) => void child.stdin?.write(text),
  }
}

/** Runs `foyer hub` with these arguments, without a terminal. */
export const startHubCommand = (args: readonly string[], environment: Environment) =>
  run([...hubCommand, ...args], environment, { isTyped: false, signal: 'SIGKILL' })

const cleared = '\u001B[H\u001B[2J'

/** Opens a terminal of util-linux's `script` in which `foyer hub --watch` runs. `size`: none where the terminal does not know it. */
export function openWatchTerminal(
  environment: Environment,
  size?: { readonly columns: number; readonly rows: number },
) {
  const sized = size ? `stty cols ${size.columns} rows ${size.rows}; ` : ''
  const command = `${sized}exec ${hubCommand.join(' ')} --watch`
  // `script` ends what runs in it.
  const { said, ended, write } = run(
    ['script', '--quiet', '--return', '--command', command, '/dev/null'],
    environment,
    { isTyped: true, signal: 'SIGTERM' },
  )
  const drawn = () => said.out.slice(Math.max(0, said.out.lastIndexOf(cleared)))
  return {
    ended,
    screen: () => stripVTControlCharacters(drawn()).replaceAll('\r', ''),
    types: (line: string) => write(`${line}\r`),
    control: (letter: string) => write(String.fromCharCode(letter.charCodeAt(0) - 96)),
  }
}
