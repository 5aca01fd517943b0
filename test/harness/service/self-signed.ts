// What the library's injection is built on; it asks to be given before it.
import 'reflect-metadata'
import {
  PemConverter,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
} from '@peculiar/x509'

/** A certificate and its key, both PEM: what a TLS server of Node is started with. */
export interface TlsIdentity {
  readonly cert: string
  readonly key: string
}

/** A fresh self-signed certificate for one DNS name and one IPv4 address, with its key. Good for an hour. */
export async function createSelfSigned(name: string, address = '127.0.0.1'): Promise<TlsIdentity> {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: [{ CN: [name] }],
    keys,
    signingAlgorithm: algorithm,
    notBefore: new Date(Date.now() - 60_000),
    notAfter: new Date(Date.now() + 3_600_000),
    extensions: [
      new SubjectAlternativeNameExtension([
        { type: 'dns', value: name },
        { type: 'ip', value: address },
      ]),
    ],
  })
  const key = await crypto.subtle.exportKey('pkcs8', keys.privateKey)
  return { cert: certificate.toString('pem'), key: PemConverter.encode(key, 'PRIVATE KEY') }
}
