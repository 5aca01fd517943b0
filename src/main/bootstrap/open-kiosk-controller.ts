import { withAuditLog } from '../vault/audit/audit-log.ts'
import { keepAuditOutside } from '../vault/audit/audit-outside.ts'
import type { VaultError } from '../vault/errors.ts'
import type { Vault } from '../vault/vault.ts'
import { keepRetention } from '../vault/audit/retention.ts'
import { reportVaultFaults } from '../vault/vault-fault-reporter.ts'
import type { Parts } from './compose.ts'
import { prepareKioskController } from './kiosk-controller.ts'
import { systemClock } from '../base/clock.ts'
import { auditStaffActs } from '../staff/session/audited-acts.ts'
import { createCredentialsService } from '../staff/services/credentials-service.ts'
import { createFormOriginsService, formsUnderTest } from '../staff/services/form-origins-service.ts'
import { createStaffAuditService } from '../staff/services/audit-service.ts'
import { openStaffPin } from '../staff/pin/pin.ts'
import { createSettingsService } from '../staff/services/settings-service.ts'

/**
 * Makes the front of the kiosk out of an open vault. `onFault`: the vault can no longer be used, and so no one
 * be served.
 */
export async function openKioskController(
  { settings, staffPin, openSettingsFile, ...parts }: Parts,
  opened: Vault,
  onFault: (error: VaultError) => void,
): Promise<ReturnType<typeof prepareKioskController>> {
  const vault = reportVaultFaults(opened, onFault)
  const { audit } = vault
  const log = withAuditLog(parts.log, audit, { markOf: (text) => vault.markOf(text) })
  const pin = openStaffPin({ settings: vault.securitySettings, time: vault.time })
  const given = staffPin.take()
  if (given !== undefined)
    await pin.provision(given, () => audit.append('staffPinChosen', { by: 'provisioning' }))
  const store = await settings.openStore(openSettingsFile && (await openSettingsFile()))
  const current = () => {
    const now = settings.effective()
    // What staff's file has become is told where they change it; until then the last that was right holds.
    if (now.ok) newest = now.value.settings
    return newest
  }
  let newest = parts.atStart
  const outside = keepAuditOutside({
    vault,
    settings: parts.atStart.audit,
    kiosk: parts.atStart.kiosk.name,
    version: parts.version,
    log,
    clock: systemClock,
  })
  const endRetention = keepRetention({ vault, audit: () => current().audit, clock: systemClock })
  const { credentials, testConnection } = createCredentialsService({
    vault,
    service: () => current().service,
    forms: () => formsUnderTest(current(), (refusal) => audit.append('formOriginTested', refusal)),
    log,
  })
  return prepareKioskController({
    settings: current,
    shell: parts.shell,
    vault: {
      ...vault,
      async forget() {
        await outside.stop('forgotten')
        await vault.forget()
      },
    },
    log,
    version: parts.version,
    session: {
      pin,
      auditService: createStaffAuditService(vault, Date.now, () => outside.fault()),
      credentials,
      testConnection,
      settings: createSettingsService(settings, store),
      formOrigins: createFormOriginsService(audit, settings, store),
      audit: auditStaffActs(audit),
    },
    forgetSettings: () => store.forget(),
    leave: parts.leave,
    async end() {
      endRetention()
      await outside.stop('stopped')
    },
  })
}
