import { spawn } from 'node:child_process'
import { request } from 'undici'
import { freePort } from '../scripts/free-port.ts'

/** A server in a process of its own. */
export interface ServerProcess {
  readonly url: string
  /** ms from the start of the process to its first answer to a request. */
  readonly startedInMs: number
  stop(): Promise<void>
}

/** Tries of a server that does not serve yet: one every few ms, for a minute. */
const pauseMs = 5
const patienceMs = 60_000

/** Starts a Node script that serves on the port it is given, and waits until `path` is answered there. */
export async function startServer(
  argsFor: (port: number) => readonly string[],
  path: string,
): Promise<ServerProcess> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  const startedAt = performance.now()
  const child = spawn(process.execPath, argsFor(port), { stdio: ['ignore', 'ignore', 'inherit'] })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const stop = async () => {
    child.kill()
    await ended
  }
  while (!(await answers(url + path))) {
    if (child.exitCode !== null || performance.now() - startedAt > patienceMs) {
      await stop()
      throw new Error(`no server came up: ${argsFor(port)[0]}`)
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs))
  }
  return { url, startedInMs: performance.now() - startedAt, stop }
}

async function answers(url: string): Promise<boolean> {
  try {
    await (await request(url)).body.dump()
    return true
  } catch {
    return false
  }
}
