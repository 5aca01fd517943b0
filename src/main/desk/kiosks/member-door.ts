import type { MemberDoor } from '../../bus/members/answer-members.ts'
import type { Member } from '../../../shared/desk/members.ts'
import type { PanelMember } from '../../../shared/staff-members.ts'
import type { Audit } from '../../vault/audit/audit.ts'
import type { Members } from '../members/members.ts'

/**
 * Lets members of staff of this desk come in at its kiosks: those who are active and chose what they sign in with. Whether
 * the desk itself is locked does not matter. Throws what the vault throws.
 */
export function openMemberDoor({
  members,
  audit,
}: {
  readonly members: Pick<Members, 'list' | 'find' | 'check'>
  readonly audit: Pick<Audit, 'append'>
}): MemberDoor {
  const findAble = (id: string) => {
    const member = members.find(id)
    return member?.isActive && member.secret === 'own' ? member : undefined
  }
  const shown = ({ id, name, roles }: Member): PanelMember => ({ id, name, roles: [...roles] })
  return {
    present(id) {
      const member = findAble(id)
      return member && shown(member)
    },
    names: () =>
      members
        .list()
        .filter(({ id }) => findAble(id))
        .map(({ id, name }) => ({ id, name })),
    async signIn(kiosk, id, secret) {
      if (!findAble(id)) return { kind: 'gone' }
      const checked = await members.check(id, secret, { kiosk })
      if (!checked.ok) {
        const { error } = checked
        if (error.kind === 'wrong' || error.kind === 'wait')
          return { kind: error.kind, waitMs: error.waitMs }
        return { kind: 'gone' }
      }
      const member = findAble(id)
      // Changed while the secret was looked at.
      if (!member || member !== checked.value) return { kind: 'gone' }
      audit.append('memberSignedIn', { member: id, name: member.name, kiosk })
      return { kind: 'in', member: shown(member) }
    },
  }
}
