import type { IntakeClientOptions } from '../../src/main/service/client/call-types.ts'
import { auditCall } from '../../src/main/vault/audit/audit-log.ts'
import { err, ok, type Result } from '../../src/shared/result.ts'
import { usage, type Problem } from '../problem.ts'
import { openAuditPlace } from './audit-place.ts'
import type { Target } from './called-service.ts'
import { createErrorRecorder, type ErrorRecordingDispatcher } from './error-recorder.ts'
import { isSandbox } from './sandbox.ts'

/** A service that is ready, each access to which is audited before its answer comes back, unless it is a sandbox. */
export interface AuditedTarget {
  readonly options: IntakeClientOptions
  readonly recorder: ErrorRecordingDispatcher
  readonly isSandbox: boolean
  readonly close: () => Promise<void>
}

/** How a command is audited: `--audit FILE`, and the command's own name. */
export interface Audited {
  readonly file: string | undefined
  readonly command: string
}

/**
 * Makes a service ready. One that is not a sandbox has patients: without an audit, in a file or in the vault of this
 * machine's kiosk, it is not called at all. A sandbox is known by its own control address on this machine.
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
