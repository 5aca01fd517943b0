import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { constants, createSecureServer, type Http2Stream } from 'node:http2'
import type { ServerOptions } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import {
  createAuthority,
  createSelfSigned,
  type TlsIdentity,
} from '#harness/service/self-signed.ts'
import {
  createTestClock,
  optionsFor,
  sendJson,
  startServer,
} from '#harness/service/test-service.ts'
import { startProxy } from '#harness/service/tunnel-proxy.ts'
import { testFolder } from '#harness/test-folder.ts'
import { checkConnection } from '../connection-check.ts'
import type { IntakeClientOptions } from '../client/call-types.ts'

/** A service over TLS that grants a token and answers each read. */
async function startService(tls: ServerOptions) {
  const { port, seen, close } = await startServer(
    ({ method }, response) =>
      sendJson(response, method === 'POST' ? { access_token: 'token' } : []),
    { tls },
  )
  onTestFinished(close)
  return { url: `https://localhost:${port}`, port, seen }
}

function write(content: string | Buffer): string {
  const file = join(testFolder(), 'file')
  writeFileSync(file, content)
  return file
}

/** Gives the connection test's first verdict: of the partner interface's token. */
async function verdictOf(url: string, options: Partial<IntakeClientOptions> = {}) {
  const [first] = await checkConnection({
    ...optionsFor(url),
    clock: createTestClock(),
    accountId: 7,
    locationId: 1,
    ...options,
  })
  return first?.reason ?? first?.state
}

const kept = (secret: string, name = 'client.key') => ({
  secrets: (asked: string) => (asked === name ? secret : undefined),
})

describe('a private authority', () => {
  it('is trusted in addition to those that everybody trusts', async () => {
    const authority = await createAuthority()
    const { url, seen } = await startService(await authority.issue('localhost'))
    expect(await verdictOf(url)).toBe('certificateIssuerUnknown')
    expect(seen).toEqual([])
    const another = await createAuthority('another authority')
    expect(await verdictOf(url, { caFile: write(another.cert + authority.cert) })).toBe('passed')

    const usual = getCACertificates('default')
    onTestFinished(() => setDefaultCACertificates(usual))
    setDefaultCACertificates([...usual, authority.cert])
    expect(await verdictOf(url, { caFile: write(another.cert) })).toBe('passed')
  })

  it.each([
    ['is not there', () => '/nowhere/ca.pem'],
    ['holds no certificate', () => write('canary')],
    [
      'holds a broken one',
      () => write('-----BEGIN CERTIFICATE-----\nMA==\n-----END CERTIFICATE-----'),
    ],
  ])('is named as the fault when its file %s, and nothing is sent', async (_, file) => {
    const authority = await createAuthority()
    const { url, seen } = await startService(await authority.issue('localhost'))
    expect(await verdictOf(url, { caFile: file() })).toBe('caFileUnusable')
    expect(seen).toEqual([])
  })
})

const ofAuthority = (name: string, hours?: number) => async () => {
  const authority = await createAuthority()
  return { tls: await authority.issue(name, hours), caFile: write(authority.cert) }
}
const in2000 = { ...createTestClock(), wallTime: () => Date.UTC(2000, 0, 1) }
const ofAnother = (make: () => Promise<TlsIdentity>) => async () => ({
  tls: await make(),
  caFile: write((await createAuthority()).cert),
})
const renewed = ofAnother(async () => (await createAuthority()).issue('localhost'))
const selfSigned = ofAnother(() => createSelfSigned('localhost'))
it.each<[string, ReturnType<typeof ofAuthority>, Partial<IntakeClientOptions>]>([
  ['certificateExpired', ofAuthority('localhost', -3), {}],
  ['certificateNotYetValid', ofAuthority('localhost', 3), {}],
  ['clockWrong', ofAuthority('localhost', 3), { clock: in2000 }],
  ['certificateOfOtherName', ofAuthority('elsewhere.example'), {}],
  ['certificateIssuerUnknown', renewed, {}],
  ['certificateSelfSigned', selfSigned, {}],
])('the fault of a certificate is named: %s', async (reason, make, options) => {
  const { tls, caFile } = await make()
  const { url, seen } = await startService(tls)
  expect(await verdictOf(url, { caFile, ...options })).toBe(reason)
  expect(seen).toEqual([])
})

it('a certificate is checked even where the environment says not to', async () => {
  vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
  onTestFinished(() => void vi.unstubAllEnvs())
  const { url, seen } = await startService(await createSelfSigned('localhost'))
  expect(await verdictOf(url)).toBe('certificateSelfSigned')
  expect(seen).toEqual([])
})

