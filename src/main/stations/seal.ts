import { createCipheriv, createDecipheriv, randomBytes, type KeyObject } from 'node:crypto'
import { err, ok } from '../../shared/result.ts'
import { createListeners } from '../base/listeners.ts'

/** Key of the clinic: its owner reads and writes all messages between stations. */
export interface ClinicKey {
  /** Names it in the head of a message; says nothing of the key. */
  readonly id: string
  /** 32 bytes. Making the object takes longer than the cipher. */
  readonly secret: KeyObject
}

/** The clinic's keys: the present one seals, the one before it still opens what was sealed with it. */
export type KeyRing = ReturnType<typeof createKeyRing>

/** Creates a ring from the present key and the one before it, if any. Throws at its use without a key. */
export function createKeyRing(keys: readonly ClinicKey[]) {
  let [present, former] = keys
  const listeners = createListeners()
  return {
    present() {
      if (!present) throw new Error('a key ring without a key')
      return present
    },
    find: (id: string) => [present, former].find((key) => key?.id === id),
    change(key: ClinicKey) {
      if (key.id !== present?.id) former = present
      present = key
      listeners.call()
    },
    onChange: (listener: () => void) => listeners.add(listener),
  }
}

/** Bytes of a sealed message at most: the largest that Foyer makes is less than half of it. */
export const mostSealedBytes = 12_288

const algorithms = { alg: 'dir', enc: 'A256GCM' } as const
const headNames = ['alg', 'enc', 'kid', 'topic'].toString()

const cipherName = 'aes-256-gcm'
const nonceBytes = 12
const tags = { authTagLength: 16 }
/** Head, no encrypted key, nonce, ciphertext and tag, each in Base64url. */
const compact = /^([\w-]+)\.\.([\w-]{16})\.([\w-]+)\.([\w-]{22})$/
const utf8 = new TextDecoder('utf-8', { fatal: true })

// The topic is in the protected head, so no broker can move it to another. Synchronous: see ADR 29.
/** Seals a message for one topic as a compact JWE (RFC 7516): AES-256-GCM with the clinic's present key. */
export function seal(keys: KeyRing, topic: string, message: string): Uint8Array {
  const key = keys.present()
  const head = base64url(Buffer.from(JSON.stringify({ ...algorithms, kid: key.id, topic })))
  const nonce = drawNonce()
  const cipher = createCipheriv(cipherName, key.secret, nonce, tags).setAAD(Buffer.from(head))
  const sealed = Buffer.concat([cipher.update(message, 'utf8'), cipher.final()])
  return Buffer.from(
    `${head}..${base64url(nonce)}.${base64url(sealed)}.${base64url(cipher.getAuthTag())}`,
  )
}

/** Opens a sealed message of a topic; checks its length before it reads anything. */
export function unseal(keys: KeyRing, topic: string, payload: Uint8Array) {
  if (payload.byteLength > mostSealedBytes) return err('tooLarge')
  const [, head, nonce, sealed, tag] = compact.exec(Buffer.from(payload).toString('latin1')) ?? []
  const read = head === undefined ? undefined : readHead(head)
  if (!head || !nonce || !sealed || !tag || !read) return err('notSealed')
  const key = keys.find(read.kid)
  if (!key) return err('unknownKey')
  try {
    const decipher = createDecipheriv(cipherName, key.secret, bytes(nonce), tags)
      .setAAD(Buffer.from(head))
      .setAuthTag(bytes(tag))
    const message = utf8.decode(Buffer.concat([decipher.update(bytes(sealed)), decipher.final()]))
    return read.topic === topic ? ok(message) : err('anotherTopic')
  } catch {
    // The tag does not fit head and ciphertext under this key, or the text is no UTF-8.
    return err('notAuthentic')
  }
}

/** Many are drawn at once: for one alone the generator takes as long as for all of them. */
function drawNonce(): Buffer {
  if (nonces.length === 0) nonces = randomBytes(256 * nonceBytes)
  const nonce = nonces.subarray(0, nonceBytes)
  nonces = nonces.subarray(nonceBytes)
  return nonce
}
let nonces = Buffer.alloc(0)

/** Exactly the head that `seal` writes, not authenticated yet: no compression, no other algorithm. */
function readHead(head: string): { kid: string; topic: string } | undefined {
  try {
    const read = JSON.parse(utf8.decode(bytes(head))) as Readonly<Record<string, unknown>>
    const { alg, enc, kid, topic } = read
    if (alg !== algorithms.alg || enc !== algorithms.enc) return undefined
    if (typeof kid !== 'string' || typeof topic !== 'string') return undefined
    return Object.keys(read).toSorted().toString() === headNames ? { kid, topic } : undefined
  } catch {
    return undefined
  }
}

const base64url = (of: Buffer) => of.toString('base64url')
const bytes = (text: string) => Buffer.from(text, 'base64url')
