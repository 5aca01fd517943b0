import { startServer } from '#harness/service/test-service.ts'
import { startVariantService } from './variant-service.ts'
import type { WireProfile } from '../../src/contract/wire-profile.ts'
import type { Change, WireRequest } from './wire.ts'

/** Serves a service with `changes` over HTTP, to whoever asks, until it is closed. */
export async function serveVariant(
  changes: readonly Change[],
  now: () => number,
  profile?: WireProfile,
) {
  const service = startVariantService(changes, now, profile)
  const { port, close } = await startServer(({ method, url, headers, body }, response) => {
    const { pathname: path, searchParams: query } = new URL(url, 'http://127.0.0.1')
    const flat = Object.entries(headers).map(([name, value]) => [name, String(value)])
    const request = {
      method,
      path,
      query,
      headers: Object.fromEntries(flat) as WireRequest['headers'],
      body,
    }
    service.answer(request).then(
      (answer) => response.writeHead(answer.status, { ...answer.headers }).end(answer.body),
      () => response.destroy(),
    )
  })
  const url = `http://127.0.0.1:${port}`
  return { service, url, close }
}
