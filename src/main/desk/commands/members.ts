import type { DeskRefusal } from '../../../shared/desk/messages.ts'
import type { MemberDraft, MemberPatch } from '../../../shared/desk/members.ts'
import { err, ok, type Result } from '../../../shared/result.ts'
import { memberRefusal } from '../member-refusals.ts'
import type { Members, WithTemporary } from '../members/members.ts'

/** Who is told what somebody signs in with the first time. */
type Told = Promise<Result<{ readonly name: string; readonly temporary: string }, DeskRefusal>>

type Made = Awaited<ReturnType<Members['create']>>

const told = (made: Made): Awaited<Told> => (made.ok ? ok(shown(made.value)) : refused(made))
const shown = ({ member, temporary }: WithTemporary) => ({ name: member.name, temporary })
const refused = ({ error }: Extract<Made, { ok: false }>) => err(memberRefusal(error))

/** The commands that concern members of staff. `by`: who asks; the members look once more whether they may. */
export function memberCommands(members: Members, by: string) {
  return {
    create: async (draft: MemberDraft): Told => told(await members.create(by, draft)),
    reset: async (id: string): Told => told(await members.reset(by, id)),
    async change(id: string, patch: MemberPatch): Promise<Result<null, DeskRefusal>> {
      const changed = await members.change(by, id, patch)
      return changed.ok ? ok(null) : err(memberRefusal(changed.error))
    },
    seeEmergency(id: string): Promise<Result<null, DeskRefusal>> {
      const seen = members.emergencies.see(by, id)
      return Promise.resolve(seen.ok ? ok(null) : err(memberRefusal(seen.error)))
    },
  }
}
