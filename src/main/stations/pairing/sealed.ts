import { CompactEncrypt, compactDecrypt } from 'jose'

const algorithms = { alg: 'dir', enc: 'A256GCM' } as const

/** Seals a value for one use as a compact JWE under a key of 32 bytes. */
export async function sealValue(key: Uint8Array, use: string, value: unknown): Promise<string> {
  return await new CompactEncrypt(new TextEncoder().encode(JSON.stringify(value)))
    .setProtectedHeader({ ...algorithms, typ: use })
    .encrypt(key)
}

/** Opens a value that `sealValue` sealed for that use; undefined if it is none. */
export async function openValue(key: Uint8Array, use: string, sealed: string): Promise<unknown> {
  try {
    const { plaintext, protectedHeader } = await compactDecrypt(sealed, key, {
      keyManagementAlgorithms: [algorithms.alg],
      contentEncryptionAlgorithms: [algorithms.enc],
    })
    if (protectedHeader.typ !== use) return undefined
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(plaintext))
  } catch {
    return undefined
  }
}
