import { hostname } from 'node:os'
import { z } from 'zod'
import type { WallClock } from '../../base/clock.ts'
import { every } from '../../base/timers.ts'
import type { KioskLog } from '../../log/log.ts'
import type { Settings } from '../../settings/schema.ts'
import type { Vault } from '../vault.ts'
import { openAnchorFile } from './audit-anchors.ts'
import { forwardedThrough, startForwarding } from './audit-forward.ts'

type Retaining = Pick<Vault, 'audit' | 'time' | 'securitySettings'>

const dayMs = 24 * 60 * 60_000

const dateKey = 'audit.retentionDate'
const keptDate = z.strictObject({
  /** ms since 1970. */
  wall: z.number(),
  /** The same moment in ms of the kiosk's measured time. */
  measured: z.number(),
})

/** Days by which the date may advance for each day that Foyer runs: with two and a half hours a day it keeps up. */
const mostHaste = 10

/** Computes the date for shortening the audit: a clock set ahead advances it no faster than Foyer runs. */
function retentionDate({ time, securitySettings }: Retaining, wallTime: number): number {
  const measured = time.now()
  const text = securitySettings.read(dateKey)
  const before =
    text === undefined ? { wall: wallTime, measured } : keptDate.parse(JSON.parse(text))
  const ran = Math.max(0, measured - before.measured)
  const wall = Math.max(before.wall, Math.min(wallTime, before.wall + mostHaste * ran))
  securitySettings.write(dateKey, JSON.stringify({ wall, measured }))
  return Math.min(wall, wallTime)
}

/** Deletes entries older than `keepDays`, even unforwarded: the clinic's period holds. `wallTime`: ms since 1970. */
export function retainAudit(
  vault: Retaining,
  { keepDays, forward }: Pick<Settings['audit'], 'keepDays'> & Partial<Settings['audit']>,
  wallTime = Date.now(),
): void {
  const oldest = retentionDate(vault, wallTime) - keepDays * dayMs
  const host = forward?.host ?? null
  if (!forward || host === null) vault.audit.retain(oldest)
  else vault.audit.retain(oldest, forwardedThrough(vault.securitySettings, { ...forward, host }))
}

const hourMs = 60 * 60_000

const noHelpNumber = '—'

/** Forwards the audit and anchors its chain by the settings of the start; shortens it daily by the current ones. */
export function keepAudit(parts: {
  readonly vault: Retaining & Pick<Vault, 'chain'>
  readonly settings: () => Pick<Settings, 'audit'> & {
    readonly kiosk: Pick<Settings['kiosk'], 'name'>
  }
  readonly version: string
  readonly log: KioskLog
  readonly clock: WallClock
}) {
  const { vault, version, log, clock } = parts
  const { audit: settings, kiosk } = parts.settings()
  const { audit, chain, securitySettings } = vault
  const tell = (what: string) => (fault: string | undefined) =>
    log.app(fault === undefined ? `${what} works again` : `${what} fails`, {
      ...(fault !== undefined && { reason: fault }),
    })

  const { host } = settings.forward
  const forwarding =
    host === null
      ? undefined
      : startForwarding({
          chain,
          settings: securitySettings,
          target: { ...settings.forward, host },
          sender: { hostname: hostname(), kiosk: kiosk.name, version },
          clock,
          onChange: tell('forwarding the audit'),
        })

  const { file } = settings.anchor
  const anchors =
    file === null
      ? undefined
      : openAnchorFile({
          file,
          chain,
          audit,
          settings: securitySettings,
          kiosk: kiosk.name,
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

  const endDaily = every(clock, dayMs, () => {
    try {
      retainAudit(vault, parts.settings().audit, clock.wallTime())
    } catch {
      // The vault reports its faults itself, and the next day tries again.
    }
  })

  let stopped: Promise<void> | undefined
  async function stop(why: 'stopped' | 'forgotten') {
    endHourly()
    endDaily()
    await Promise.all([forwarding?.stop(), anchors?.note(why)])
  }
  return {
    /** Says how the anchors contradict the vault; undefined where they agree. */
    fault: () => anchors?.fault(),
    /** Sends the rest and writes a last anchor, within a few seconds; idle afterwards. */
    stop: (why: 'stopped' | 'forgotten') => (stopped ??= stop(why)),
  }
}
