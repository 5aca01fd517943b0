import type { IncomingMessage } from 'node:http'
import { webhookLimits } from './limits.ts'

/** The body of a request, `tooLarge` as soon as that is known, or `gone` where its sender left. */
export function receiveBody(request: IncomingMessage): Promise<Buffer | 'tooLarge' | 'gone'> {
  const { bodyBytes } = webhookLimits
  if (Number(request.headers['content-length'] ?? 0) > bodyBytes) return Promise.resolve('tooLarge')
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    let size = 0
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= bodyBytes) chunks.push(chunk)
      else {
        request.pause()
        resolve('tooLarge')
      }
    })
    request.once('end', () => resolve(Buffer.concat(chunks, size)))
    // Neither an error nor a close ends what ended already.
    request.once('error', () => resolve('gone'))
    request.once('close', () => resolve('gone'))
  })
}
