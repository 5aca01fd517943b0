import { assertEvent } from 'xstate'
import type { PanelMember } from '../../../shared/staff-members.ts'
import { pagesOf } from '../../../shared/staff-rights.ts'
import { portsOf } from './member-ports.ts'
import { session } from './session-setup.ts'
import type { StaffSessionContext, StaffSessionEvent } from './session-types.ts'

/** ms between two questions to the desk whether who is in the panel may still be there. */
export const memberLookMs = 10_000

interface Given {
  readonly context: StaffSessionContext
  readonly event: StaffSessionEvent
}

/** Asks in a while; stopped by `endMemberLooks`. */
export const lookAtMemberLater = session.raise(
  { type: 'lookAtMember' },
  { id: 'lookAtMember', delay: memberLookMs },
)
export const endMemberLooks = session.cancel('lookAtMember')

const present = ({ event }: Given): PanelMember | undefined => {
  assertEvent(event, 'member.still')
  return event.answer.kind === 'in' ? event.answer.member : undefined
}

/** Whether the member may no longer open a page that they could open when they came in. */
const losesPages = (given: Given) => {
  const pages = pagesOf(present(given)?.roles ?? [])
  return pagesOf(given.context.member?.roles ?? []).some((page) => !pages.includes(page))
}

const noteMember = session.assign((given) => {
  const member = present(given)
  return member ? { member, ports: portsOf(given.context.own, member) } : {}
})

/** Beside the panel: the desk says that a member was taken away or has other roles, as far as it answers. */
export const watchesMember = session.createStateConfig({
  invoke: {
    id: 'memberWatch',
    src: 'memberWatch',
    input: ({ context: { ports, member } }) => ({ ports, member: member?.id ?? null }),
  },
  on: {
    lookAtMember: { actions: [session.sendTo('memberWatch', { type: 'look' }), lookAtMemberLater] },
    'member.still': [
      {
        guard: losesPages,
        target: '#parting',
        actions: {
          type: 'audit',
          params: { kind: 'staffLeft', fields: { reason: 'memberChanged' } },
        },
      },
      { actions: noteMember },
    ],
  },
})
