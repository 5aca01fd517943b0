import { auditedLog } from './vault/audited.ts'
import type { VaultError } from './vault/errors.ts'
import type { Vault } from './vault/vault.ts'
import { keepRetention } from './vault/retention.ts'
import { watchVault } from './vault/watched.ts'
import type { Parts } from './compose.ts'
import { prepareFront } from './front.ts'
import { systemClock } from './service/clock.ts'
import { auditedActs } from './staff/audited-acts.ts'
import { createStaffCredentials } from './staff/credentials-desk.ts'
import { createStaffLedger } from './staff/ledger.ts'
import { openStaffPin } from './staff/pin.ts'
import { createStaffSettings } from './staff/settings-desk.ts'

/**
 * Makes the front of the kiosk out of an open vault. `onFault`: the vault can no longer be used, and so no one
 * be served.
 */
export async function openFront(
  { settings, staffPin, openSettingsFile, ...parts }: Parts,
  opened: Vault,
  onFault: (error: VaultError) => void,
): Promise<ReturnType<typeof prepareFront>> {
  const vault = watchVault(opened, onFault)
  const { audit } = vault
  const log = auditedLog(parts.log, audit, { markOf: (text) => vault.markOf(text) })
  const pin = openStaffPin({ settings: vault.securitySettings, time: vault.time })
  if (staffPin !== undefined)
    await pin.provision(staffPin, () => audit.append('staffPinChosen', { by: 'provisioning' }))
  const store = await settings.openStore(openSettingsFile && (await openSettingsFile()))
  const current = () => {
    const now = settings.effective()
    // What staff's file has become is told where they change it; until then the last that was right holds.
    if (now.ok) newest = now.value.settings
    return newest
  }
  let newest = parts.atStart
  const { credentials, testConnection } = createStaffCredentials({
    vault,
    service: () => current().service,
    log,
  })
  return prepareFront({
    settings: current,
    shell: parts.shell,
    vault,
    log,
    version: parts.version,
    desk: {
      pin,
      ledger: createStaffLedger(vault),
      credentials,
      testConnection,
      settings: createStaffSettings(settings, store),
      audit: auditedActs(audit),
    },
    forgetSettings: () => store.forget(),
    leave: parts.leave,
    end: keepRetention({ vault, keepDays: () => current().audit.keepDays, clock: systemClock }),
  })
}
