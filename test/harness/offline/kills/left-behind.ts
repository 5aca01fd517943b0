import { createCaptureStore } from '../../../../src/main/offline/capture/capture-store.ts'
import type { Intake } from '../../../../src/main/offline/intake.ts'
import { createOutboxStore } from '../../../../src/main/offline/outbox/outbox-store.ts'
import type { OutboxRow } from '../../../../src/main/offline/outbox/row.ts'
import { passphraseSealer } from '../../../../src/main/vault/keys/passphrase.ts'
import { readVault } from '../../../../src/main/vault/keys/unlock.ts'
import { openCaptures } from '../../../../src/main/vault/store/captures.ts'
import { openOutboxRows } from '../../../../src/main/vault/store/outbox-rows.ts'

/** What lies in a kiosk's vault. */
export interface LeftBehind {
  readonly rows: readonly OutboxRow[]
  /** Intakes that their patients finished. */
  readonly finished: readonly Intake[]
  readonly unfinished: number
}

/** Reads it beside the kiosk. Throws where it cannot be read. */
export async function readLeftBehind(
  environment: Readonly<Record<string, string>>,
): Promise<LeftBehind> {
  const sealers = [passphraseSealer(environment['FOYER_VAULT_PASSPHRASE'] ?? '')]
  const vault = await readVault(environment['FOYER_DATA_DIR'] ?? '', sealers)
  if (!vault.ok) throw new Error(`the vault cannot be read: ${vault.error.kind}`)
  const { connection } = vault.value
  try {
    const captures = openCaptures(connection)
    const store = createCaptureStore(captures, () => 0)
    return {
      rows: createOutboxStore(openOutboxRows(connection)).rows(),
      finished: [...captures.ids('waiting'), ...captures.ids('settled')].map((id) => {
        const intake = store.read(id)
        if (!intake.ok) throw new Error(`an intake cannot be read: ${intake.error.kind}`)
        return intake.value
      }),
      unfinished: captures.ids('unfinished').length,
    }
  } finally {
    connection.close()
  }
}
