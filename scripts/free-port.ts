import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Ports below those that a system gives to whoever asks for any: Linux from 32,768 on, others from 49,152 on. */
const range = [20_000, 32_000] as const
const given = new Set<number>()

/** Finds a free port of loopback, which no other server or connection gets by chance before it is taken. */
export async function freePort(): Promise<number> {
  const port = randomInt(...range)
  if (given.has(port)) return freePort()
  const server = createServer().listen(port, '127.0.0.1')
  const isFree = await once(server, 'listening').then(
    () => true,
    () => false,
  )
  if (!isFree) return freePort()
  given.add(port)
  await new Promise((resolve) => server.close(resolve))
  return port
}
