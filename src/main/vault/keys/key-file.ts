import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { z } from 'zod'
import { err, ok, type Result } from '../../../shared/result.ts'
import { vaultErrorOf, type VaultError } from '../errors.ts'
import { openNew, shred } from '../store/files.ts'
import type { KeySealer, Sealed } from './sealers.ts'

/** The secret of a vault: the database's raw 256-bit key, and the root from which its other keys are derived. */
export interface VaultKeys {
  readonly database: Buffer
  readonly root: Buffer
}

const keyBytes = 32

const keyFileSchema = z.strictObject({
  version: z.literal(1),
  sealer: z.enum(['passphrase', 'secret-service', 'electron']),
  sealed: z.record(z.string(), z.union([z.string(), z.number()])),
  check: z.string(),
})
export type KeyFile = z.output<typeof keyFileSchema>

const checkOf = (secret: Buffer) =>
  createHmac('sha256', secret).update('foyer vault key').digest('base64')

/** Keys for a new vault; with `root` given, a new database key beside the same root. */
export function newKeys(root: Buffer = randomBytes(keyBytes)): VaultKeys {
  return { database: randomBytes(keyBytes), root }
}

/** Reads a key file. `corrupt`: it is not one. */
export function readKeyFile(path: string): Result<KeyFile, VaultError> {
  return parseKeyFile(() => readFileSync(path, 'utf8'))
}

/** Parses the text of a key file. `corrupt`: it is not one. */
export function parseKeyFile(read: () => string): Result<KeyFile, VaultError> {
  try {
    return ok(keyFileSchema.parse(JSON.parse(read())))
  } catch (error) {
    return error instanceof SyntaxError || error instanceof z.ZodError
      ? err({ kind: 'corrupt', detail: 'vault.key' })
      : err(vaultErrorOf(error))
  }
}

/** Makes what a rename or a new file in `folder` says durable. */
export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return
  const handle = openSync(folder, 'r')
  fsyncSync(handle)
  closeSync(handle)
}

/** Moves a file to its final name, durably. */
export function replaceDurably(from: string, to: string): void {
  renameSync(from, to)
  syncFolder(dirname(to))
}

const draftOf = (path: string) => `${path}.draft`

/** Writes a whole file, durably, for this user alone; readers see the old one or the new one. */
export function writeAtomically(path: string, content: string | Uint8Array): void {
  const draft = draftOf(path)
  // A draft left by a sudden stop, or placed by somebody: never written into.
  shred(draft)
  const handle = openNew(draft)
  writeFileSync(handle, content)
  fsyncSync(handle)
  closeSync(handle)
  replaceDurably(draft, path)
}

/** Seals the keys with the first sealer that can. */
export async function sealKeys(
  keys: VaultKeys,
  sealers: readonly KeySealer[],
): Promise<Result<KeyFile, VaultError>> {
  const secret = Buffer.concat([keys.database, keys.root])
  for (const sealer of sealers) {
    const sealed: Result<Sealed, VaultError> = await sealer.seal(secret)
    if (sealed.ok)
      return ok({ version: 1, sealer: sealer.name, sealed: sealed.value, check: checkOf(secret) })
    if (sealed.error.kind !== 'noKeySource') return sealed
  }
  return err({ kind: 'noKeySource', tried: sealers.map(({ name }) => name) })
}

/** Opens a sealed key with the sealer that sealed it. */
export async function unsealKeys(
  file: KeyFile,
  sealers: readonly KeySealer[],
): Promise<Result<VaultKeys, VaultError>> {
  const sealer = sealers.find(({ name }) => name === file.sealer)
  const tried = sealers.map(({ name }) => name)
  if (!sealer) return err({ kind: 'noKeySource', tried, sealedBy: file.sealer })
  const secret = await sealer.unseal(file.sealed)
  if (!secret.ok) return secret
  const given = Buffer.from(checkOf(secret.value))
  const wanted = Buffer.from(file.check)
  if (given.length !== wanted.length || !timingSafeEqual(given, wanted))
    return err({ kind: 'wrongKey' })
  return ok({
    database: secret.value.subarray(0, keyBytes),
    root: secret.value.subarray(keyBytes),
  })
}

/** Forgets a sealed key for good: the sealer's own part, then the file, which stays if the sealer fails. */
export async function discardKey(
  path: string,
  sealers: readonly KeySealer[],
): Promise<Result<null, VaultError>> {
  shred(draftOf(path))
  if (!existsSync(path)) return ok(null)
  const file = readKeyFile(path)
  if (file.ok) {
    const { sealer: name, sealed } = file.value
    try {
      await sealers.find((sealer) => sealer.name === name)?.forget(sealed)
    } catch {
      return err({ kind: 'noKeySource', tried: [name] })
    }
  }
  shred(path)
  return ok(null)
}
