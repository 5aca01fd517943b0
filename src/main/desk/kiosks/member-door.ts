import type { StationId } from '../../../shared/bus/messages.ts'
import type { Member } from '../../../shared/desk/members.ts'
import type { PanelMember, SignInAnswer } from '../../../shared/staff-members.ts'
import type { Attempts } from '../../kiosk/visit/limits/attempts.ts'
import type { Audit } from '../../vault/audit/audit.ts'
import type { SecuritySettings } from '../../vault/store/rows.ts'
import type { Members } from '../members/members.ts'
import type { MemberDoor } from '../../stations/member-questions.ts'

const shutKey = 'desk.kiosksWithoutSignIn'

/** Opens the kiosks at which no member may sign in, kept over restarts. */
export function openKioskSignIn(settings: Pick<SecuritySettings, 'read' | 'write'>) {
  const shut = new Set(JSON.parse(settings.read(shutKey) ?? '[]') as readonly StationId[])
  return {
    isShut: (kiosk: StationId) => shut.has(kiosk),
    set(kiosk: StationId, isShut: boolean) {
      if (isShut) shut.add(kiosk)
      else shut.delete(kiosk)
      settings.write(shutKey, JSON.stringify([...shut]))
    },
  }
}
export type KioskSignIn = ReturnType<typeof openKioskSignIn>

// Wrong secrets count at their kiosk, for the member and for all: nobody is kept out of another place.
/** Lets members sign in at this desk's kiosks, even while it is locked. Throws the vault's errors. */
export function openMemberDoor(parts: {
  readonly members: Pick<Members, 'list' | 'find' | 'check'>
  readonly audit: Pick<Audit, 'append'>
  readonly attempts: Pick<Attempts, 'waitMs' | 'count' | 'forget'>
  readonly signIn: Pick<KioskSignIn, 'isShut'>
}): MemberDoor {
  const { members, audit, attempts, signIn } = parts
  const findAble = (kiosk: StationId, id: string) => {
    const member = signIn.isShut(kiosk) ? undefined : members.find(id)
    return member?.isActive && member.secret === 'own' ? member : undefined
  }
  /** Calls `auditIt` before it lets in. */
  async function check(
    kiosk: StationId,
    id: string,
    secret: string,
    auditIt: (member: Member) => void,
  ): Promise<SignInAnswer> {
    if (!findAble(kiosk, id)) return { kind: 'gone' }
    const limits = [
      ['wrongMemberSecret', kiosk],
      ['wrongSecretOfOne', `${kiosk} ${id}`],
    ] as const
    const waitMs = () =>
      Math.ceil(Math.max(...limits.map(([kind, of]) => attempts.waitMs(kind, of))))
    const before = waitMs()
    if (before > 0) return { kind: 'wait', waitMs: before }
    // Before it is looked at: several at once are no more than several in a row.
    const counted = limits.map(([kind, of]) => attempts.count(kind, of))
    const checked = await members.check(id, secret, { kiosk })
    if (!checked.ok && checked.error.kind === 'wrongSecret')
      return { kind: 'wrong', waitMs: waitMs() }
    for (const takeBack of counted) takeBack()
    if (!checked.ok) return { kind: 'gone' }
    attempts.forget(...limits[1])
    const member = findAble(kiosk, id)
    // Changed while the secret was looked at.
    if (!member || member !== checked.value) return { kind: 'gone' }
    auditIt(member)
    return { kind: 'in', member: shown(member) }
  }
  const shown = ({ id, name, roles }: Member): PanelMember => ({ id, name, roles: [...roles] })
  return {
    still(kiosk, id) {
      const member = findAble(kiosk, id)
      return member ? { kind: 'in', member: shown(member) } : { kind: 'gone' }
    },
    names: (kiosk) =>
      members.list().flatMap(({ id, name }) => (findAble(kiosk, id) ? [{ id, name }] : [])),
    signIn: (kiosk, id, secret) =>
      check(kiosk, id, secret, ({ name }) =>
        audit.append('memberSignedIn', { member: id, name, kiosk }),
      ),
    confirm: (kiosk, id, secret, what) =>
      check(kiosk, id, secret, () => audit.append('memberConfirmed', { member: id, kiosk, what })),
  }
}
