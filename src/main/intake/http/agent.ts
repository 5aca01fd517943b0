import { X509Certificate } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls'
import { Agent, EnvHttpProxyAgent, type Dispatcher } from 'undici'
import type { Limits } from './exchange.ts'

/** Properties of the network before the service. */
export interface NetworkOptions {
  /** PEM file of authorities that are trusted in addition. */
  readonly caFile?: string | null
}

/** A file that the settings name cannot be used; `code` stands for it as the reason of a failed call. */
class UnusableFile extends Error {
  readonly code: string
  constructor(code: 'CA_FILE_UNUSABLE') {
    super(code)
    this.code = code
  }
}

const ownMachine = ['localhost', '127.0.0.1', '::1']

/**
 * Makes an agent that always checks certificates, whatever the environment says. Goes by the proxy that the environment
 * names (HTTPS_PROXY, NO_PROXY), but never to this machine.
 */
export function createAgent(limits: Limits, network: NetworkOptions): Dispatcher {
  const { env } = process
  const proxy = env['https_proxy'] ?? env['HTTPS_PROXY']
  // The error of undici would tell the address, and with it the password.
  if (proxy && !URL.canParse(proxy)) throw new TypeError('HTTPS_PROXY is not an address')
  let secureContext: SecureContext
  try {
    secureContext = createSecureContext({ ca: readAuthorities(network) })
  } catch (error) {
    if (!(error instanceof UnusableFile)) throw error
    return new Agent({ connect: (_, done) => done(error, null) })
  }
  const tls = { timeout: limits.connectMs, rejectUnauthorized: true, secureContext }
  return new EnvHttpProxyAgent({
    connections: 32,
    allowH2: false,
    keepAliveTimeout: 10_000,
    connect: tls,
    requestTls: tls,
    proxyTls: tls,
    noProxy: [env['no_proxy'] ?? env['NO_PROXY'] ?? '', ...ownMachine].join(),
  })
}

/** Reads the authorities of a file beside those that this machine trusts anyway; undefined for these alone. */
function readAuthorities({ caFile }: NetworkOptions): string[] | undefined {
  if (!caFile) return undefined
  try {
    const block = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g
    const own = readFileSync(caFile, 'utf8').match(block)
    if (!own) throw new UnusableFile('CA_FILE_UNUSABLE')
    // Node leaves out what it cannot read, without a word.
    for (const pem of own) new X509Certificate(pem)
    return [...getCACertificates('default'), ...own]
  } catch {
    throw new UnusableFile('CA_FILE_UNUSABLE')
  }
}
