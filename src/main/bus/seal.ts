import { CompactEncrypt, compactDecrypt, decodeProtectedHeader } from 'jose'
import { err, ok, type Result } from '../../shared/result.ts'

/** A key of the clinic: whoever has it can read and write what stations tell each other. */
export interface ClinicKey {
  /** Names it in the head of a message; says nothing of the key. */
  readonly id: string
  /** 32 bytes. */
  readonly secret: Uint8Array
}

/** The clinic's keys: the present one seals, those before it still open what was sealed before they were replaced. */
export interface KeyRing {
  present(): ClinicKey
  find(id: string): ClinicKey | undefined
  /** Calls `listener` after each change; the function that comes back ends it. */
  onChange(listener: () => void): () => void
}

/** Bytes of a sealed message at most: the largest that Foyer makes is less than half of it. */
export const mostSealedBytes = 12_288

/** Why a message was not opened. `anotherTopic`: it was sealed for another one than it came on. */
export interface SealFault {
  readonly kind: 'tooLarge' | 'notSealed' | 'unknownKey' | 'notAuthentic' | 'anotherTopic'
}

const algorithms = { alg: 'dir', enc: 'A256GCM' } as const
const headNames = ['alg', 'enc', 'kid', 'topic'].toString()

/**
 * Seals a message for one topic as a compact JWE (RFC 7516): AES-256-GCM with the clinic's present key. The topic stands in
 * the protected head, so that no broker can move it to another.
 */
export async function seal(keys: KeyRing, topic: string, message: string): Promise<Uint8Array> {
  const { id, secret } = keys.present()
  const sealed = await new CompactEncrypt(new TextEncoder().encode(message))
    .setProtectedHeader({ ...algorithms, kid: id, topic })
    .encrypt(secret)
  return new TextEncoder().encode(sealed)
}

/** The message in what came on a topic. Its length is checked before anything is read. */
export async function unseal(
  keys: KeyRing,
  topic: string,
  payload: Uint8Array,
): Promise<Result<string, SealFault>> {
  if (payload.byteLength > mostSealedBytes) return err({ kind: 'tooLarge' })
  const head = headOf(payload)
  if (!head) return err({ kind: 'notSealed' })
  const key = keys.find(head.kid)
  if (!key) return err({ kind: 'unknownKey' })
  try {
    const { plaintext } = await compactDecrypt(payload, key.secret, {
      keyManagementAlgorithms: [algorithms.alg],
      contentEncryptionAlgorithms: [algorithms.enc],
    })
    if (head.topic !== topic) return err({ kind: 'anotherTopic' })
    return ok(new TextDecoder('utf-8', { fatal: true }).decode(plaintext))
  } catch {
    return err({ kind: 'notAuthentic' })
  }
}

/** Exactly the head that `seal` writes, not authenticated yet: no compression, no other algorithm. */
function headOf(payload: Uint8Array): { kid: string; topic: string } | undefined {
  try {
    const { kid, topic, ...rest } = decodeProtectedHeader(new TextDecoder().decode(payload))
    if (typeof kid !== 'string' || typeof topic !== 'string') return undefined
    const names = [...Object.keys(rest), 'kid', 'topic'].toSorted().toString()
    return names === headNames ? { kid, topic } : undefined
  } catch {
    return undefined
  }
}
