import { z } from 'zod'
import { member, type Member, type MemberRole } from '../../../shared/desk/members.ts'
import { memberNameMost, memberRoles } from '../../../shared/desk/limits.ts'
import { secretHash } from '../../base/secret-hash.ts'
import { wrongTries } from '../../base/wrong-tries.ts'
import type { MemberRows } from '../../vault/store/rows.ts'

/** Reads the members of a vault. `onWrite` is called after each one that was written. */
export function openMemberStore(rows: Pick<MemberRows, 'all' | 'write'>, onWrite: () => void) {
  const members = new Map<string, { readonly row: MemberRow; readonly shown: Member }>()
  const hold = (row: MemberRow) => members.set(row.id, { row, shown: shownOf(row) })
  for (const text of rows.all()) hold(memberRow.parse(JSON.parse(text)))
  const list = (): readonly Member[] => [...members.values()].map(({ shown }) => shown)
  return {
    /** In the order in which they were made. */
    list,
    /** The same object until the member is changed. */
    find: (id: string) => members.get(id)?.shown,
    row: (id: string) => members.get(id)?.row,
    /** On the disk when it returns. */
    write(row: MemberRow) {
      rows.write(row.id, JSON.stringify(row))
      hold(row)
      onWrite()
    },
    isNameTaken: (name: string, except?: string) =>
      list().some((one) => one.id !== except && one.isActive && isSameName(one.name, name)),
    /** Returns true if another member could manage members. */
    hasOtherAdministrator: (id: string) =>
      list().some((one) => one.id !== id && isAdministrator(one)),
  }
}

export type MemberStore = ReturnType<typeof openMemberStore>

/** A member as the vault keeps them. */
const memberRow = z.strictObject({
  ...member.shape,
  /** Hash and wrong tries of the secret; null if it was taken away. */
  secret: z
    .strictObject({ isTemporary: z.boolean(), ...secretHash.shape, ...wrongTries.shape })
    .nullable(),
  /** Keys that are pressed alone do nothing for them. */
  singleKeysOff: z.literal(true).optional(),
})
export type MemberRow = z.infer<typeof memberRow>

/** Returns the member without anything secret. */
export function shownOf({ id, name, roles, isActive, since, secret }: MemberRow): Member {
  const kind = secret === null ? 'none' : secret.isTemporary ? 'temporary' : 'own'
  return { id, name, roles: [...roles], isActive, secret: kind, since }
}

/** Reads a typed name as it is kept: one space between words; undefined if it is no name. */
export function readName(typed: string): string | undefined {
  const name = typed.normalize('NFC').trim().replace(/\s+/g, ' ')
  const isName =
    name.length <= memberNameMost && /\p{L}/u.test(name) && !/[\p{C}\p{Zl}\p{Zp}]/u.test(name)
  return isName ? name : undefined
}

/** True if people would confuse the two names. */
function isSameName(one: string, other: string): boolean {
  const compare = new Intl.Collator('en', { sensitivity: 'base' }).compare
  return compare(one, other) === 0
}

/** Each role once, in the order in which roles are named. */
export function readRoles(roles: readonly MemberRole[]): MemberRole[] {
  return memberRoles.filter((role) => roles.includes(role))
}

/** True if the member can manage members now: not before they chose their own secret. */
export function isAdministrator({ isActive, roles, secret }: Member): boolean {
  return isActive && secret === 'own' && roles.includes('administrator')
}
