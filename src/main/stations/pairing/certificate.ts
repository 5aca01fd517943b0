// The certificate library's injection needs this, and needs it first.
import 'reflect-metadata'
import { createHash, X509Certificate } from 'node:crypto'
import {
  PemConverter,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
} from '@peculiar/x509'
import type { PairingRows } from '../../vault/store/rows.ts'

/** The broker's certificate and key, both PEM. */
export interface BrokerIdentity {
  readonly cert: string
  readonly key: string
}

const row = 'identity'

/** SHA-256 of a certificate (DER), in upper hexadecimal without colons. */
export function fingerprintOf(der: Uint8Array): string {
  return createHash('sha256').update(der).digest('hex').toUpperCase()
}

/** The same of a PEM. */
export function fingerprintOfPem(pem: string): string {
  return fingerprintOf(new X509Certificate(pem).raw)
}

// They pin it, so its name and dates do not count: it is valid for any time, since a kiosk's clock may be wrong.
/** Returns the certificate by which stations know this broker, made once. */
export async function ownIdentity(rows: PairingRows): Promise<BrokerIdentity> {
  const kept = rows.read(row)
  if (kept !== undefined) return JSON.parse(kept) as BrokerIdentity
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
  const keys = await crypto.subtle.generateKey(algorithm, true, ['sign', 'verify'])
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: [{ CN: ['Foyer'] }],
    keys,
    signingAlgorithm: algorithm,
    notBefore: new Date('2000-01-01T00:00:00Z'),
    notAfter: new Date('2099-12-31T00:00:00Z'),
    extensions: [new SubjectAlternativeNameExtension([{ type: 'dns', value: 'foyer.invalid' }])],
  })
  const key = await crypto.subtle.exportKey('pkcs8', keys.privateKey)
  const identity = {
    cert: certificate.toString('pem'),
    key: PemConverter.encode(key, 'PRIVATE KEY'),
  }
  rows.write({ [row]: JSON.stringify(identity) })
  return identity
}
