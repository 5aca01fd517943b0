import type { KioskLog } from '../../log/log.ts'
import type { WallClock } from '../../base/clock.ts'
import { every } from '../../base/timers.ts'
import type { Settings } from '../../settings/schema.ts'
import { hostname } from 'node:os'
import { openAnchorFile, type AnchorFile } from './audit-anchor-file.ts'
import { startForwarding, type Forwarding } from './audit-forward.ts'
import type { Vault } from '../vault.ts'

const hourMs = 60 * 60_000

/** Stands for the help number where no patient asked for help. */
const noHelpNumber = '—'

/** Dependencies of the off-machine copies of the audit. */
export interface AuditCopiesParts {
  readonly vault: Pick<Vault, 'audit' | 'chain' | 'securitySettings'>
  /** Where copies go, as an administrator set it at this start. */
  readonly settings: Settings['audit']
  readonly kiosk: string
  readonly version: string
  /** Audits what an auditor asks about before it is written. */
  readonly log: KioskLog
  readonly clock: WallClock
}

/** Off-machine copies: of the audit (syslog) and of the end of its chain (anchors). */
export interface AuditCopies {
  /** How the anchors contradict the vault, in words; undefined where they agree. */
  fault(): string | undefined
  /** Sends what is left and writes a last anchor, within a few seconds; idle afterwards. */
  stop(why: 'stopped' | 'forgotten'): Promise<void>
}

/**
 * Forwards the audit, and writes an anchor of its chain at the start, hourly and at the end, as the settings ask for.
 * Runs in the background: no visit waits for a collector or a share.
 */
export function keepAuditCopies(parts: AuditCopiesParts): AuditCopies {
  const { vault, settings, kiosk, version, log, clock } = parts
  const { audit, chain, securitySettings } = vault
  const tell = (what: string) => (fault: string | undefined) =>
    log.app(fault === undefined ? `${what} works again` : `${what} fails`, {
      ...(fault !== undefined && { reason: fault }),
    })

  let forwarding: Forwarding | undefined
  const { host } = settings.forward
  if (host !== null)
    forwarding = startForwarding({
      chain,
      settings: securitySettings,
      target: { ...settings.forward, host },
      sender: { hostname: hostname(), kiosk, version },
      clock,
      onChange: tell('forwarding the audit'),
    })

  let anchors: AnchorFile | undefined
  if (settings.anchor.file !== null)
    anchors = openAnchorFile({
      file: settings.anchor.file,
      chain,
      audit,
      settings: securitySettings,
      kiosk,
      clock,
      onLost: () =>
        log.event('staffNeeded', { helpNumber: noHelpNumber, reason: 'auditRolledBack' }),
      onChange: tell('the file of the audit’s anchors'),
    })
  void anchors?.note('started')

  const endHourly = every(clock, hourMs, () => {
    forwarding?.anchor()
    void anchors?.note('hourly')
  })

  let stopped: Promise<void> | undefined
  async function stop(why: 'stopped' | 'forgotten') {
    endHourly()
    await Promise.all([forwarding?.stop(), anchors?.note(why)])
  }
  return {
    fault: () => anchors?.fault(),
    stop: (why) => (stopped ??= stop(why)),
  }
}
