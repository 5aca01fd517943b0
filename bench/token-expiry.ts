import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createIntakeClient } from '../src/main/intake/client/client.ts'
import { systemClock } from '../src/main/base/clock.ts'
import { addressesAt } from '#harness/service/addresses-at.ts'
import type { BenchRow } from './row.ts'

const callers = 1_000

/** Counts the service's token requests when a thousand callers meet an expired token at once. */
export async function benchTokenExpiry(): Promise<BenchRow[]> {
  let tokenRequests = 0
  const server = createServer((request, response) => {
    const isToken = request.method === 'POST'
    if (isToken) tokenRequests += 1
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify(isToken ? { access_token: 'token', expires_in: 3_600 } : { id: 1 }))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  let elapsed = 0
  const credentials = () => ({ clientId: 'bench', clientSecret: 'bench' })
  const client = createIntakeClient({
    ...addressesAt(url),
    credentials: { partner: credentials, developer: credentials },
    clock: { ...systemClock, now: () => systemClock.now() + elapsed },
  })
  const call = async () => {
    const result = await client.partner.patients.get({ params: { accountId: 7, patientId: 1 } })
    if (!result.ok) throw new Error(result.error.kind)
  }
  try {
    await call()
    elapsed = 3_600_000
    tokenRequests = 0
    await Promise.all(Array.from({ length: callers }, call))
    return [
      {
        figure: `token requests of ${callers} callers at expiry`,
        value: tokenRequests,
        unit: 'requests',
        target: 'exactly 1',
        met: tokenRequests === 1,
      },
    ]
  } finally {
    await client.close()
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
}
