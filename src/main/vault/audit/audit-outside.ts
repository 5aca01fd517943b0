import type { KioskLog } from '../../log/log.ts'
import type { WallClock } from '../../base/clock.ts'
import { every } from '../../base/timers.ts'
import type { Settings } from '../../settings/schema.ts'
import { hostname } from 'node:os'
import { openAnchorFile, type AnchorFile } from './audit-anchor-file.ts'
import { startForwarding, type Forwarding } from './audit-forward.ts'
import type { Vault } from '../vault.ts'

const hourMs = 60 * 60_000

/** The help number of a request that no patient made. */
const ofNobody = '—'

/** What copies of the audit outside this machine need. */
export interface AuditOutsideParts {
  readonly vault: Pick<Vault, 'audit' | 'chain' | 'securitySettings'>
  /** Where copies go, as an administrator set it at this start. */
  readonly settings: Settings['audit']
  readonly kiosk: string
  readonly version: string
  /** Audits what an auditor asks about before it is written. */
  readonly log: KioskLog
  readonly clock: WallClock
}

/** The copies of the audit, and of where its chain ends, outside this machine. */
export interface AuditOutside {
  /** What the copies say against the vault, in words; undefined where nothing is. */
  fault(): string | undefined
  /** Sends and notes down the last; nothing happens afterwards. A few seconds at most. */
  stop(why: 'stopped' | 'forgotten'): Promise<void>
}

/**
 * Forwards the audit and notes down where its chain ends, at the start, hourly, and at the end, as far as the settings
 * ask for it. All of it goes on beside the visits: nothing waits for a collector or a share.
 */
export function keepAuditOutside(parts: AuditOutsideParts): AuditOutside {
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
      onLost: () => log.event('staffNeeded', { helpNumber: ofNobody, reason: 'auditRolledBack' }),
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
