import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  openSync,
  readFileSync,
  writeSync,
} from 'node:fs'
import { userInfo } from 'node:os'
import type { IntakeClientOptions } from '../../src/main/intake/client/call-types.ts'
import { createLineCheck, lineOf, rowOf } from '../../src/main/vault/audit/audit-line.ts'
import { auditCall } from '../../src/main/vault/audit/audit-log.ts'
import {
  canonical,
  genesis,
  hashOf,
  type Audit,
  type AuditRow,
} from '../../src/main/vault/audit/audit.ts'
import { describeVaultError, vaultErrorOf } from '../../src/main/vault/errors.ts'
import { sealersFor } from '../../src/main/vault/keys/sealers.ts'
import { filesIn } from '../../src/main/vault/store/files.ts'
import { openVault } from '../../src/main/vault/vault.ts'
import { err, ok, type Result } from '../../src/shared/result.ts'
import { codeOf, refuse } from '../problem.ts'
import type { VaultPlace } from '../vault-place.ts'
import { createErrorRecorder } from './error-recorder.ts'
import { isSandbox, type Target } from './target.ts'

/** Above a kiosk's: lists of the developer interface come whole, tens of thousands of patients. In bytes and ms. */
const limits = { bodyBytes: 64 * 1024 * 1024, attemptMs: 120_000 } as const

export type AuditedTarget = Awaited<ReturnType<typeof openAudited>>

/** Prepares a service, called only with an audit unless it is a sandbox: in `file`, or this machine's vault. Throws a `Refusal`. */
export async function openAudited(target: Target, file: string | undefined, command: string) {
  const { options, close } = await target.open()
  const { partnerUrl, partnerAuthUrl, developerUrl, developerAuthUrl } = options
  const urls = [partnerUrl, partnerAuthUrl, developerUrl, developerAuthUrl]
  const origins = new Set(urls.map((url) => new URL(url).origin))
  const answers = await Promise.all([...origins].map(isSandbox))
  const isPractice = answers.every(Boolean)
  const opened = await openAuditOf(target, isPractice, file, command)
  if (!opened.ok) {
    await close()
    return refuse(opened.error)
  }
  const audit = opened.value
  const recorder = createErrorRecorder(options)
  const audited: IntakeClientOptions = {
    limits,
    ...options,
    dispatcher: recorder.dispatcher,
    ...(audit && { audit: (entry) => auditCall(audit, entry) }),
  }
  return {
    isSandbox: isPractice,
    recorder,
    options: audited,
    close: async () => {
      audit?.close()
      await recorder.close()
      await close()
    },
  }
}

async function openAuditOf(
  { vault }: Target,
  isPractice: boolean,
  file: string | undefined,
  command: string,
): Promise<Result<AuditFile | undefined, string>> {
  if (file !== undefined) return openAuditFile(file)
  if (isPractice) return ok(undefined)
  const opened = await openVaultAudit(vault, command)
  if (opened.ok) return opened
  return err(
    `--audit is missing: this service is no sandbox, and each access to a record of a patient is audited. ${opened.error}. Name a file: --audit foyer-access.jsonl`,
  )
}

/** Opens the audit in the vault of this machine's kiosk, which a running kiosk locks; none is made here. */
async function openVaultAudit(
  vault: VaultPlace | undefined,
  command: string,
): Promise<Result<AuditFile, string>> {
  const { key, database, forgetting } = filesIn(vault?.folder ?? '')
  const isThere = existsSync(key) && existsSync(database) && !existsSync(forgetting)
  if (!vault || !isThere) return err('No vault is on this machine')
  const opened = await openVault({ folder: vault.folder, sealers: sealersFor(vault.passphrase) })
  if (!opened.ok) return err(`The vault: ${describeVaultError(opened.error)}`)
  const held = opened.value
  try {
    held.audit.append('started', { command, user: userInfo().username })
  } catch (error) {
    held.close()
    return err(`The vault: ${describeVaultError(vaultErrorOf(error))}`)
  }
  return ok({
    append: (kind, fields) => held.audit.append(kind, fields),
    close: () => held.close(),
  })
}

type AuditFile = Pick<Audit, 'append'> & { readonly close: () => void }

/** Opens a private file of hash-chained lines (`foyer audit verify --copy`); `append` throws after foreign writes. */
function openAuditFile(path: string): Result<AuditFile, string> {
  let file: number
  let text: string
  try {
    file = openSync(path, 'a+', 0o600)
    text = readFileSync(file, 'utf8')
  } catch (cause) {
    return err(`--audit: the file cannot be opened (${codeOf(cause)}).`)
  }
  const lines = text.split('\n').filter((line) => line !== '')
  const check = createLineCheck()
  for (const line of lines) check.add(line)
  const { entries, broken } = check.collected()
  const last = rowOf(lines.at(-1) ?? '')
  if (broken.length > 0 || entries !== lines.length || (text !== '' && !text.endsWith('\n'))) {
    closeSync(file)
    return err('--audit: the chain of the file does not hold, and nothing is added to it.')
  }
  let before: Pick<AuditRow, 'seq'> & { readonly hash: Buffer } = last
    ? { seq: last.seq, hash: hashOf(last) }
    : { seq: 0, hash: genesis }
  let size = fstatSync(file).size
  return ok({
    append(kind, fields = {}) {
      if (fstatSync(file).size !== size) throw new Error('another program writes to the audit file')
      const { seq, hash: previous } = before
      const row = { seq: seq + 1, at: Date.now(), kind, fields: canonical(fields), previous }
      size += writeSync(file, `${lineOf(row)}\n`)
      fsyncSync(file)
      before = { seq: row.seq, hash: hashOf(row) }
    },
    close: () => closeSync(file),
  })
}
