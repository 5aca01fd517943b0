// The library's injection is built on this package, which asks to be given before it.
import 'reflect-metadata'
import {
  BasicConstraintsExtension,
  PemConverter,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
} from '@peculiar/x509'

/** A certificate and its key, both PEM: what a TLS server of Node is started with. */
export type TlsIdentity = { readonly cert: string; readonly key: string }

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
const makeKeys = () => crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
const namesOf = (name: string, address: string) =>
  new SubjectAlternativeNameExtension([
    { type: 'dns', value: name },
    { type: 'ip', value: address },
  ])

async function asPem(
  certificate: { toString(format: 'pem'): string },
  { privateKey }: Awaited<ReturnType<typeof makeKeys>>,
): Promise<TlsIdentity> {
  const key = await crypto.subtle.exportKey('pkcs8', privateKey)
  return { cert: certificate.toString('pem'), key: PemConverter.encode(key, 'PRIVATE KEY') }
}

/** The hour around `hours` from now. */
const validity = (hours = 0) => ({
  notBefore: new Date(Date.now() + hours * 3_600_000 - 60_000),
  notAfter: new Date(Date.now() + (hours + 1) * 3_600_000),
})

/** A fresh self-signed certificate for one DNS name and one IPv4 address, with its key. Good for an hour. */
export async function createSelfSigned(name: string, address = '127.0.0.1'): Promise<TlsIdentity> {
  const keys = await makeKeys()
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: [{ CN: [name] }],
    keys,
    signingAlgorithm: algorithm,
    ...validity(),
    extensions: [namesOf(name, address)],
  })
  return asPem(certificate, keys)
}

/** A fresh authority; `issue` gives a certificate for a host, good for the hour around `hours` from now. */
export async function createAuthority(name = 'an authority of the clinic') {
  const keys = await makeKeys()
  const root = await X509CertificateGenerator.createSelfSigned({
    name: [{ CN: [name] }],
    keys,
    signingAlgorithm: algorithm,
    ...validity(),
    extensions: [new BasicConstraintsExtension(true, undefined, true)],
  })
  return {
    cert: root.toString('pem'),
    async issue(host: string, hours = 0): Promise<TlsIdentity> {
      const own = await makeKeys()
      const certificate = await X509CertificateGenerator.create({
        subject: [{ CN: [host] }],
        issuer: root.subject,
        publicKey: own.publicKey,
        signingKey: keys.privateKey,
        signingAlgorithm: algorithm,
        ...validity(hours),
        extensions: [namesOf(host, '127.0.0.1')],
      })
      return asPem(certificate, own)
    },
  }
}
