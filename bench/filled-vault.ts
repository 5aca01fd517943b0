import { chown, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { createCaptureStore } from '../src/main/kiosk/offline/capture/capture-store.ts'
import type { Intake } from '../src/main/kiosk/offline/intake.ts'
import { passphraseSealer } from '../src/main/vault/keys/sealers.ts'
import type { Vault } from '../src/main/vault/vault.ts'
import { openOrThrow } from '#harness/vault/scratch.ts'
import type { KioskPlace } from '../test/leak-scan/kiosk-place.ts'

/** Changes the vault of a kiosk that stands still; its files stay those of its user. */
export async function changeVault(
  { environment, dataFolder }: KioskPlace,
  change: (vault: Vault) => void,
): Promise<void> {
  const folder = environment['FOYER_DATA_DIR'] ?? ''
  const sealers = [passphraseSealer(environment['FOYER_VAULT_PASSPHRASE'] ?? '')]
  const { uid, gid } = await stat(dataFolder)
  // A vault is opened by its own user alone.
  await giveTo(folder, process.getuid?.() ?? uid, process.getgid?.() ?? gid)
  const vault = await openOrThrow(folder, { sealers })
  change(vault)
  vault.close()
  await giveTo(folder, uid, gid)
}

/** Lays finished intakes into the vault of a kiosk that stands still. */
export function fillVault(place: KioskPlace, intakes: Iterable<Intake>): Promise<void> {
  return changeVault(place, (vault) => {
    const captures = createCaptureStore(vault.captures, () => Infinity)
    for (const intake of intakes) {
      captures.begin({ ...intake, finishedAt: null })
      captures.finish(intake.id, intake.finishedAt ?? new Date().toISOString())
    }
  })
}

async function giveTo(folder: string, uid: number, gid: number): Promise<void> {
  const files = (await readdir(folder)).map((name) => join(folder, name))
  for (const path of [folder, ...files]) await chown(path, uid, gid)
}
