import type { memberOperations } from '../../../shared/desk/operations/members.ts'
import { ok } from '../../../shared/result.ts'
import { memberCommands } from '../commands/members.ts'
import type { Members } from '../members/members.ts'
import { onNothing, type PlaceWork, type ReachedOperations } from '../place-work.ts'

/** The members of staff, as `memberId` may see and change them. */
export function membersPlace(
  members: Members,
  memberId: string,
): PlaceWork<typeof memberOperations> {
  const managing = memberCommands(members, memberId)
  return {
    queries: {
      members: () => onNothing(() => Promise.resolve(ok([...members.list()]))),
      emergencies: () => onNothing(() => Promise.resolve(ok([...members.emergencies.unseen()]))),
    },
    commands: {
      createMember: (draft) => onNothing(() => managing.create(draft)),
      changeMember: ({ memberId: id, patch }) => ({
        records: { memberId: id },
        run: () => managing.change(id, patch),
      }),
      resetMember: ({ memberId: id }) => ({
        records: { memberId: id },
        run: () => managing.reset(id),
      }),
      seeEmergency: ({ emergency }) => onNothing(() => managing.seeEmergency(emergency)),
    },
  }
}

/** They stay on this machine. */
export const membersReached: ReachedOperations<typeof memberOperations> = {
  members: [],
  emergencies: [],
  createMember: [],
  changeMember: [],
  resetMember: [],
  seeEmergency: [],
}
