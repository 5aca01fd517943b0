import { generateKeyPairSync } from 'node:crypto'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { ServerOptions } from 'node:https'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { UpdateState } from '../../../src/main/updates/state.ts'
import { writeFeed } from '../../../scripts/feed.ts'
import { startServer, type Behaviour } from '../service/test-service.ts'

/** State of a kiosk on the package 0.1.0 that knows no update. */
export const first: UpdateState = {
  base: '0.1.0',
  current: '',
  trial: '',
  tries: 0,
  ready: '',
  checked: '',
  blocked: [],
}

/** Makes the private key of a feed, as PEM. */
export const newFeedKey = () =>
  generateKeyPairSync('ed25519').privateKey.export({ format: 'pem', type: 'pkcs8' }) as string

/** Unpacks a version whose program is this script of sh, with so many bytes beside it. */
export function unpackVersion(folder: string, script: string, bytes = 0): string {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'foyer'), `#!/bin/sh\n${script}\n`)
  chmodSync(join(folder, 'foyer'), 0o755)
  writeFileSync(join(folder, 'ballast'), Buffer.alloc(bytes, 'ballast '))
  return folder
}

/** Publishes a version in `folder`/feed, and returns the public key. */
export const publish = (
  folder: string,
  release: { version: string; unpacked: string; key: string; stage?: number },
) => writeFeed({ ...release, output: join(folder, 'feed') })

/** Serves `folder`/feed as any web server does; `paths` is what was asked for. Ends with the test. */
export async function serveFeed(folder: string, tls?: ServerOptions) {
  const paths: string[] = []
  let location: string | undefined
  const answer: Behaviour = ({ url }, response) => {
    const { pathname } = new URL(url, 'http://feed.invalid')
    paths.push(pathname)
    if (location !== undefined) {
      response.writeHead(302, { location }).end()
      return
    }
    try {
      response.end(readFileSync(join(folder, 'feed', pathname)))
    } catch {
      response.writeHead(404).end()
    }
  }
  const { port, close } = await startServer(answer, tls && { tls })
  onTestFinished(close)
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    paths,
    /** Sends whoever asks elsewhere from now on. */
    redirect: (to: string) => (location = to),
  }
}
