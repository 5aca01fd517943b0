import { existsSync } from 'node:fs'
import { userInfo } from 'node:os'
import { sealersFor } from '../../src/main/vault/keys/sealers.ts'
import { describeVaultError, vaultErrorOf } from '../../src/main/vault/errors.ts'
import { filesIn } from '../../src/main/vault/store/files.ts'
import { openVault } from '../../src/main/vault/vault.ts'
import { err, ok, type Result } from '../../src/shared/result.ts'
import type { VaultPlace } from '../vault-place.ts'
import { openAuditFile, type AuditFile } from './audit-file.ts'

/** Where accesses of a command are audited. */
export interface AuditWish {
  /** `--audit FILE`; stronger than the vault. */
  readonly file: string | undefined
  /** The vault of this machine's kiosk, if it has one; never made here. */
  readonly vault: VaultPlace | undefined
  /** Name of the command, for the entry with which it begins in the vault. */
  readonly command: string
}

const example = 'Name a file: --audit foyer-access.jsonl'

/**
 * Opens the audit of a command: the file that was named, else the vault of this machine's kiosk, which a kiosk that
 * runs keeps to itself. The error says what to do, in a text for the user.
 */
export async function openAuditPlace(wish: AuditWish): Promise<Result<AuditFile, string>> {
  const { file, vault, command } = wish
  if (file !== undefined) {
    const opened = openAuditFile(file)
    return opened.ok ? opened : err(`--audit: ${opened.error}`)
  }
  const why =
    '--audit is missing: this service is no sandbox, and each access to a record of a patient is audited.'
  if (!vault || !hasVault(vault)) return err(`${why} No vault is on this machine. ${example}`)
  const opened = await openVault({ folder: vault.folder, sealers: sealersFor(vault.passphrase) })
  if (!opened.ok) return err(`${why} The vault: ${describeVaultError(opened.error)}. ${example}`)
  const held = opened.value
  try {
    held.audit.append('started', { command, user: userInfo().username })
  } catch (error) {
    held.close()
    return err(`${why} The vault: ${describeVaultError(vaultErrorOf(error))}. ${example}`)
  }
  return ok({
    append: (kind, fields) => held.audit.append(kind, fields),
    close: () => held.close(),
  })
}

function hasVault({ folder }: VaultPlace): boolean {
  const { key, database, forgetting } = filesIn(folder)
  return existsSync(key) && existsSync(database) && !existsSync(forgetting)
}
