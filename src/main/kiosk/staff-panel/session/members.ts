import { assertEvent, assign } from 'xstate'
import type { PanelMember } from '../../../../shared/staff-members.ts'
import { type PanelPart, mayUse, pagesOf } from '../../../../shared/staff-rights.ts'
import type { StaffPorts } from '../ports.ts'
import type { SignInOutcome } from './session-actors.ts'
import { leaves, onError, session } from './session-setup.ts'
import type { StaffSessionContext, StaffSessionEvent } from './session-types.ts'

type Service = Exclude<keyof StaffPorts, 'audit' | 'testConnection' | 'members'>
type Methods<T> = { readonly [Name in keyof T]?: PanelPart }

/** Rights by method: those that change something or show a patient. Everyone who may open a page may read all else. */
const needs: { readonly [S in Service]: Methods<NonNullable<StaffPorts[S]>> } = {
  pin: { choose: 'kiosk' },
  auditService: { settle: 'patients', verify: 'kiosk' },
  credentials: { give: 'kiosk', remove: 'kiosk' },
  settings: { change: 'kiosk', reset: 'kiosk' },
  formOrigins: { confirm: 'kiosk' },
  refusedOrigins: { allow: 'kiosk' },
  intakes: {
    open: 'patients',
    again: 'patients',
    read: 'patients',
    settle: 'patients',
    savePdf: 'patients',
  },
  desk: { pair: 'kiosk', unpair: 'kiosk', declineWipe: 'kiosk' },
  kiosk: { setClosed: 'patients', leave: 'kiosk', rotateKey: 'kiosk', forget: 'kiosk' },
}

/**
 * Wraps the ports for a member: audit entries name them, and calls without the right throw (a bug, since commands are
 * refused before).
 */
export function portsOf(own: StaffPorts, { id, roles }: PanelMember): StaffPorts {
  const { members } = own
  if (!members) throw new Error('a member of staff where there are none')
  const act = <T>(part: PanelPart | undefined, run: () => T): T => {
    if (part !== undefined && !mayUse(roles, part)) throw new Error('a member has no right to that')
    return members.as(id, run)
  }
  function acting<S extends Service>(name: S): StaffPorts[S] {
    const service = own[name]
    if (service === undefined) return service
    const parts: Readonly<Record<string, PanelPart | undefined>> = needs[name]
    return new Proxy(service, {
      get(target, method) {
        const value: unknown = Reflect.get(target, method)
        const part = typeof method === 'string' ? parts[method] : undefined
        if (typeof value !== 'function' || part === undefined) return value
        return (...given: unknown[]) =>
          act(part, () => Reflect.apply(value as (...all: unknown[]) => unknown, target, given))
      },
    })
  }
  return {
    pin: acting('pin'),
    auditService: acting('auditService'),
    credentials: acting('credentials'),
    testConnection: (onCheck) => act('kiosk', () => own.testConnection(onCheck)),
    settings: acting('settings'),
    formOrigins: acting('formOrigins'),
    refusedOrigins: acting('refusedOrigins'),
    get intakes() {
      return acting('intakes')
    },
    get desk() {
      return acting('desk')
    },
    kiosk: acting('kiosk'),
    members,
    audit: (kind, fields) => act(undefined, () => own.audit(kind, fields)),
  }
}

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

/** Tells whether a desk with members can be asked now. */
const isThere = ({ context }: Pick<Given, 'context'>) => context.ports.members?.desk() === 'there'
/** Tells whether a desk has a say in who comes in. */
export const hasDesk = ({ context: { ports } }: Pick<Given, 'context'>) =>
  (ports.members?.desk() ?? 'none') !== 'none'

/** Tells whether a command is for the member on the screen. */
const isCandidate = ({ context, event }: Given) => {
  assertEvent(event, 'submitMember')
  return context.candidate?.id === event.member
}
/** Reads what was typed for a member. */
function typedIn({ context, event }: Given) {
  assertEvent(event, 'submitMember')
  return { ports: context.ports, member: event.member, secret: event.secret }
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
/** Signs a member of the desk's staff in. If no desk answers, the kiosk accepts its own PIN. */
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
        src: 'memberSecret',
        input: (given) => ({ ...typedIn(given), what: 'signIn' }),
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

/** ms between two questions to the desk about the access of the member in the panel. */
export const memberLookMs = 10_000

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

/** Tells whether the member may no longer open a page that they could open when they came in. */
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
        ...leaves('memberChanged'),
      },
      { actions: noteMember },
    ],
  },
})

interface Said {
  readonly event: unknown
}
const outcomeOf = ({ event }: Said) => (event as { readonly output: SignInOutcome }).output

/**
 * Tells whether the signed-in member's secret replaces the kiosk's PIN here. Follows the screen: the desk may have come
 * or gone since.
 */
export const confirmsByMember = ({ context }: { readonly context: StaffSessionContext }): boolean =>
  context.member !== null && context.facts.membersDesk === 'there' && !context.deskIsSilent

/** Answers of the desk: the secret is theirs; they may not come in any more; or it did not answer. */
export const isTheirs = (said: Said) => outcomeOf(said)?.kind === 'in'
export const isGoneMember = (said: Said) => outcomeOf(said)?.kind === 'gone'
const isSilent = (said: Said) => outcomeOf(said) === null

function refused({ now, errorCount }: StaffSessionContext, outcome: SignInOutcome) {
  const waitMs = outcome?.kind === 'wrong' || outcome?.kind === 'wait' ? outcome.waitMs : 0
  return {
    pinError: outcome?.kind === 'wrong' ? ('wrong' as const) : null,
    errorCount: errorCount + 1,
    waitUntil: now() + waitMs,
  }
}

/** Names the reason for which not everything is forgotten. */
export function notForgotten({ now }: StaffSessionContext, outcome: SignInOutcome) {
  if (outcome === null) return { deskIsSilent: true, forgetError: 'deskSilent' as const }
  const isWrong = outcome.kind === 'wrong' || outcome.kind === 'wait'
  return {
    forgetError: isWrong ? outcome.kind : ('stillWaiting' as const),
    waitUntil: now() + (isWrong ? outcome.waitMs : 0),
  }
}

/** Asks the member for their secret before they choose another PIN; where no desk answers, the PIN is asked for. */
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
        src: 'memberSecret',
        input: (given) => ({ ...typedIn(given), what: 'newPin' }),
        onDone: [
          { guard: isTheirs, target: '#choosingPin' },
          { guard: isGoneMember, ...leaves('memberChanged') },
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
