import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A proxy in place of the machine's own, which records what is asked for. */
export type CaptureProxy = Awaited<ReturnType<typeof startCaptureProxy>>

const names = ['http_proxy', 'https_proxy', 'all_proxy'] as const

/** Starts a proxy that answers nothing and remembers who was asked for. */
export async function startCaptureProxy() {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.writeHead(502).end()
  })
  server.on('connect', (request, socket) => {
    asked.push(request.url ?? '')
    socket.destroy()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return {
    asked,
    /** Runs `start`; what it starts takes this for the machine's proxy. */
    async around<T>(start: () => Promise<T>): Promise<T> {
      const before = names.map((name) => [name, process.env[name]] as const)
      for (const name of names) process.env[name] = address
      try {
        return await start()
      } finally {
        for (const [name, value] of before) {
          if (value === undefined) delete process.env[name]
          else process.env[name] = value
        }
      }
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  }
}
