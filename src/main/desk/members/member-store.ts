import type { Member } from '../../../shared/desk/members.ts'
import type { MemberRows } from '../../vault/store/rows.ts'
import { isAdministrator, isSameName, memberRow, shownOf, type MemberRow } from './member-row.ts'

/** The members as they stand, kept in step with the vault. */
export interface MemberStore {
  /** In the order in which they were made. */
  list(): readonly Member[]
  /** The same object until the member is changed. */
  find(id: string): Member | undefined
  row(id: string): MemberRow | undefined
  /** On the disk when it returns. */
  write(row: MemberRow): void
  isNameTaken(name: string, except?: string): boolean
  /** Whether somebody could manage members without this one. */
  hasOtherAdministrator(id: string): boolean
}

/** Reads the members of a vault. `onWrite` is called after each one that was written. */
export function openMemberStore(
  rows: Pick<MemberRows, 'all' | 'write'>,
  onWrite: () => void,
): MemberStore {
  const members = new Map<string, { readonly row: MemberRow; readonly shown: Member }>()
  const hold = (row: MemberRow) => members.set(row.id, { row, shown: shownOf(row) })
  for (const text of rows.all()) hold(memberRow.parse(JSON.parse(text)))
  const list = () => [...members.values()].map(({ shown }) => shown)
  return {
    list,
    find: (id) => members.get(id)?.shown,
    row: (id) => members.get(id)?.row,
    write(row) {
      rows.write(row.id, JSON.stringify(row))
      hold(row)
      onWrite()
    },
    isNameTaken: (name, except) =>
      list().some((one) => one.id !== except && one.isActive && isSameName(one.name, name)),
    hasOtherAdministrator: (id) => list().some((one) => one.id !== id && isAdministrator(one)),
  }
}
