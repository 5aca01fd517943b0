import { assign } from 'xstate'
import type { StaffPage } from '../../../../shared/staff-pages.ts'
import { endMemberLooks, lookAtMemberLater, watchesMember } from './members.ts'
import { type Act, closeIntake, openIntake, pages } from './panel-acts.ts'
import { changing } from './pin-states.ts'
import {
  audits,
  eventOf,
  failWith,
  forgetTouch,
  goOn,
  idleMs,
  idleTimeout,
  leaves,
  readAll,
  readIntake,
  session,
  updates,
  warnOfEnd,
} from './session-setup.ts'
import type { Given, InContext, Update, Worker } from './session-setup.ts'
import { noTrouble, readLiveFacts } from './session-types.ts'
import type { StaffSessionContext, StaffSessionEvent } from './session-types.ts'

export const refreshMs = 3_000
/** ms before the panel locks by itself in which staff are warned. */
const lockWarningMs = 20_000

const readLive: Update = (context) => ({
  facts: { ...context.facts, ...readLiveFacts(context.ports) },
  intake: readIntake(context),
})

const lookLater = session.raise({ type: 'refresh' }, { id: 'refresh', delay: refreshMs })

/** Opens a page; what the page before knew and told is forgotten. */
export const openPage = (context: StaffSessionContext, page: StaffPage) => ({
  page,
  ...noTrouble,
  ...closeIntake(context),
  done: null,
  exit: null,
})

function isAt(page: StaffPage) {
  return ({ context }: InContext) => context.page === page
}

const actOf = (context: StaffSessionContext, event: StaffSessionEvent) =>
  (pages[context.page] as Readonly<Record<string, Act<never> | undefined>>)[event.type]

const isAct =
  (fits: (act: Act<never>) => boolean) =>
  ({ context, event }: Given) => {
    const act = actOf(context, event)
    return act !== undefined && fits(act) && (act.may?.(context, event as never) ?? true)
  }

/** Ends the waiting visit: the change holds from the next patient on, and the visits must begin anew for it. */
const giveUpVisit = ({ held }: StaffSessionContext) =>
  held !== null && { held: null, givenUp: true, serving: false }

const carryOut = session.assign(({ context, event }) => {
  const { endsVisit, act } = actOf(context, event) ?? {}
  const given = { ...context, ...(endsVisit && giveUpVisit(context)) }
  const known = { ...given, ...act?.(given, event as never) }
  return { ...known, ...readAll(known) }
})

const resting = session.createStateConfig({
  id: 'resting',
  on: {
    helpPatient: {
      guard: ({ context }) => context.page === 'home' && context.held !== null,
      target: '#deciding',
      actions: [audits('staffLeft', { reason: 'helping' }), updates(goOn('helped'))],
    },
    verifyAudit: { guard: isAt('audit'), target: 'verifying' },
    changePin: { guard: isAt('machine'), target: 'changingPin' },
    leaveKiosk: {
      guard: isAt('machine'),
      target: '#ended',
      actions: [audits('kioskLeft'), ({ context }) => context.ports.kiosk.leave()],
    },
    '*': [
      { guard: isAct(({ work }) => work !== undefined), target: 'working', actions: carryOut },
      { guard: isAct(({ work }) => work === undefined), actions: carryOut },
    ],
  },
})

const working = session.createStateConfig({
  tags: 'busy',
  invoke: {
    src: 'run',
    input:
      ({ context, event, self }: Given & Pick<Worker, 'self'>) =>
      async (signal: AbortSignal) =>
        actOf(context, event)?.work?.(context, event as never, { self, signal }),
    onDone: {
      target: 'resting',
      actions: assign(({ context, event }) => {
        const known = { ...context, ...(event.output as Update | undefined)?.(context, null) }
        return { ...known, ...readAll(known) }
      }),
    },
    onError: { actions: failWith },
  },
  on: { '*': { guard: isAct(({ isAside }) => isAside === true), actions: carryOut } },
})

const verifying = session.createStateConfig({
  tags: 'busy',
  entry: audits('auditVerified'),
  after: {
    drawn: {
      target: 'resting',
      actions: updates(({ ports }) => ({ verdict: ports.auditService.verify() })),
    },
  },
})

const cancelIdleTimer = [
  forgetTouch,
  session.cancel('warning'),
  session.assign({ locksAt: null }),
] as const

const idleMsOf = ({ context: { page } }: InContext) =>
  page === 'desk' || page === 'credentials' ? idleMs.credentials : idleMs.panel
const onPage = [
  ...cancelIdleTimer,
  ...idleTimeout(idleMsOf),
  session.raise(
    { type: 'nearlyUntouched' },
    { id: 'warning', delay: (given) => idleMsOf(given) - lockWarningMs },
  ),
  updates(readAll),
] as const

export const panel = session.createStateConfig({
  id: 'panel',
  invoke: watchesMember.invoke,
  entry: [...onPage, lookLater, lookAtMemberLater],
  exit: [
    ...cancelIdleTimer,
    updates((context) => ({ ...openPage(context, 'home'), endsAt: null })),
    session.cancel('refresh'),
    endMemberLooks,
  ],
  always: [
    { guard: ({ context }) => context.exit === 'forgetting', target: '#forgetting' },
    { guard: ({ context }) => context.exit === 'memberChanged', ...leaves('memberChanged') },
  ],
  after: { nearEnd: { actions: warnOfEnd }, end: leaves('overdue') },
  on: {
    openStaffPage: {
      target: '.resting',
      actions: [
        session.assign((given) => openPage(given.context, eventOf(given, 'openStaffPage').page)),
        ...onPage,
      ],
    },
    openIntake: {
      guard: ({ context }) => context.page === 'intakes' && context.ports.intakes !== undefined,
      target: '.resting',
      actions: session.assign((given) =>
        openIntake(given.context, eventOf(given, 'openIntake').intake),
      ),
    },
    activity: { actions: onPage },
    refresh: { actions: [updates(readLive), lookLater] },
    ...watchesMember.on,
    nearlyUntouched: {
      actions: session.assign(({ context }) => ({ locksAt: context.now() + lockWarningMs })),
    },
    untouched: leaves('untouched'),
    closeStaff: leaves('locked'),
  },
  initial: 'resting',
  states: { resting, working, verifying, changingPin: changing },
})
