import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import {
  failed,
  sendJson,
  startServer,
  optionsFor,
  createTestClock,
} from '../../../../test/harness/service/test-service.ts'
import { createIntakeClient } from '../client/client.ts'
import { createSelfSigned } from '../../../../test/harness/service/self-signed.ts'
import { startProxy } from '../../../../test/harness/service/tunnel-proxy.ts'
import { testFolder } from '../../../../test/harness/test-folder.ts'

/** A service with a certificate for `name`, and a client that trusts it too, or the machine's own list alone. */
async function connectTls(name: string, isTrusted = false) {
  const tls = await createSelfSigned(name)
  const { port, seen, close } = await startServer(
    ({ method }, response) =>
      sendJson(response, method === 'POST' ? { access_token: 'token' } : { id: 1 }),
    { tls },
  )
  const caFile = join(testFolder(), 'ca.pem')
  writeFileSync(caFile, tls.cert)
  const client = createIntakeClient({
    ...optionsFor(`https://localhost:${port}`),
    clock: createTestClock(),
    caFile: isTrusted ? caFile : null,
  })
  onTestFinished(async () => {
    await client.close()
    await close()
  })
  const result = await client.partner.patients.get({ params: { accountId: 7, patientId: 1 } })
  return { result, requests: seen.length }
}

it('a proxy that the environment names is gone by with its credentials, and does not speak for the service', async () => {
  const tls = await createSelfSigned('service.example')
  const server = await startServer((_, response) => sendJson(response, {}), { tls })
  const { tunnels, address } = await startProxy(server.port)
  vi.stubEnv('HTTPS_PROXY', `http://kiosk:canary@${address}`)
  onTestFinished(() => void vi.unstubAllEnvs())
  const client = createIntakeClient({
    ...optionsFor('https://service.example'),
    clock: createTestClock(),
  })
  onTestFinished(async () => {
    await client.close()
    await server.close()
  })
  const result = await client.partner.patients.get({ params: { accountId: 7, patientId: 1 } })
  expect(tunnels[0]).toMatchObject({ to: 'service.example:443', credentials: 'kiosk:canary' })
  expect(result).toMatchObject(
    failed({ kind: 'unreachable', reason: 'DEPTH_ZERO_SELF_SIGNED_CERT' }),
  )
  expect(server.seen).toEqual([])
})

describe('a certificate', () => {
  it('that is trusted and names the host opens the way', async () => {
    const { result } = await connectTls('localhost', true)
    expect(result).toEqual({ ok: true, value: { id: 1 } })
  })

  it('that nobody vouches for ends the call before anything is sent', async () => {
    const { result, requests } = await connectTls('localhost')
    expect(result).toMatchObject(
      failed({ kind: 'unreachable', reason: 'DEPTH_ZERO_SELF_SIGNED_CERT' }),
    )
    expect(requests).toBe(0)
  })

  it('is checked even where the environment says not to', async () => {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
    onTestFinished(() => void vi.unstubAllEnvs())
    const { result, requests } = await connectTls('localhost')
    expect(result).toMatchObject({ ok: false, error: { kind: 'unreachable' } })
    expect(requests).toBe(0)
  })

  it('of another host is refused', async () => {
    const { result, requests } = await connectTls('elsewhere.example', true)
    expect(result).toMatchObject(
      failed({ kind: 'unreachable', reason: 'ERR_TLS_CERT_ALTNAME_INVALID' }),
    )
    expect(requests).toBe(0)
  })
})
