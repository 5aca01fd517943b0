import { spawn } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'

/** A form packet of the size that a visit meets. */
const packet = JSON.stringify({
  id: 4711,
  name: 'New patient forms',
  status: 'IN_PROGRESS',
  patientId: 1042,
  locationId: 12,
  dueDate: '2030-03-01',
  createdAt: '2030-02-01T09:30:00Z',
  completedAt: null,
  archivedAt: null,
  forms: ['About you', 'Medical history', 'Consent to treatment'].map((name, index) => ({
    id: 9000 + index,
    formTemplateId: 300 + index,
    version: 4,
    name,
    status: 'IN_PROGRESS',
    answers: [
      { elementId: 1, attribute: 'first_name', label: 'First name', value: 'Amina' },
      { elementId: 2, attribute: null, label: 'Do you take any medicine?', value: ['No'] },
    ],
  })),
})

/** Path of the packet that the server gives. */
export const packetPath = '/partner/v2/account/7/location/12/form/4711'

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
  const token = JSON.stringify({ access_token: 'token', token_type: 'Bearer', expires_in: 3_600 })
  const server = createServer((request, response) => {
    const body = request.method === 'POST' ? token : packet
    response.writeHead(200, {
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    })
    response.end(body)
  })
  // The server ends with whoever started it, however that one ended.
  process.stdin.on('end', () => process.exit()).resume()
  server.listen(0, '127.0.0.1', () => console.log((server.address() as AddressInfo).port))
}

if (import.meta.main) serve()
