import type { ConfirmedAct, PanelMember, SignInAnswer } from '../../../../shared/staff-members.ts'
import { type PanelPart, mayUse, pagesOf } from '../../../../shared/staff-rights.ts'
import type { StaffPorts } from '../ports.ts'
import {
  asksSecret,
  eventOf,
  failWith,
  membersOf,
  runs,
  session,
  updates,
} from './session-setup.ts'
import type { Given, InContext, Update } from './session-setup.ts'
import { type Secret, type StaffSessionContext, noNames } from './session-types.ts'

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

/** Wraps the ports for a member: the audit names them, and a call without the right throws (a bug). */
export function portsOf(own: StaffPorts, { id, roles }: PanelMember): StaffPorts {
  const members = membersOf(own)
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

export const forgetMember = updates(({ own }) => ({ member: null, ports: own }))

const isThere = ({ context }: InContext) => context.ports.members?.desk() === 'there'
/** Tells whether a desk has a say in who comes in. */
export const hasDesk = ({ context: { ports } }: InContext) =>
  (ports.members?.desk() ?? 'none') !== 'none'

type SignInOutcome = SignInAnswer | null

/** Asks the desk whether that is a member's secret. Audited here: a page that is closed meanwhile hides no wrong one. */
export async function checkSecret(
  ports: StaffPorts,
  member: string | undefined,
  secret: Secret<string>,
  what: 'signIn' | ConfirmedAct,
  signal: AbortSignal,
): Promise<SignInOutcome> {
  const members = membersOf(ports)
  if (member === undefined) throw new Error('nobody is in who could confirm it')
  const typed = secret.read()
  const answer = await (what === 'signIn'
    ? members.signIn(member, typed, signal)
    : members.confirm(member, typed, what, signal))
  secret.drop()
  if (answer?.kind === 'wrong')
    members.as(member, () => ports.audit('staffSecretWrong', { waitMs: answer.waitMs }))
  return answer ?? null
}
const checksTyped =
  (what: 'signIn' | ConfirmedAct) => (ports: StaffPorts, given: Given, signal: AbortSignal) => {
    const { member, secret } = eventOf(given, 'submitMember')
    return checkSecret(ports, member, secret, what, signal)
  }

const cameIn = (outcome: SignInOutcome) => (outcome?.kind === 'in' ? outcome.member : undefined)

/** Tells whether the desk says that a secret is theirs. */
export const isTheirs = (outcome: SignInOutcome) => outcome?.kind === 'in'
/** Tells that a member may not come in any more. */
export const isGone = (outcome: SignInOutcome) => outcome?.kind === 'gone'
const isSilent = (outcome: SignInOutcome) => outcome === null

const become = ({ own }: StaffSessionContext, member: PanelMember | undefined) =>
  member && { member, ports: portsOf(own, member) }

const refuse: Update<SignInOutcome> = ({ now, errorCount }, outcome) => {
  const waitMs = outcome?.kind === 'wrong' || outcome?.kind === 'wait' ? outcome.waitMs : 0
  return {
    pinError: outcome?.kind === 'wrong' ? ('wrong' as const) : null,
    errorCount: errorCount + 1,
    waitUntil: now() + waitMs,
  }
}

/** Signs a member of the desk's staff in. If no desk answers, the kiosk accepts its own PIN. */
export const members = session.createStateConfig({
  exit: session.assign(noNames),
  initial: 'asking',
  states: {
    asking: {
      always: { guard: (given) => !isThere(given), target: 'away' },
      invoke: runs(
        (ports, _, signal) => membersOf(ports).names(signal),
        { when: (names) => names === undefined, target: 'away' },
        // Nobody could come in at all.
        { when: (names) => names?.length === 0, target: '#kioskPin' },
        { target: 'choosing', update: (_, names) => ({ names: names ?? [] }) },
      ),
    },
    choosing: {
      on: {
        chooseMember: {
          guard: ({ context, event }) => context.names.some(({ id }) => id === event.member),
          target: 'typing',
          actions: session.assign((given) => {
            const { member } = eventOf(given, 'chooseMember')
            const candidate = given.context.names.find(({ id }) => id === member) ?? null
            return { candidate, isGone: false, pinError: null, waitUntil: 0 }
          }),
        },
      },
    },
    ...asksSecret(
      {
        submitMember: {
          guard: (given: Given) =>
            given.context.candidate?.id === eventOf(given, 'submitMember').member,
          target: 'checking',
        },
      },
      runs(
        checksTyped('signIn'),
        { when: isSilent, target: 'away' },
        {
          when: (outcome) => pagesOf(cameIn(outcome)?.roles ?? []).length > 0,
          target: '#entering',
          update: (context, outcome) => become(context, cameIn(outcome)),
        },
        {
          when: isTheirs,
          target: 'noRole',
          update({ own }, outcome) {
            const member = cameIn(outcome)
            if (member) portsOf(own, member).audit('staffNotEntered', { name: member.name })
          },
        },
        { when: isGone, target: 'asking', update: () => ({ isGone: true, candidate: null }) },
        { target: 'typing', update: refuse },
      ),
      { showMembers: 'choosing' },
    ),
    noRole: {},
    away: { on: { askDesk: 'asking', usePin: '#kioskPin' } },
  },
})

/** ms between two questions to the desk about the access of the member in the panel. */
export const memberLookMs = 10_000

export const lookAtMemberLater = session.raise(
  { type: 'lookAtMember' },
  { id: 'lookAtMember', delay: memberLookMs },
)
export const endMemberLooks = session.cancel('lookAtMember')

/** A member who may no longer open a page leaves the panel. */
const noteMember = session.assign((given) => {
  const { answer } = eventOf(given, 'member.still')
  const member = answer.kind === 'in' ? answer.member : undefined
  const pages = pagesOf(member?.roles ?? [])
  const hasLost = pagesOf(given.context.member?.roles ?? []).some((page) => !pages.includes(page))
  return hasLost ? { exit: 'memberChanged' as const } : (become(given.context, member) ?? {})
})

export const watchesMember = session.createStateConfig({
  invoke: { id: 'memberWatch', src: 'memberWatch', input: ({ context }) => context },
  on: {
    lookAtMember: { actions: [session.sendTo('memberWatch', { type: 'look' }), lookAtMemberLater] },
    'member.still': { actions: noteMember },
    'member.failed': { actions: failWith },
  },
})

/** Tells whether the member's secret replaces the PIN here; by the screen, as the desk may have come or gone since. */
export const confirmsByMember = ({ context }: InContext): boolean =>
  context.member !== null && context.facts.membersDesk === 'there' && !context.deskIsSilent

/** Names the reason for which not everything is forgotten. */
export const notForgotten: Update<SignInOutcome> = ({ now, errorCount }, outcome) => {
  const isWrong = outcome?.kind === 'wrong' || outcome?.kind === 'wait'
  const silent = outcome === null && ({ deskIsSilent: true, forgetError: 'deskSilent' } as const)
  return {
    errorCount: errorCount + 1,
    forgetError: isWrong ? outcome.kind : 'stillWaiting',
    waitUntil: now() + (isWrong ? outcome.waitMs : 0),
    ...silent,
  }
}

/** Asks for the PIN where no desk answers. */
export const confirming = session.createStateConfig({
  entry: session.assign({ waitUntil: 0, pinError: null }),
  initial: 'typing',
  states: asksSecret(
    {
      submitMember: {
        guard: (given: Given) => given.context.member?.id === eventOf(given, 'submitMember').member,
        target: 'checking',
      },
    },
    runs(
      checksTyped('newPin'),
      { when: isTheirs, target: '#choosingPin' },
      { when: isGone, target: 'typing', update: () => ({ exit: 'memberChanged' }) },
      { when: isSilent, target: '#presentPin', update: () => ({ deskIsSilent: true }) },
      { target: 'typing', update: refuse },
    ),
    {},
  ),
})
