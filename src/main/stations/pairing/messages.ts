import * as z from 'zod/mini'
import { parseJson } from '../../base/parse-json.ts'
import { stationId, stationKind } from '../../../shared/bus/messages.ts'

/** With the same rule as `busVersion`: a newer one may add fields. */
export const pairingVersion = 1

const version = z.int().check(z.positive())
const text = (most: number) => z.string().check(z.minLength(1), z.maxLength(most))
const nonce = z.string().check(z.regex(/^[\w-]{43}$/))
const secret = nonce
const fingerprint = z.string().check(z.regex(/^[0-9A-F]{64}$/))

export const beginPath = '/pairing/begin'
export const finishPath = '/pairing/finish'
/** Bytes of the two requests' bodies, and of their answers. */
export const mostRequestBytes = 2_048
export const mostAnswerBytes = 32_768
export const handoverUse = 'foyer-handover'
export const keysUse = 'foyer-keys'

export const beginRequest = z.object({ v: version, nonce })
export const beginAnswer = z.object({ v: version, salt: text(64), nonce: text(200) })

export const finishRequest = z.object({
  v: version,
  kioskNonce: nonce,
  hubNonce: text(200),
  /** SHA-256 of the certificate that the station met. */
  seen: fingerprint,
  name: text(40),
  kind: stationKind,
  proof: text(64),
})
export type FinishRequest = z.infer<typeof finishRequest>

export const finishAnswer = z.object({ v: version, proof: text(64), sealed: text(mostAnswerBytes) })

const keptKey = z.object({ id: text(40), secret })
export type KeptKey = z.infer<typeof keptKey>

const brokerPlace = z.object({
  host: text(253),
  port: z.int().check(z.minimum(1), z.maximum(65_535)),
  /** PEM of the issuer of its certificate, or of that certificate; null: an issuer that Node knows. */
  ca: z.nullable(text(20_000)),
  /** SHA-256 of the one certificate to take, in upper hexadecimal; null: any that fits the host's name. */
  fingerprint: z.nullable(fingerprint),
  /** Comes after it, and is taken too. */
  nextFingerprint: z.optional(fingerprint),
  username: text(200),
  password: text(500),
})
export type BrokerPlace = z.infer<typeof brokerPlace>

export const handover = z.object({
  v: version,
  station: stationId,
  kind: stationKind,
  clinic: text(40),
  /** `host` null: where the station was paired. */
  broker: z.extend(brokerPlace, { host: z.nullable(brokerPlace.shape.host) }),
  /** The present key first. */
  keys: z.array(keptKey).check(z.minLength(1), z.maxLength(8)),
  /** Counts the clinic's changes of key. */
  sequence: z.int(),
  /** Under which new keys come; no other station has it. */
  stationKey: secret,
  with: z.object({ station: stationId, name: text(40) }),
})
export type Handover = z.infer<typeof handover>

/** On a station's key topic, before it is sealed. */
export const newKeys = z.object({
  v: version,
  station: stationId,
  sequence: z.int(),
  /** Present key first, then older ones with which earlier messages may be sealed. */
  keys: z.array(keptKey).check(z.minLength(1), z.maxLength(8)),
  /** Of the embedded broker: the present certificate, and what follows it. */
  certificates: z.optional(z.object({ fingerprint, nextFingerprint: z.optional(fingerprint) })),
})
export type Certificates = NonNullable<z.infer<typeof newKeys>['certificates']>

/** Reads a body of JSON; undefined: longer than `most` bytes, or none. */
export async function readJson(body: AsyncIterable<Buffer>, most: number): Promise<unknown> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.length
    if (bytes > most) return undefined
    chunks.push(chunk)
  }
  return parseJson(Buffer.concat(chunks).toString())
}
