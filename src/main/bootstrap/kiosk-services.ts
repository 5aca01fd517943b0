import { withAuditLog } from '../vault/audit/audit-log.ts'
import { keepAuditCopies } from '../vault/audit/audit-copies.ts'
import type { VaultError } from '../vault/errors.ts'
import type { Vault } from '../vault/vault.ts'
import { keepRetention } from '../vault/audit/retention.ts'
import { createRefusedOrigins, type RefusedOrigins } from '../vault/store/refused-origins.ts'
import { reportVaultFaults } from '../vault/vault-fault-reporter.ts'
import { systemClock } from '../base/clock.ts'
import type { KioskLog } from '../log/log.ts'
import {
  createConnectionMonitor,
  type Connection,
} from '../service/connection/connection-monitor.ts'
import { createKioskSettings, type KioskSettings } from '../settings/kiosk-settings.ts'
import { createSettingsStore } from '../settings/store.ts'
import { auditStaffActs } from '../staff/session/audited-acts.ts'
import { createCredentialsService } from '../staff/services/credentials-service.ts'
import { createFormOriginsService, formsUnderTest } from '../staff/services/form-origins-service.ts'
import { createRefusedOriginsService } from '../staff/services/refused-origins-service.ts'
import { createStaffAuditService } from '../staff/services/audit-service.ts'
import { openStaffPin } from '../staff/pin/pin.ts'
import { createSettingsService } from '../staff/services/settings-service.ts'
import type { StaffPorts } from '../staff/ports.ts'
import type { LoadedSettings } from '../settings/loaded-settings.ts'
import type { OpenConf } from '../settings/store.ts'
import type { SingleUse } from './secrets.ts'
import { connectToService, type ServiceConnection } from './service-connection.ts'
import type { ClinicLook } from '../service/clinic.ts'
import { missingWireSecrets, wireSecretsIn } from './wire-secrets.ts'

/** The services for patients and staff, which need an open vault. */
export interface KioskServices {
  readonly vault: Vault
  /** Audits what it logs. */
  readonly log: KioskLog
  readonly settings: KioskSettings
  /** The origins that forms asked for in vain. */
  readonly refusedOrigins: RefusedOrigins
  /** What staff may use besides the kiosk itself. */
  readonly staff: Omit<StaffPorts, 'kiosk'>
  /** Connects to the intake service, with the credentials and settings that hold now. */
  connect(): ServiceConnection
  /** How the kiosk stands to the intake service. */
  connection(): Connection
  /** Stops the background work: audit copies, retention. */
  stop(): Promise<void>
}

/** What the services are made of, besides the vault. */
export interface KioskServicesParts {
  /** The settings as they were read at the start. */
  readonly settings: LoadedSettings
  /** Loads what the shell opens the file of the kiosk's settings with, if it has something of its own. */
  readonly loadSettingsFile?: () => Promise<OpenConf>
  /** Given at provisioning: the staff PIN from now on. */
  readonly staffPin: SingleUse<string>
  readonly log: KioskLog
  readonly version: string
}

/** Where the clinic's look is kept as it is known now. */
export interface ClinicLookHolder {
  look(): ClinicLook
  setLook(look: ClinicLook): void
}

/**
 * Opens all that patients and staff are served with. `onFault`: the vault can no longer be used, and so no one be
 * served.
 */
export async function openKioskServices(
  parts: KioskServicesParts,
  opened: Vault,
  clinic: ClinicLookHolder,
  onFault: (error: VaultError) => void,
): Promise<KioskServices> {
  const vault = reportVaultFaults(opened, onFault)
  const { audit } = vault
  const log = withAuditLog(parts.log, audit, { markOf: (text) => vault.markOf(text) })
  const pin = openStaffPin({ settings: vault.securitySettings, time: vault.time })
  const given = parts.staffPin.take()
  if (given !== undefined)
    await pin.provision(given, () => audit.append('staffPinChosen', { by: 'provisioning' }))
  const store = createSettingsStore(parts.settings.folder, await parts.loadSettingsFile?.())
  const settings = createKioskSettings(parts.settings, store)
  const current = () => settings.current().settings
  const outside = keepAuditCopies({
    vault,
    settings: current().audit,
    kiosk: current().kiosk.name,
    version: parts.version,
    log,
    clock: systemClock,
  })
  const endRetention = keepRetention({ vault, audit: () => current().audit, clock: systemClock })
  const refusedOrigins = createRefusedOrigins(vault.securitySettings)
  const wire = { profile: parts.settings.wireProfile, secrets: wireSecretsIn(vault) }
  for (const name of missingWireSecrets(wire.profile, wire.secrets))
    log.app('wireSecretMissing', { detail: name })
  const { credentials, testConnection } = createCredentialsService({
    vault,
    service: () => current().service,
    wire,
    forms: () => formsUnderTest(current(), (refusal) => audit.append('formOriginTested', refusal)),
    log,
  })
  const monitor = createConnectionMonitor({
    clock: systemClock,
    random: Math.random,
    onChange: ({ from, to, reason }) =>
      log.app('connectionChanged', { outcome: to, detail: `was ${from}`, reason }),
  })
  return {
    vault: {
      ...vault,
      async forget() {
        await outside.stop('forgotten')
        await vault.forget()
      },
    },
    log,
    settings,
    refusedOrigins,
    staff: {
      pin,
      auditService: createStaffAuditService(vault, Date.now, () => outside.fault()),
      credentials,
      testConnection,
      settings: createSettingsService(settings),
      formOrigins: createFormOriginsService(audit, settings),
      refusedOrigins: createRefusedOriginsService(refusedOrigins, settings),
      audit: auditStaffActs(audit),
    },
    connect: () =>
      connectToService({
        settings: current(),
        wireProfile: parts.settings.wireProfile,
        vault,
        log,
        look: clinic.look(),
        onLook: (look) => clinic.setLook(look),
        monitor,
      }),
    connection: () => monitor.current(),
    async stop() {
      endRetention()
      await outside.stop('stopped')
    },
  }
}
