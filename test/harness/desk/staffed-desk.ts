import type { MemberRole } from '../../../src/shared/desk/members.ts'
import type { Result } from '../../../src/shared/result.ts'
import { openKioskSignIn } from '../../../src/main/desk/kiosks/member-door.ts'
import { createMemberSession } from '../../../src/main/desk/members/member-session.ts'
import { createMembers } from '../../../src/main/desk/members/members.ts'
import type { AuditFields } from '../../../src/main/vault/audit/audit.ts'
import type { AuditKind } from '../../../src/main/vault/audit/audit-kinds.ts'
import { openMemberRows, openSecuritySettings } from '../../../src/main/vault/store/rows.ts'
import { createAttempts } from '../../../src/main/kiosk/visit/limits/attempts.ts'
import { simulatedWallClock } from '../bus/wall-clock.ts'
import { openMemoryTables } from '../vault/memory-rows.ts'
import { memoryStore } from '../visit/memory-attempts.ts'

/** Cheap, so that many tries cost little. */
export const cheapHash = { N: 2 ** 4, r: 8, p: 1 }

export const minute = 60_000
export const lockAfterMs = 5 * minute
export const administratorSecret = 'a lamp by the river'

/** The value of what must have worked. */
export function valueOf<T>(result: Result<T, { readonly kind: string }>): T {
  if (!result.ok) throw new Error(`it failed: ${result.error.kind}`)
  return result.value
}

/** Rows of a desk, in memory: parts that are made again upon them are a restart. */
export function deskInMemory() {
  const connection = openMemoryTables()
  const rows = openMemberRows(connection)
  const securitySettings = openSecuritySettings(connection)
  const clock = simulatedWallClock()
  const entries: { readonly kind: AuditKind; readonly fields: AuditFields }[] = []
  const audit = {
    append: (kind: AuditKind, fields: AuditFields = {}) => void entries.push({ kind, fields }),
  }
  const start = () => {
    const vault = {
      members: rows,
      time: { now: () => clock.now(), save: () => undefined },
      securitySettings,
    }
    const members = createMembers({ vault, audit, clock, cost: cheapHash })
    const session = createMemberSession({ members, audit, clock, lockAfterMs: () => lockAfterMs })
    return { members, session }
  }
  const audited = (kind: AuditKind) =>
    entries.filter((entry) => entry.kind === kind).map(({ fields }) => fields)
  const attempts = createAttempts(memoryStore(clock))
  const reopenSignIn = () => openKioskSignIn(securitySettings)
  const signIn = reopenSignIn()
  return { rows, clock, audit, attempts, signIn, reopenSignIn, entries, audited, start, ...start() }
}

export async function deskWithAna() {
  const desk = deskInMemory()
  const ana = valueOf(await desk.members.setUp({ name: 'Ana Reyes', secret: administratorSecret }))

  async function join(name: string, roles: readonly MemberRole[], secret: string) {
    const { member, temporary } = valueOf(
      await desk.members.create(ana.id, { name, roles: [...roles] }),
    )
    valueOf(
      await desk.members.changeSecret(member.id, {
        old: temporary,
        next: secret,
        isWanted: () => true,
      }),
    )
    return member.id
  }
  return { ...desk, ana: ana.id, join }
}
