// The certificate library's injection needs this, and needs it first.
import 'reflect-metadata'
import {
  PemConverter,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
} from '@peculiar/x509'
import type { PairingRows } from '../../vault/store/rows.ts'

/** Certificate and key: PEM. */
export interface BrokerIdentity {
  readonly cert: string
  readonly key: string
  /** ms since 1970. */
  readonly made: number
}

const row = 'identity'
const nextRow = 'nextIdentity'
const dayMs = 24 * 3_600_000
/** Ages from which the next certificate is announced to stations, and shown. */
export const renewal = { announceMs: 365 * dayMs, showMs: 90 * dayMs } as const

function readIdentity(rows: PairingRows, name: string): BrokerIdentity | undefined {
  const kept = rows.read(name)
  return kept === undefined ? undefined : (JSON.parse(kept) as BrokerIdentity)
}

/** Returns the certificates to show and to announce. `change`: rows for a new key of the clinic. `now`: ms since 1970. */
export async function renewIdentity(rows: PairingRows, now: number) {
  const kept = readIdentity(rows, row)
  const present = kept ?? (await newIdentity(now))
  if (!kept) rows.write({ [row]: JSON.stringify(present) })
  const next = readIdentity(rows, nextRow)
  if (next && now - next.made >= renewal.showMs) {
    const change = { [row]: JSON.stringify(next), [nextRow]: null }
    return { present: next, next: undefined, change }
  }
  if (next || now - present.made < renewal.announceMs) return { present, next, change: undefined }
  const made = await newIdentity(now)
  return { present, next: made, change: { [nextRow]: JSON.stringify(made) } }
}

// Stations pin it: its name and dates do not count, since a kiosk's clock may be wrong.
async function newIdentity(now: number): Promise<BrokerIdentity> {
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
  const pem = PemConverter.encode(key, 'PRIVATE KEY')
  return { cert: certificate.toString('pem'), key: pem, made: now }
}
