import type { MemberDoor } from '../../stations/members/answer-members.ts'
import type { StationId } from '../../../shared/bus/messages.ts'
import type { Member } from '../../../shared/desk/members.ts'
import type { PanelMember, SignInAnswer } from '../../../shared/staff-members.ts'
import type { Attempts } from '../../kiosk/visit/limits/attempts.ts'
import type { Audit } from '../../vault/audit/audit.ts'
import type { Members } from '../members/members.ts'

// A kiosk with many wrong secrets, of any members, has to wait as well: else one person could keep every member out
// everywhere.
/**
 * Lets active members with their own secret sign in at this desk's kiosks, even while the desk is locked. Throws the
 * vault's errors.
 */
export function openMemberDoor({
  members,
  audit,
  attempts,
}: {
  readonly members: Pick<Members, 'list' | 'find' | 'check'>
  readonly audit: Pick<Audit, 'append'>
  readonly attempts: Pick<Attempts, 'waitMs' | 'count'>
}): MemberDoor {
  const findAble = (id: string) => {
    const member = members.find(id)
    return member?.isActive && member.secret === 'own' ? member : undefined
  }
  /** Checks a secret; calls `auditIt` if it is right, before answering. */
  async function check(
    kiosk: StationId,
    id: string,
    secret: string,
    auditIt: (member: Member) => void,
  ): Promise<SignInAnswer> {
    if (!findAble(id)) return { kind: 'gone' }
    const waitMs = Math.ceil(attempts.waitMs('wrongMemberSecret', kiosk))
    if (waitMs > 0) return { kind: 'wait', waitMs }
    // Before it is looked at: several at once are no more than several in a row.
    const takeBack = attempts.count('wrongMemberSecret', kiosk)
    const checked = await members.check(id, secret, { kiosk })
    if (checked.ok || checked.error.kind !== 'wrong') takeBack()
    if (!checked.ok) {
      const { error } = checked
      if (error.kind === 'wrong' || error.kind === 'wait')
        return { kind: error.kind, waitMs: error.waitMs }
      return { kind: 'gone' }
    }
    const member = findAble(id)
    // Changed while the secret was looked at.
    if (!member || member !== checked.value) return { kind: 'gone' }
    auditIt(member)
    return { kind: 'in', member: shown(member) }
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
    signIn: (kiosk, id, secret) =>
      check(kiosk, id, secret, ({ name }) =>
        audit.append('memberSignedIn', { member: id, name, kiosk }),
      ),
    confirm: (kiosk, id, secret, what) =>
      check(kiosk, id, secret, () => audit.append('memberConfirmed', { member: id, kiosk, what })),
  }
}
