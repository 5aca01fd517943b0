import { systemClock } from '../../base/clock.ts'
import { closeAll } from '../../base/close-all.ts'
import { controlPath, openControlServer } from '../../hub/control.ts'
import type { KioskLog } from '../../log/log.ts'
import type { LoadedSettings } from '../../settings/load.ts'
import { err, ok, type Result } from '../../../shared/result.ts'
import { keepAudit } from '../../vault/audit/audit-copies.ts'
import { withAuditLog } from '../../vault/audit/audit-log.ts'
import type { Vault } from '../../vault/vault.ts'
import { openClinicHub } from './clinic-hub.ts'
import { openHubWebhooks } from './hub-webhooks.ts'

/** A running hub. */
export interface Hub {
  /** Port on which webhook deliveries are received; null if they are not. */
  readonly webhookPort: number | null
  /** Stops in order; unsent messages stay in the vault. */
  stop(): Promise<void>
}

/**
 * Opens a hub: broker, bus, view of the kiosks, receiver of deliveries, control socket. The error is an administrator's
 * text; nothing is left open.
 */
export async function openHub(parts: {
  readonly settings: LoadedSettings
  /** Reports its faults. The hub closes it. */
  readonly vault: Vault
  readonly log: KioskLog
  readonly version: string
}): Promise<Result<Hub, string>> {
  const { vault, version } = parts
  const { settings } = parts.settings.snapshot
  const log = withAuditLog(parts.log, vault.audit, { markOf: (text) => vault.markOf(text) })
  const ends: (() => unknown)[] = [() => vault.close()]
  const stop = () => closeAll(ends.toReversed())
  const fail = async (reason: string) => {
    await stop()
    return err(reason)
  }
  const upkeep = keepAudit({ vault, version, log, settings: () => settings, clock: systemClock })
  ends.push(() => upkeep.stop('stopped'))

  const hub = await openClinicHub({ vault, settings, version, log, kind: 'hub' })
  if (!hub.ok) return fail(hub.error)
  ends.push(() => hub.value.close())
  const { bus, desk, pairing } = hub.value

  const webhooks = await openHubWebhooks({
    settings: settings.hub.webhooks,
    vault,
    bus,
    log,
  })
  if (!webhooks.ok) return fail(webhooks.error)
  ends.push(() => webhooks.value?.close())
  const path = controlPath(parts.settings.folder, process.platform)
  const control = await openControlServer({ path, desk, pairing, timers: systemClock })
  if (!control.ok) return fail(`cannot listen on ${path} (${control.error})`)
  ends.push(() => control.value.close())
  log.app('the hub is open')
  return ok({ webhookPort: webhooks.value?.port ?? null, stop })
}
