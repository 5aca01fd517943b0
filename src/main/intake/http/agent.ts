import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createSecureContext, getCACertificates, type SecureContextOptions } from 'node:tls'
import { Agent, EnvHttpProxyAgent } from 'undici'
import type { Limits } from './exchange.ts'

export interface NetworkOptions {
  /** PEM, trusted in addition. */
  readonly caFile?: string | null
  /** PEM, or PKCS#12. What opens it is the secret `clientKey`. */
  readonly certFile?: string | null
  /** Without its credentials: they are the secret `proxyCredentials`. */
  readonly proxy?: string | null
  /** Of these two, and of the profile's secret headers. */
  readonly secrets?: SecretSource
}

/** Undefined while no secret is kept under the name. */
export type SecretSource = (name: string) => string | undefined

// No wire profile can name them: its own secrets have no dot.
/** Opens the client certificate: its key (PEM), or the passphrase of a PKCS#12 file. */
export const clientKey = 'client.key'
/** A user name and a password for the proxy, with a colon between. */
export const proxyCredentials = 'proxy.credentials'

const ownMachine = ['localhost', '127.0.0.1', '::1']

/** Makes an agent that always checks certificates. Proxy: of the settings, else HTTPS_PROXY; never to this machine. */
export function createAgent(limits: Pick<Limits, 'connectMs'>, network: NetworkOptions) {
  const { env } = process
  const proxy = network.proxy ?? env['https_proxy'] ?? env['HTTPS_PROXY'] ?? ''
  const credentials = network.secrets?.(proxyCredentials)
  try {
    const authorities = orFault('CA_FILE_UNUSABLE', () => readAuthorities(network))
    const openTls = (identity: SecureContextOptions = {}) => ({
      // Over HTTP/2 undici sends what a service refused (REFUSED_STREAM, GOAWAY) again by itself, a write too.
      allowH2: false,
      timeout: limits.connectMs,
      rejectUnauthorized: true,
      secureContext: createSecureContext({ ca: authorities, ...identity }),
    })
    const tls = orFault('CLIENT_CERTIFICATE_UNUSABLE', () => openTls(readIdentity(network)))
    const usual = { connections: 32, keepAliveTimeout: 10_000, connect: tls }
    if (!proxy) return new Agent(usual)
    return new EnvHttpProxyAgent({
      ...usual,
      requestTls: tls,
      proxyTls: openTls(),
      httpProxy: '',
      httpsProxy: proxy,
      ...(credentials && { token: `Basic ${Buffer.from(credentials).toString('base64')}` }),
      noProxy: [env['no_proxy'] ?? env['NO_PROXY'] ?? '', ...ownMachine].join(),
    })
  } catch (error) {
    return new Agent({ connect: (_, done) => done(error as Error, null) })
  }
}

function orFault<T>(code: string, read: () => T): T {
  try {
    return read()
  } catch {
    throw Object.assign(new Error(code), { code })
  }
}

/** Beside those that this machine trusts anyway; undefined for these alone. */
function readAuthorities({ caFile }: NetworkOptions): string[] | undefined {
  if (!caFile) return undefined
  const block = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g
  const own = readFileSync(caFile, 'utf8').match(block)
  if (!own) throw new Error('no certificate')
  // Node leaves out what it cannot read, without a word.
  for (const pem of own) new X509Certificate(pem)
  return [...getCACertificates('default'), ...own]
}

function readIdentity({ certFile, secrets }: NetworkOptions): SecureContextOptions {
  if (!certFile) return {}
  const secret = secrets?.(clientKey)
  if (secret === undefined) throw new Error('no key')
  const file = readFileSync(certFile)
  return file.includes('-----BEGIN ')
    ? { cert: file, key: secret }
    : { pfx: file, passphrase: secret }
}
