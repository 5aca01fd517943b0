import { assertEvent, assign } from 'xstate'
import type { SignInOutcome } from './member-actors.ts'
import { onError, session } from './session-setup.ts'
import type { StaffSessionContext } from './session-types.ts'

/** What the desk said. */
interface Said {
  readonly event: unknown
}
const outcomeOf = ({ event }: Said) => (event as { readonly output: SignInOutcome }).output

/**
 * Whether what the kiosk's PIN would be asked for is confirmed by who is in, with what they sign in with. By what the screen
 * shows: the desk may have come or gone since.
 */
export const confirmsByMember = ({ context }: { readonly context: StaffSessionContext }): boolean =>
  context.member !== null && context.facts.membersDesk === 'there' && !context.deskIsSilent

/** What the desk said: it is theirs; they are no member any more who could come in; or it did not answer. */
export const isTheirs = (said: Said) => outcomeOf(said)?.kind === 'in'
export const isGone = (said: Said) => outcomeOf(said)?.kind === 'gone'
const isSilent = (said: Said) => outcomeOf(said) === null

/** Who is no member any more is out. */
export const leavesAsGone = {
  target: '#parting',
  actions: { type: 'audit', params: { kind: 'staffLeft', fields: { reason: 'memberChanged' } } },
} as const

function refused({ now, errorCount }: StaffSessionContext, outcome: SignInOutcome) {
  const waitMs = outcome?.kind === 'wrong' || outcome?.kind === 'wait' ? outcome.waitMs : 0
  return {
    pinError: outcome?.kind === 'wrong' ? ('wrong' as const) : null,
    errorCount: errorCount + 1,
    waitUntil: now() + waitMs,
  }
}

/** Why not everything is forgotten. */
export function notForgotten({ now }: StaffSessionContext, outcome: SignInOutcome) {
  if (outcome === null) return { deskIsSilent: true, forgetError: 'deskSilent' as const }
  const isWrong = outcome.kind === 'wrong' || outcome.kind === 'wait'
  return {
    forgetError: isWrong ? outcome.kind : ('stillWaiting' as const),
    waitUntil: now() + (isWrong ? outcome.waitMs : 0),
  }
}

/** Who is in types what they sign in with before they choose another PIN; where no desk answers, the PIN is asked for. */
export const confirming = session.createStateConfig({
  entry: session.assign({ waitUntil: 0, pinError: null }),
  initial: 'typing',
  states: {
    typing: {
      always: { guard: ({ context }) => context.waitUntil > context.now(), target: 'waiting' },
      on: {
        submitMember: {
          guard: ({ context, event }) => event.member === context.member?.id,
          target: 'checking',
        },
      },
    },
    waiting: { after: { wait: 'typing' } },
    checking: {
      invoke: {
        src: 'memberConfirm',
        input: ({ context: { ports, member }, event }) => {
          assertEvent(event, 'submitMember')
          return { ports, member, secret: event.secret, what: 'newPin' as const }
        },
        onDone: [
          { guard: isTheirs, target: '#choosingPin' },
          { guard: isGone, ...leavesAsGone },
          { guard: isSilent, target: '#presentPin', actions: assign({ deskIsSilent: true }) },
          {
            target: 'typing',
            actions: assign(({ context, event }) => refused(context, event.output)),
          },
        ],
        onError,
      },
    },
  },
})
