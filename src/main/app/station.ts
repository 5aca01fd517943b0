import manifest from '../../../package.json' with { type: 'json' }
import type { WireProfile } from '../../contract/wire-profile.ts'
import type { Result } from '../../shared/result.ts'
import type { Ends } from '../base/close-all.ts'
import { systemClock } from '../base/clock.ts'
import type { HashCost } from '../base/secret-hash.ts'
import type { KioskLog } from '../log/log.ts'
import type { Settings } from '../settings/schema.ts'
import type { OpenConf } from '../settings/store.ts'
import type { DeskShell } from '../windows/desk-port.ts'
import type { Shell } from '../windows/port.ts'
import { keepAudit } from '../vault/audit/audit-copies.ts'
import { withAuditLog } from '../vault/audit/audit-log.ts'
import type { VaultError } from '../vault/errors.ts'
import type { KeySealer } from '../vault/keys/sealers.ts'
import { type Vault, reportVaultFaults } from '../vault/vault.ts'
import type { StartupConfiguration, exitCodes } from './start-up.ts'

export interface PlatformAdapter {
  openShell(): Promise<Shell>
  openDeskShell(): Promise<DeskShell>
  readonly sealers?: readonly KeySealer[]
  readonly loadSettingsFile?: () => Promise<OpenConf>
  exit(code: number): void
  /** Makes Foyer start again once it has exited; where it is not given, only a supervisor does. */
  relaunch?(): void
  onQuit?(leave: () => void): void
  /** Checks if a browser could reach files in the data folder, or this process; returns a message if so. */
  findExposure?(folder: string): Promise<string | undefined>
}

export interface StationStart {
  readonly configuration: StartupConfiguration
  readonly platform: Pick<PlatformAdapter, 'openShell' | 'openDeskShell' | 'loadSettingsFile'>
  readonly log: KioskLog
  readonly openVault: () => Promise<Result<Vault, VaultError>>
  readonly leave: (how: keyof typeof exitCodes) => void
  readonly restart: (() => void) | undefined
  /** Cost of a try of a PIN or a secret; tests make it cheap. */
  readonly secretCost?: HashCost
}

/** A start under way; what it opens is closed by `ends`, and the vault last of all. */
export interface OpeningStation extends StationStart {
  readonly ends: Ends
}

export interface Station {
  readonly settings: () => Settings
  readonly wireProfile: () => WireProfile
  readonly vault: Vault
  /** Audits what an auditor asks about before it is written. */
  readonly log: KioskLog
  readonly version: string
}

/** A fault of a start that an administrator mends, in their words; nothing starts Foyer again meanwhile. */
export class NotConfigured extends Error {}

/** Opens a station on its vault: reports the first fault, audits the log, copies and shortens the audit. */
export function openStation(
  { configuration, log: plainLog, ends }: Pick<OpeningStation, 'configuration' | 'log' | 'ends'>,
  opened: Vault,
  onFault: (error: VaultError) => void,
  { settings, wireProfile } = settingsOfStart(configuration),
) {
  const { version } = manifest
  const vault = reportVaultFaults(opened, onFault)
  const log = withAuditLog(plainLog, vault.audit, { markOf: (text) => vault.markOf(text) })
  const upkeep = keepAudit({ vault, version, log, settings, clock: systemClock })
  ends.add(() => upkeep.stop('stopped'))
  const station: Station = { settings, wireProfile, vault, log, version }
  return { station, upkeep }
}

const settingsOfStart = ({
  loadedSettings: { snapshot, wireProfile },
}: StartupConfiguration): Pick<Station, 'settings' | 'wireProfile'> => ({
  settings: () => snapshot.settings,
  wireProfile: () => wireProfile,
})
