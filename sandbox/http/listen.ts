import { createAdaptorServer } from '@hono/node-server'
import type { Hono } from 'hono'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Env } from './env.ts'

/** A running listener on 127.0.0.1. */
export interface Listener {
  /** `http://127.0.0.1:port`. */
  readonly url: string
  close(): Promise<void>
}

/** Listens on a loopback port (0: a free one). Rejects when the port cannot be had. */
export async function listen(app: Hono<Env>, port: number): Promise<Listener> {
  const server = createAdaptorServer({
    fetch: app.fetch,
  }) as Server
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject)
      resolve()
    })
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => {
          resolve()
        })
        server.closeAllConnections()
      }),
  }
}