describe('a client certificate', () => {
  /** A service that answers only whom its authority vouches for. */
  async function startClosed(more: ServerOptions = {}) {
    const authority = await createAuthority()
    const own = await authority.issue('localhost')
    const clients = await createAuthority('the authority of the clients')
    const asks = { ca: clients.cert, requestCert: true, rejectUnauthorized: true }
    const { url } = await startService({ ...own, ...asks, ...more })
    return { url, clients, caFile: write(authority.cert) }
  }
  it.each<ServerOptions>([{ minVersion: 'TLSv1.3' }, { maxVersion: 'TLSv1.2' }])(
    'opens the way, in a PEM file with its key kept as a secret (%j)',
    async (version) => {
      const { url, clients, caFile } = await startClosed(version)
      expect(await verdictOf(url, { caFile })).toBe('hungUp')
      const { cert, key } = await clients.issue('kiosk')
      expect(await verdictOf(url, { caFile, certFile: write(cert), ...kept(key) })).toBe('passed')
      const stranger = await (await createAuthority('strangers')).issue('kiosk')
      const asStranger = { certFile: write(stranger.cert), ...kept(stranger.key) }
      expect(await verdictOf(url, { caFile, ...asStranger })).toBe('hungUp')
    },
  )

  it.skipIf(spawnSync('openssl', ['version']).status !== 0)(
    'opens the way, in a PKCS#12 file with its passphrase kept as a secret',
    async () => {
      const { url, clients, caFile } = await startClosed()
      const { cert, key } = await clients.issue('kiosk')
      const args = ['pkcs12', '-export', '-in', write(`${cert}\n${key}`), '-passout', 'pass:canary']
      const certFile = write(spawnSync('openssl', args).stdout)
      expect(await verdictOf(url, { caFile, certFile, ...kept('canary') })).toBe('passed')
      const wrong = { caFile, certFile, ...kept('another') }
      expect(await verdictOf(url, wrong)).toBe('clientCertificateUnusable')
    },
  )

  it('is named as the fault when its file or its key cannot be used', async () => {
    const { url, clients, caFile } = await startClosed()
    const { cert } = await clients.issue('kiosk')
    const { key } = await clients.issue('another')
    const wrong = [
      { certFile: '/nowhere/client.pem', ...kept(key) },
      { certFile: write(cert) },
      { certFile: write(cert), ...kept(key) },
      { certFile: write('canary'), ...kept(key) },
    ]
    for (const each of wrong)
      expect(await verdictOf(url, { caFile, ...each })).toBe('clientCertificateUnusable')
  })
})

it('a proxy that the environment names is gone by with its credentials, and does not speak for the service', async () => {
  const { port, seen } = await startService(await createSelfSigned('service.example'))
  const { tunnels, address } = await startProxy(port)
  vi.stubEnv('HTTPS_PROXY', `http://kiosk:canary@${address}`)
  onTestFinished(() => void vi.unstubAllEnvs())
  expect(await verdictOf('https://service.example')).toBe('certificateSelfSigned')
  expect(tunnels[0]).toMatchObject({ to: 'service.example:443', credentials: 'kiosk:canary' })
  expect(seen).toEqual([])
})

describe('a proxy of the settings', () => {
  const credentials = 'kiosk:p%a:ss@w/ö'

  it('is gone by with the credentials that are kept, whatever the environment names', async () => {
    vi.stubEnv('HTTPS_PROXY', 'http://127.0.0.1:1')
    onTestFinished(() => void vi.unstubAllEnvs())
    const authority = await createAuthority()
    const { port, seen } = await startService(await authority.issue('service.example'))
    const { tunnels, address } = await startProxy(port, credentials)
    const options = { caFile: write(authority.cert), proxy: `http://${address}` }
    const verdict = (more: Partial<IntakeClientOptions>) =>
      verdictOf('https://service.example', { ...options, ...more })

    expect(await verdict({})).toBe('proxyRefused')
    expect(await verdict(kept('kiosk:another', 'proxy.credentials'))).toBe('proxyRefused')
    expect(seen).toEqual([])
    expect(await verdict(kept(credentials, 'proxy.credentials'))).toBe('passed')
    expect(tunnels.at(-1)).toMatchObject({ to: 'service.example:443', credentials })
    for (const { headers } of seen) expect(headers).not.toHaveProperty('proxy-authorization')
  })

  it('is checked by its own certificate, and never shown that of this machine', async () => {
    const authority = await createAuthority()
    const service = await startService(await authority.issue('service.example'))
    const asks = { ca: authority.cert, requestCert: true, rejectUnauthorized: false }
    const { tunnels, address } = await startProxy(service.port, undefined, {
      ...(await authority.issue('localhost')),
      ...asks,
    })
    const { cert, key } = await authority.issue('kiosk')
    const options = {
      proxy: `https://${address.replace('127.0.0.1', 'localhost')}`,
      certFile: write(cert),
      ...kept(key),
    }
    const verdict = (caFile: string | null) =>
      verdictOf('https://service.example', { ...options, caFile })
    expect(await verdict(null)).toBe('certificateIssuerUnknown')
    expect(tunnels).toEqual([])
    expect(await verdict(write(authority.cert))).toBe('passed')
    expect(tunnels).not.toEqual([])
    for (const { showed } of tunnels) expect(showed).toBe(false)
  })
})

it.each([
  ['localhost', ''],
  ['service.example', ', by a proxy'],
])('sends a request once to %s that speaks HTTP/2 too, and refuses it there%s', async (host) => {
  const authority = await createAuthority()
  const { cert, key } = await authority.issue(host)
  let grants = 0
  const both = createSecureServer(
    { cert, key, allowHTTP1: true },
    ({ method, stream }, response) => {
      if (method === 'POST') grants++
      // Over HTTP/1.1 there is no stream.
      const refused = stream as Http2Stream | undefined
      if (refused && grants === 1) refused.close(constants.NGHTTP2_REFUSED_STREAM)
      else response.end(JSON.stringify(method === 'POST' ? { access_token: 'token' } : []))
    },
  )
  await new Promise<void>((resolve) => both.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void both.close())
  const { port } = both.address() as AddressInfo
  const { address } = await startProxy(port)
  const options = { caFile: write(authority.cert), proxy: `http://${address}` }
  expect(await verdictOf(`https://${host}:${port}`, options)).toBe('passed')
  // One for each interface.
  expect(grants).toBe(2)
})
