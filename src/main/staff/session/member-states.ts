import { assertEvent, assign } from 'xstate'
import type { PanelMember } from '../../../shared/staff-members.ts'
import { pagesOf } from '../../../shared/staff-rights.ts'
import type { SignInOutcome } from './member-actors.ts'
import { portsOf } from './member-ports.ts'
import { onError, session } from './session-setup.ts'
import type { StaffSessionContext, StaffSessionEvent } from './session-types.ts'

interface Given {
  readonly context: StaffSessionContext
  readonly event: StaffSessionEvent
}

/** Nobody is chosen, and no names are known. */
export const noNames = { names: [], candidate: null, isGone: false } as const
/** Nobody is in, or it is not known who. */
export const nobody = { member: null } as const

/** The member is forgotten, and nothing is done in their name any more. */
export const forgetMember = session.assign(({ context }) => ({ ...nobody, ports: context.own }))
const forgetNames = session.assign(noNames)

/** Whether a desk with members can be asked now. */
const isThere = ({ context }: Pick<Given, 'context'>) => context.ports.members?.desk() === 'there'
/** Whether a desk has a say in who comes in. */
export const hasDesk = ({ context: { ports } }: Pick<Given, 'context'>) =>
  (ports.members?.desk() ?? 'none') !== 'none'

/** Whether a command means who is on the screen. */
const isCandidate = ({ context, event }: Given) => {
  assertEvent(event, 'submitMember')
  return context.candidate?.id === event.member
}
const isListed = ({ context, event }: Given) => {
  assertEvent(event, 'chooseMember')
  return context.names.some(({ id }) => id === event.member)
}
const choose = session.assign(({ context, event }) => {
  assertEvent(event, 'chooseMember')
  const candidate = context.names.find(({ id }) => id === event.member) ?? null
  return { candidate, isGone: false, pinError: null, waitUntil: 0 }
})

const cameIn = (outcome: SignInOutcome): PanelMember | undefined =>
  outcome?.kind === 'in' ? outcome.member : undefined

function become({ own }: StaffSessionContext, outcome: SignInOutcome) {
  const member = cameIn(outcome)
  return member ? { member, ports: portsOf(own, member) } : {}
}
function auditNoRole({ own }: StaffSessionContext, outcome: SignInOutcome) {
  const member = cameIn(outcome)
  if (member) portsOf(own, member).audit('staffNotEntered', { name: member.name })
}
function refused({ now, errorCount }: StaffSessionContext, outcome: SignInOutcome) {
  if (outcome?.kind !== 'wrong' && outcome?.kind !== 'wait') return {}
  return {
    pinError: outcome.kind === 'wrong' ? ('wrong' as const) : null,
    errorCount: errorCount + 1,
    waitUntil: now() + outcome.waitMs,
  }
}

/** Who of the desk's members of staff comes in. Where no desk answers, the kiosk's own PIN is taken. */
export const members = session.createStateConfig({
  exit: forgetNames,
  initial: 'asking',
  states: {
    asking: {
      always: { guard: (given) => !isThere(given), target: 'away' },
      invoke: {
        src: 'memberNames',
        input: ({ context }) => ({ ports: context.ports }),
        onDone: [
          { guard: ({ event }) => event.output === null, target: 'away' },
          // Nobody could come in at all.
          { guard: ({ event }) => event.output?.length === 0, target: '#kioskPin' },
          {
            target: 'choosing',
            actions: assign(({ event }) => ({ names: event.output ?? [] })),
          },
        ],
        onError,
      },
    },
    choosing: { on: { chooseMember: { guard: isListed, target: 'typing', actions: choose } } },
    typing: {
      always: { guard: ({ context }) => context.waitUntil > context.now(), target: 'waiting' },
      on: {
        submitMember: { guard: isCandidate, target: 'checking' },
        showMembers: 'choosing',
      },
    },
    waiting: { after: { wait: 'typing' }, on: { showMembers: 'choosing' } },
    checking: {
      invoke: {
        src: 'memberSignIn',
        input: ({ context, event }) => {
          assertEvent(event, 'submitMember')
          return { ports: context.ports, member: event.member, secret: event.secret }
        },
        onDone: [
          { guard: ({ event }) => event.output === null, target: 'away' },
          {
            guard: ({ event }) => pagesOf(cameIn(event.output)?.roles ?? []).length > 0,
            target: '#entering',
            actions: assign(({ context, event }) => become(context, event.output)),
          },
          {
            guard: ({ event }) => cameIn(event.output) !== undefined,
            target: 'noRole',
            actions: ({ context, event }) => auditNoRole(context, event.output),
          },
          {
            guard: ({ event }) => event.output?.kind === 'gone',
            target: 'asking',
            actions: assign({ isGone: true, candidate: null }),
          },
          {
            target: 'typing',
            actions: assign(({ context, event }) => refused(context, event.output)),
          },
        ],
        onError,
      },
    },
    noRole: {},
    away: { on: { askDesk: 'asking', usePin: '#kioskPin' } },
  },
})
