import { hashSecret, isHashed, secretHash, type HashCost } from '../../base/secret-hash.ts'
import { noWrongTries } from '../../base/wrong-tries.ts'
import type { Audit } from '../../vault/audit/audit.ts'
import type { SecuritySettings } from '../../vault/store/rows.ts'
import type { MemberStore } from './member-store.ts'

const settingKey = 'desk.givenPin'

/**
 * Gives the active administrator who was made first the PIN that stands in the provisioning of this start
 * (`FOYER_STAFF_PIN`) as a temporary one: the way back for a clinic whose administrators are gone. Only a PIN that is not the one
 * that was given before: what stands there for ever must not come back when it was changed. To be called one after the other.
 */
export async function provisionAdministrator(
  parts: {
    readonly store: MemberStore
    readonly audit: Pick<Audit, 'append'>
    readonly settings: Pick<SecuritySettings, 'read' | 'write'>
    readonly cost?: HashCost | undefined
  },
  pin: string,
): Promise<void> {
  const { store, audit, settings, cost } = parts
  const given = settings.read(settingKey)
  if (given !== undefined && (await isHashed(pin, secretHash.parse(JSON.parse(given))))) return
  const hash = await hashSecret(pin, { cost })
  const first = store.list().find((one) => one.isActive && one.roles.includes('administrator'))
  const row = first && store.row(first.id)
  if (row) {
    audit.append('memberReset', { by: 'provisioning', member: row.id })
    store.write({ ...row, secret: { isTemporary: true, ...hash, ...noWrongTries } })
  }
  settings.write(settingKey, JSON.stringify(hash))
}
