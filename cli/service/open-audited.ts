import { existsSync } from 'node:fs'
import { userInfo } from 'node:os'
import { sealersFor } from '../../src/main/vault/keys/sealers.ts'
import { describeVaultError, vaultErrorOf } from '../../src/main/vault/errors.ts'
import { filesIn } from '../../src/main/vault/store/files.ts'
import { openVault } from '../../src/main/vault/vault.ts'
import type { IntakeClientOptions } from '../../src/main/service/client/call-types.ts'
import { auditCall } from '../../src/main/vault/audit/audit-log.ts'
import { err, ok, type Result } from '../../src/shared/result.ts'
import { usage, type Problem } from '../problem.ts'
import type { VaultPlace } from '../vault-place.ts'
import { openAuditFile, type AuditFile } from './audit-file.ts'
import type { Target } from './called-service.ts'
import { createErrorRecorder, type ErrorRecordingDispatcher } from './error-recorder.ts'
import { isSandbox } from './sandbox.ts'

/** Prepared service, each access to which is audited before its answer comes back, unless it is a sandbox. */
export interface AuditedTarget {
  readonly options: IntakeClientOptions
  readonly recorder: ErrorRecordingDispatcher
  readonly isSandbox: boolean
  readonly close: () => Promise<void>
}

/** Audit of a command: `--audit FILE`, and the command's own name. */
export interface Audited {
  readonly file: string | undefined
  readonly command: string
}

/**
 * Prepares a service. Unless it is a sandbox, known by its control address on this machine, it is called only with an
 * audit.
 */
export async function openAudited(
  target: Target,
  { file: auditFile, command }: Audited,
): Promise<Result<AuditedTarget, Problem>> {
  const { options, close } = await target.open()
  const isPractice = await everySandbox(options)
  const isNeeded = !isPractice || auditFile !== undefined
  const audit = isNeeded
    ? await openAuditPlace({ file: auditFile, vault: target.vault, command })
    : ok(undefined)
  if (!audit.ok) {
    await close()
    return err(usage(audit.error))
  }
  const file = audit.value
  const recorder = createErrorRecorder()
  return ok({
    isSandbox: isPractice,
    recorder,
    options: {
      ...options,
      dispatcher: recorder.dispatcher,
      ...(file && { audit: (entry) => auditCall(file, entry) }),
    },
    close: async () => {
      file?.close()
      await recorder.close()
      await close()
    },
  })
}

async function everySandbox(options: IntakeClientOptions): Promise<boolean> {
  const { partnerUrl, partnerAuthUrl, developerUrl, developerAuthUrl } = options
  const origins = [partnerUrl, partnerAuthUrl, developerUrl, developerAuthUrl].map(
    (url) => new URL(url).origin,
  )
  const answers = await Promise.all([...new Set(origins)].map(isSandbox))
  return answers.every(Boolean)
}

/** Says where accesses of a command are audited. */
interface AuditWish {
  /** `--audit FILE`; stronger than the vault. */
  readonly file: string | undefined
  /** The vault of this machine's kiosk, if it has one; never made here. */
  readonly vault: VaultPlace | undefined
  /** Name of the command, for the entry with which it begins in the vault. */
  readonly command: string
}

const example = 'Name a file: --audit foyer-access.jsonl'

/**
 * Opens a command's audit: the named file, or this machine's kiosk's vault, which a running kiosk locks. The error is a
 * text for the user.
 */
async function openAuditPlace(wish: AuditWish): Promise<Result<AuditFile, string>> {
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
