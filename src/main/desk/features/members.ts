import type { memberOperations } from '../../../shared/desk/member-operations.ts'
import { mapOk, ok } from '../../../shared/result.ts'
import { onNothing, type Handlers, type Reply } from '../feature.ts'
import type { Members } from '../members/members.ts'

/** Serves the members of staff, as `memberId` may see and change them: they check the right once more. */
export function serveMembers(
  members: Members,
  memberId: string,
): Handlers<typeof memberOperations> {
  const onMember = <T>(id: string, run: () => Reply<T>) => ({ records: { memberId: id }, run })
  const shown = (made: Awaited<ReturnType<Members['create']>>) =>
    mapOk(made, ({ member, temporary }) => ({ name: member.name, temporary }))
  return {
    members: () => onNothing(() => ok([...members.list()])),
    emergencies: () => onNothing(() => ok([...members.emergencies.unseen()])),
    createMember: (draft) => onNothing(async () => shown(await members.create(memberId, draft))),
    changeMember: ({ memberId: id, patch }) =>
      onMember(id, async () => mapOk(await members.change(memberId, id, patch), () => null)),
    resetMember: ({ memberId: id }) =>
      onMember(id, async () => shown(await members.reset(memberId, id))),
    seeEmergency: ({ emergency }) => onNothing(() => members.emergencies.see(memberId, emergency)),
  }
}
