import { spawn } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { served } from './answers.ts'

/** Starts the server in a process of its own, so that client and server do not share an event loop. */
export async function startJsonServer(): Promise<{ url: string; stop(): Promise<void> }> {
  const child = spawn(process.execPath, [fileURLToPath(import.meta.url)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const port = await new Promise<string>((resolve, reject) => {
    child.stdout.once('data', (text: Buffer) => resolve(text.toString().trim()))
    child.once('exit', () => reject(new Error('the server of the bench did not start')))
  })
  return {
    url: `http://127.0.0.1:${port}`,
    async stop() {
      child.stdin.end()
      await ended
    },
  }
}

function serve(): void {
  const token = Buffer.from(
    JSON.stringify({ access_token: 'token', token_type: 'Bearer', expires_in: 3_600 }),
  )
  const bodies = new Map(
    Object.values(served).map(({ path, body }) => [path, Buffer.from(body)] as const),
  )
  const server = createServer((request, response) => {
    const body = request.method === 'POST' ? token : bodies.get(request.url ?? '')
    if (body === undefined) return void response.writeHead(404).end()
    response.writeHead(200, {
      'content-type': 'application/json',
      'content-length': body.length,
    })
    response.end(body)
  })
  // Ends with its parent process.
  process.stdin.on('end', () => process.exit()).resume()
  server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port))
}

if (import.meta.main) serve()
