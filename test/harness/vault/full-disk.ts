import type { AuditKind } from '../../../src/main/vault/audit/audit-kinds.ts'
import type { Vault } from '../../../src/main/vault/vault.ts'

/** A vault whose disk can be filled: its audit then takes no entry, or none of that kind. */
export function fillableDisk(kind?: AuditKind) {
  let isFull = false
  return {
    fill: (is = true) => void (isFull = is),
    change: (vault: Vault): Vault => ({
      ...vault,
      audit: {
        ...vault.audit,
        append(...entry) {
          if (isFull && (kind === undefined || kind === entry[0]))
            throw Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' })
          vault.audit.append(...entry)
        },
      },
    }),
  }
}
