import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createSecureContext, getCACertificates, type SecureContextOptions } from 'node:tls'
import { Agent, EnvHttpProxyAgent, type Dispatcher } from 'undici'
import type { Limits } from './exchange.ts'

/** Properties of the network before the service. */
export interface NetworkOptions {
  /** PEM file of authorities that are trusted in addition. */
  readonly caFile?: string | null
  /** This machine's certificate for the service: PEM, or PKCS#12. What opens it is the secret `clientKey`. */
  readonly certFile?: string | null
  /** Address of the proxy, without its credentials; they are the secret `proxyCredentials`. */
  readonly proxy?: string | null
  /** Values of these two and of the profile's secret headers, by the names under which they are kept. */
  readonly secrets?: SecretSource
}

/** Gives the secret that is kept under a name; undefined while there is none. */
export type SecretSource = (name: string) => string | undefined

// No wire profile can name them: its own secrets have no dot.
/** Name of the secret that opens the client certificate: its key (PEM), or the passphrase of a PKCS#12 file. */
export const clientKey = 'client.key'
/** Name of the secret with which a proxy lets this machine through: a user name and a password, with a colon between. */
export const proxyCredentials = 'proxy.credentials'

const ownMachine = ['localhost', '127.0.0.1', '::1']

/**
 * Makes an agent that always checks certificates, whatever the environment says. Goes by the proxy of the settings,
 * else of the environment (HTTPS_PROXY), but never to this machine nor to what NO_PROXY lists. A file that cannot be used fails every call.
 */
export function createAgent(
  limits: Pick<Limits, 'connectMs'>,
  network: NetworkOptions,
): Dispatcher {
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

/** Does `read`; throws an error with the code alone when that throws. */
function orFault<T>(code: string, read: () => T): T {
  try {
    return read()
  } catch {
    throw Object.assign(new Error(code), { code })
  }
}

/** Reads the authorities of a file beside those that this machine trusts anyway; undefined for these alone. */
function readAuthorities({ caFile }: NetworkOptions): string[] | undefined {
  if (!caFile) return undefined
  const block = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g
  const own = readFileSync(caFile, 'utf8').match(block)
  if (!own) throw new Error('no certificate')
  // Node leaves out what it cannot read, without a word.
  for (const pem of own) new X509Certificate(pem)
  return [...getCACertificates('default'), ...own]
}

/** Reads what this machine shows to the service; nothing where no file is named. */
function readIdentity({ certFile, secrets }: NetworkOptions): SecureContextOptions {
  if (!certFile) return {}
  const secret = secrets?.(clientKey)
  if (secret === undefined) throw new Error('no key')
  const file = readFileSync(certFile)
  return file.includes('-----BEGIN ')
    ? { cert: file, key: secret }
    : { pfx: file, passphrase: secret }
}
