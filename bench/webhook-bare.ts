// Bare `node:http` in the place of the hub's receiver, with the same checks.
import { createHmac, timingSafeEqual } from 'node:crypto'
import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { benchEndpoint, type BenchReceiver } from './webhook-endpoint.ts'

/** Memory of a bare server for received ids: while it runs, or on the disk before it answers. */
export type Remembering = 'in memory' | 'on the disk'

const token = Buffer.from(benchEndpoint.token)

/** Checks that a delivery is genuine and recent: its token, its signature, its time. */
function isGenuine(headers: Readonly<Record<string, unknown>>, body: Buffer): boolean {
  const given = Buffer.from(String(headers['x-webhook-token']))
  const signature = Buffer.from(String(headers['x-webhook-signature']))
  const expected = Buffer.from(
    `sha256=${createHmac('sha256', benchEndpoint.signingSecret).update(body).digest('hex')}`,
  )
  return (
    given.length === token.length &&
    timingSafeEqual(given, token) &&
    signature.length === expected.length &&
    timingSafeEqual(signature, expected) &&
    Math.abs(Date.now() / 1_000 - Number(headers['x-webhook-timestamp'])) < 300
  )
}

/**
 * Opens a minimal durable journal: plain ids and bodies, one disk wait per event-loop turn. `answer` is called once the
 * delivery is on the disk.
 */
function openJournal() {
  const folder = mkdtempSync(join(tmpdir(), 'foyer-bench-'))
  const file = openSync(join(folder, 'journal'), 'w')
  let waiting: { readonly line: string; readonly answer: () => void }[] = []
  function write() {
    const now = waiting
    waiting = []
    writeSync(file, now.map(({ line }) => line).join(''))
    fdatasyncSync(file)
    for (const { answer } of now) answer()
  }
  return {
    keep(id: string, body: Buffer, answer: () => void) {
      if (waiting.push({ line: `${id} ${body.toString()}\n`, answer }) === 1) setImmediate(write)
    },
    close() {
      closeSync(file)
      rmSync(folder, { recursive: true })
    },
  }
}

/** Serves deliveries: checks token, signature, time, shape, and repeated ids. Puts nothing on a bus. */
export async function serveBare(remembering: Remembering): Promise<BenchReceiver> {
  const ids = new Set<string>()
  const heard: string[] = []
  const journal = remembering === 'on the disk' ? openJournal() : undefined
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks)
      const { id, type } = JSON.parse(body.toString()) as Record<string, unknown>
      if (!isGenuine(request.headers, body) || typeof id !== 'string' || typeof type !== 'string')
        return void response.writeHead(401).end()
      const answer = () => void response.writeHead(204).end()
      if (ids.has(id)) return answer()
      ids.add(id)
      heard.push(id)
      if (journal) journal.keep(id, body, answer)
      else answer()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', 4_096, resolve))
  return {
    port: (server.address() as AddressInfo).port,
    heard,
    async stop() {
      await new Promise<void>((resolve) => void server.close(() => resolve()))
      journal?.close()
    },
  }
}
