import { join } from 'node:path'
import { systemClock } from '../../src/main/base/clock.ts'
import { openHost } from '../../src/main/app/hub/clinic-hub.ts'
import { prepareKioskVault } from '../../src/main/app/kiosk-vault.ts'
import { singleUse } from '../../src/main/app/secrets.ts'
import type { BusHost } from '../../src/main/stations/pairing/host.ts'
import { pair } from '../../src/main/stations/pairing/pair.ts'
import { createMembers } from '../../src/main/desk/members/members.ts'
import { describeProblems, loadKioskSettings } from '../../src/main/settings/load.ts'
import type { Settings } from '../../src/main/settings/schema.ts'
import { describeVaultError } from '../../src/main/vault/errors.ts'
import type { Vault } from '../../src/main/vault/vault.ts'
import type { FirstAdministrator } from '../../src/shared/desk/members.ts'

/** Kiosk or desk that is started here. */
export interface Station {
  readonly name: string
  /** Holds its vault; nothing else is kept of it. */
  readonly folder: string
  /** Environment that its Foyer is started with. */
  readonly environment: Readonly<Record<string, string>>
}

/**
 * Prepares a new desk: an administrator who works at reception, and paired kiosks. A configured outside broker need not
 * run. Throws a text on failure.
 */
export function prepareDesk(
  desk: Station,
  kiosks: readonly Station[],
  member: FirstAdministrator,
): Promise<void> {
  return withVault(desk, async (vault, settings) => {
    await makeMember(vault, member)
    const opened = await openHost('desk', { vault, settings: () => settings, log: noLog })
    if (!opened.ok) throw new Error(opened.error)
    const host = opened.value
    try {
      for (const kiosk of kiosks) await pairWith(host, kiosk)
    } finally {
      await host.close()
    }
  })
}

const noLog = { app: () => undefined }

async function makeMember(vault: Vault, draft: FirstAdministrator): Promise<void> {
  const members = createMembers({ vault, audit: vault.audit, clock: systemClock })
  const made = await members.setUp(draft)
  const changed =
    made.ok &&
    (await members.change(made.value.id, made.value.id, { roles: ['administrator', 'reception'] }))
  if (!changed || !changed.ok) throw new Error(`the desk takes no member called ${draft.name}`)
}

async function pairWith(desk: BusHost, kiosk: Station): Promise<void> {
  const invited = await desk.invite('kiosk')
  if (!invited.ok) throw new Error(`the desk cannot pair: ${invited.error.kind}`)
  const { host, port, code } = invited.value
  await withVault(kiosk, async (vault, { kiosk: { name } }) => {
    const parts = { rows: vault.pairing, audit: vault.audit, name, clock: systemClock }
    const paired = await pair({ address: `${host}:${port}`, code }, { ...parts, kind: 'kiosk' })
    if (!paired.ok) throw new Error(`${name} cannot be paired: ${paired.error.kind}`)
  })
}

/**
 * Uses a station's vault while its Foyer is stopped. Files written as root become Foyer's user's. Throws a text if it
 * cannot open.
 */
async function withVault<T>(
  { folder, environment }: Station,
  use: (vault: Vault, settings: Settings) => Promise<T>,
): Promise<T> {
  const nowhere = join(folder, 'none')
  const loaded = loadKioskSettings({ configFile: nowhere, policyFile: nowhere, environment })
  if (!loaded.ok) throw new Error(describeProblems(loaded.error))
  const { settings } = loaded.value.snapshot
  const passphrase = singleUse(environment['FOYER_VAULT_PASSPHRASE'])
  const vault = await prepareKioskVault({ loadedSettings: loaded.value, passphrase })()
  if (!vault.ok) throw new Error(describeVaultError(vault.error))
  try {
    return await use(vault.value, settings)
  } finally {
    vault.value.close()
  }
}
