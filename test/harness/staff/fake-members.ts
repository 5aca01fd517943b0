import type { ActingMember } from '../../../src/main/staff/audited-acts.ts'
import type { MembersService } from '../../../src/main/staff/ports.ts'
import type { MemberRole } from '../../../src/shared/desk/members.ts'
import type { PanelMember, SignInAnswer } from '../../../src/shared/staff-members.ts'

/** What every member of a test signs in with. */
export const memberSecret = 'canary-passphrase'

/** The desk with its members, as the kiosk of a test sees it; a test may set all of it. */
export interface FakeMembers {
  desk: ReturnType<MembersService['desk']>
  list: readonly PanelMember[]
  /** What the desk says whatever was typed; null: it does not answer; undefined: what is right. */
  says: SignInAnswer | null | undefined
  /** The desk is silent when it is asked for names. */
  isSilent: boolean
  /** Until then nothing is answered. */
  answering: Promise<void>
}

export const memberId = (number: number) => `00000000-0000-4000-8000-00000000000${number}`

/** A desk whose only member has these roles. */
export function someMembers(...roles: MemberRole[]): FakeMembers {
  return {
    ...{ desk: 'there', says: undefined, isSilent: false, answering: Promise.resolve() },
    list: [{ id: memberId(1), name: 'Ana Ruiz', roles }],
  }
}

/** The members as a staff session asks for them. */
export function fakeMembers(
  state: FakeMembers,
  acting: Pick<ActingMember, 'as'>,
  act: (what: string) => void,
): MembersService {
  async function judge(id: string, secret: string): Promise<SignInAnswer | undefined> {
    await state.answering
    if (state.says !== undefined) return state.says ?? undefined
    const member = state.list.find((one) => one.id === id)
    if (!member) return { kind: 'gone' }
    return secret === memberSecret ? { kind: 'in', member } : { kind: 'wrong', waitMs: 0 }
  }
  return {
    desk: () => state.desk,
    async names() {
      act('ask names')
      await state.answering
      return state.isSilent ? undefined : state.list.map(({ id, name }) => ({ id, name }))
    },
    async still(id) {
      await state.answering
      if (state.isSilent) return undefined
      const member = state.list.find((one) => one.id === id)
      return member ? { kind: 'in', member } : { kind: 'gone' }
    },
    signIn(id, secret) {
      act('ask sign-in')
      return judge(id, secret)
    },
    confirm(id, secret, what) {
      act(`ask confirm ${what}`)
      return judge(id, secret)
    },
    as: (id, run) => acting.as(id, run),
  }
}
