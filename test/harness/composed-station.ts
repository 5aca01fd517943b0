import { onTestFinished } from 'vitest'
import { prepareKioskVault } from '../../src/main/app/kiosk-vault.ts'
import { openStationLog, startStation } from '../../src/main/app/run-station.ts'
import { readStartupConfiguration } from '../../src/main/app/start-up.ts'
import type { PlatformAdapter } from '../../src/main/app/station.ts'
import type { Settings } from '../../src/main/settings/schema.ts'
import { closeAll } from '../../src/main/base/close-all.ts'
import type { AuditKind } from '../../src/main/vault/audit/audit-kinds.ts'
import type { VaultError } from '../../src/main/vault/errors.ts'
import type { Vault } from '../../src/main/vault/vault.ts'
import { err } from '../../src/shared/result.ts'
import { cheapHash } from './desk/staffed-desk.ts'
import { plainSealer } from './vault/scratch.ts'

export interface TestStart {
  /** May put itself before the vault. */
  readonly change?: ((vault: Vault) => Vault) | undefined
  /** The vault's key is sealed at no cost unless it is to be by a passphrase. */
  readonly byPassphrase?: boolean
  /** Fault that keeps the vault from being opened now. */
  readonly fault?: () => VaultError | undefined
}

const noWindow = () => Promise.reject(new Error('there is no window'))

/** Reads what a start reads; the test runner's own options are not those of a start. */
export function configurationOf(root: string, environment: NodeJS.ProcessEnv) {
  const read = readStartupConfiguration(root, environment, { execArgv: [], args: [] })
  if (!read.ok) throw new Error(read.error)
  return read.value
}

/** Starts a station as its start does, on windows of the test; it ends with the test at the latest. */
export async function startTestStation(
  kind: Settings['station'],
  root: string,
  environment: NodeJS.ProcessEnv,
  windows: Partial<Pick<PlatformAdapter, 'openShell' | 'openDeskShell'>> = {},
  { change = (vault) => vault, byPassphrase = false, fault }: TestStart = {},
) {
  const configuration = configurationOf(root, environment)
  const place = { ...configuration, ...(!byPassphrase && { sealers: [plainSealer()] }) }
  const open = prepareKioskVault(place)
  const lines: string[] = []
  const left: string[] = []
  const write = (line: string) => void lines.push(line)
  const { log, endTelemetry } = await openStationLog(configuration, kind, { write })
  let vault: Vault | undefined
  let hasRestarted = false
  const station = startStation(kind, {
    configuration,
    platform: { openShell: noWindow, openDeskShell: noWindow, ...windows },
    log,
    async openVault() {
      const error = fault?.()
      const opened = error ? err(error) : await open()
      if (!opened.ok) return opened
      vault = change(opened.value)
      return { ok: true, value: vault }
    },
    leave: (how) => void left.push(how),
    restart: () => (hasRestarted = true),
    secretCost: cheapHash,
  })
  const stop = () => closeAll([() => station.close(), endTelemetry])
  onTestFinished(() => stop().catch(() => undefined))
  await station.opened
  return {
    stop,
    /** Its vault, as the test changed it; undefined where it could not be opened. */
    vault: () => vault,
    entries: (...kinds: AuditKind[]) =>
      (vault?.audit.recent(kinds, { since: 0, limit: 10_000 }) ?? []).toReversed(),
    lines,
    /** Reasons for which it was asked to end, each time. */
    left,
    restarted: () => hasRestarted,
  }
}
