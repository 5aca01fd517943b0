import { standardDisplay } from '../../../../shared/display.ts'
import type { Screen } from '../../../../shared/ipc.ts'
import type { Overlay } from '../../../../shared/overlay.ts'
import type { ListedMember } from '../../../../shared/staff-members.ts'
import type { IntakesShown } from '../../../../shared/staff-intakes.ts'
import { mayAsk, pagesOf } from '../../../../shared/staff-rights.ts'
import { checkName } from '../../../../shared/staff.ts'
import type { CheckName, ConnectionCheck, StaffPage } from '../../../../shared/staff.ts'
import { allowedByStaff, confirmedByStaff } from '../../../settings/setting-paths.ts'
import { msUntil, type ViewContent, type ViewFrame } from '../../visit/view/view-frame.ts'
import { checksOfPair } from '../services/credentials-service.ts'
import { confirmsByMember } from './members.ts'
import type { StaffSessionSnapshot } from './session-machine.ts'
import type { StaffSessionContext } from './session-types.ts'

function secretScreen(
  snapshot: StaffSessionSnapshot,
  now: number,
  member: ListedMember | null,
): Screen {
  const { context } = snapshot
  const isWaiting = snapshot.hasTag('waiting')
  const checking = !isWaiting && !snapshot.hasTag('typing')
  const asked = {
    purpose: snapshot.matches({ panel: 'changingPin' }) ? 'change' : 'enter',
    checking,
    error: context.pinError === 'wrong' && !(member && checking) ? 'wrong' : null,
    errorCount: context.errorCount,
    waitMs: isWaiting ? waitMs(context, now) : 0,
  } as const
  if (!member) return { name: 'staffEnterPin', ...asked }
  const { id, name } = member
  return { name: 'staffMemberSecret', member: { id, name }, ...asked }
}

function memberScreen(snapshot: StaffSessionSnapshot, now: number): Screen {
  const { candidate, names, isGone } = snapshot.context
  const stands = (members: 'choosing' | 'away' | 'noRole' | 'asking') =>
    snapshot.matches({ pad: { members } })
  if (stands('away')) return { name: 'staffDeskAway' }
  if (stands('choosing')) return { name: 'staffChooseMember', members: [...names], isGone }
  if (!candidate || stands('asking')) return { name: 'staffDeskAsked' }
  return stands('noRole')
    ? { name: 'staffNoRole', member: candidate.name }
    : secretScreen(snapshot, now, candidate)
}

const countsOf = ({ waiting, needsPerson, remaining }: IntakesShown) => ({
  waiting: waiting.length,
  needsPerson: needsPerson.length,
  remaining: remaining.length,
})

function intakesPage(context: StaffSessionContext, isSaving: boolean): Screen {
  const { facts, intake, answers, ports } = context
  const printing = {
    canSavePdf: ports.intakes?.savePdf !== undefined,
    pdf: isSaving ? ({ state: 'saving' } as const) : context.pdf,
  }
  if (intake === null)
    return {
      name: 'staffIntakes',
      connection: facts.connection.state,
      connectionSince: facts.connection.since,
      intakes: facts.intakes,
      kept: facts.waitingIntakes,
      note: context.intakeNote,
      ...printing,
    }
  return {
    name: 'staffIntake',
    intake: intake.read().shown,
    answers: answers && [...answers.read()],
    fault: context.intakeFault,
    errorCount: context.errorCount,
    ...printing,
  }
}

/** Lists the state of each check; while a test runs, the first that did not end is under way. */
function progress(
  names: readonly CheckName[],
  ended: readonly ConnectionCheck[],
  isRunning: boolean,
): ConnectionCheck[] {
  const endOf = (name: CheckName) => ended.find((check) => check.name === name)
  const underWay = isRunning && names.find((name) => !endOf(name))
  return names.map((name) => {
    const state = name === underWay ? 'testing' : 'untested'
    return endOf(name) ?? { name, state, reason: null }
  })
}

const waitMs = ({ waitUntil }: StaffSessionContext, now: number) => msUntil(waitUntil, now)

function givenShown({ given, checks }: StaffSessionContext, isRunning: boolean) {
  if (!given) return null
  const outcome = given.kept ? ('kept' as const) : ('notKept' as const)
  return {
    interface: given.interface,
    checks: progress(checksOfPair[given.interface], checks, isRunning),
    outcome: isRunning ? ('testing' as const) : outcome,
  }
}

function settingValue({ facts }: StaffSessionContext, key: string): string {
  return facts.settings.find((setting) => setting.key === key)?.value ?? ''
}

function errorOf({ settingError }: StaffSessionContext, key: string): string | null {
  return settingError?.key === key ? settingError.expected : null
}

function formOrigins(context: StaffSessionContext) {
  const { facts, member } = context
  const isAsked = !member || mayAsk(member.roles, { type: 'confirmFormOrigin' })
  return {
    formOrigins: isAsked ? [...facts.formOrigins] : [],
    formOriginError: errorOf(context, confirmedByStaff),
  }
}

/** Without a template group the service names no address of forms before a patient comes. */
function connectionChecks(context: StaffSessionContext): readonly CheckName[] {
  const hasGroup = settingValue(context, 'packets.defaultTemplateGroupId') !== ''
  return checkName.options.filter((name) => hasGroup || name !== 'formOrigin')
}

const pages: Readonly<
  Record<StaffPage, (context: StaffSessionContext, isBusy: boolean, now: number) => Screen>
> = {
  home: (context) => {
    const { facts } = context
    return {
      name: 'staffHome',
      requests: [...facts.requests],
      outcomes: [...facts.outcomes],
      unusualCodesAt: facts.unusualCodesAt,
      connection: facts.connection.state,
      connectionSince: facts.connection.since,
      visit: context.held,
      wipeAsked: facts.desk.wipeAsked !== null,
      inService: !facts.isClosed,
      intakes: facts.intakes && countsOf(facts.intakes),
      missing: facts.credentials.flatMap(({ name, since }) => (since === null ? [name] : [])),
      ...formOrigins(context),
    }
  },
  intakes: intakesPage,
  desk: (context, isPairing) => ({
    name: 'staffDesk',
    desk: context.facts.desk,
    canPair: context.ports.desk !== undefined,
    isPairing,
    error: context.deskError,
    errorCount: context.errorCount,
  }),
  connection: (context, isRunning) => ({
    name: 'staffConnection',
    checks: progress(connectionChecks(context), context.checks, isRunning),
    ...formOrigins(context),
    refused: context.facts.refusedOrigins,
    refusedError: errorOf(context, allowedByStaff),
  }),
  credentials: (context, isRunning) => ({
    name: 'staffCredentials',
    interfaces: [...context.facts.credentials],
    given: givenShown(context, isRunning),
    accountId: settingValue(context, 'service.accountId'),
    locationId: settingValue(context, 'service.locationId'),
    ...formOrigins(context),
  }),
  settings: ({ facts, settingError, errorCount }) => ({
    name: 'staffSettings',
    settings: [...facts.settings],
    error: settingError,
    errorCount,
  }),
  audit: ({ verdict }, isVerifying) => {
    const nothing = { name: 'staffAudit', entries: 0, hash: '', fault: '' } as const
    if (isVerifying) return { ...nothing, state: 'verifying' }
    if (!verdict) return { ...nothing, state: 'unverified' }
    return verdict.holds
      ? { ...nothing, state: 'holds', entries: verdict.entries, hash: verdict.hash }
      : { ...nothing, state: 'broken', fault: verdict.fault }
  },
  machine: (context, _, now) => ({
    name: 'staffMachine',
    version: context.ports.kiosk.version,
    shell: context.ports.kiosk.shell,
    kioskName: context.ports.kiosk.name,
    done: context.done,
    confirmWith: confirmsByMember({ context }) ? 'secret' : 'pin',
    forgetError: context.forgetError,
    waitingIntakes: context.facts.waitingIntakes,
    errorCount: context.errorCount,
    waitMs: context.forgetError ? waitMs(context, now) : 0,
  }),
}

function choosePin(snapshot: StaffSessionSnapshot): Screen {
  const { pinError, chosen, errorCount } = snapshot.context
  return {
    name: 'staffChoosePin',
    isFirst: snapshot.matches('firstStart'),
    stage: chosen ? 'repeat' : 'choose',
    error: pinError === 'wrong' ? null : pinError,
    errorCount,
  }
}

function signedIn({ member }: StaffSessionContext) {
  return member && { signedIn: { name: member.name, pages: pagesOf(member.roles) } }
}

function screenOf(snapshot: StaffSessionSnapshot, now: number): Screen {
  const { context } = snapshot
  const changes = (changingPin: 'member' | 'present') =>
    snapshot.matches({ panel: { changingPin } })
  if (snapshot.matches({ pad: 'members' })) return memberScreen(snapshot, now)
  if (snapshot.matches('entering') || changes('member'))
    return secretScreen(snapshot, now, context.member)
  if (snapshot.matches('pad') || changes('present')) return secretScreen(snapshot, now, null)
  if (snapshot.matches('firstStart') || snapshot.matches({ panel: 'changingPin' }))
    return choosePin(snapshot)
  if (!snapshot.matches('panel')) return { name: restingScreen(snapshot) }
  return { ...pages[context.page](context, snapshot.hasTag('busy'), now), ...signedIn(context) }
}

/** While the kiosk is made ready it looks as it will when it is. */
function restingScreen(snapshot: StaffSessionSnapshot): 'welcome' | 'outOfService' {
  const isMadeReady = snapshot.matches('recovering') || snapshot.matches('leaving')
  return isMadeReady && !snapshot.context.facts.isClosed ? 'welcome' : 'outOfService'
}

/** Builds a screen's view of the session, the renderer's only access to it. */
export function staffSessionView(
  snapshot: StaffSessionSnapshot,
  { now, clinic }: ViewFrame,
): ViewContent {
  const [locale = 'en'] = clinic.locales
  const screen = screenOf(snapshot, now)
  const overlay = warningOf(snapshot.context, now)
  return { locale, display: standardDisplay, clinic, screen, overlay }
}

function warningOf({ locksAt, endsAt }: StaffSessionContext, now: number): Overlay | null {
  const name = 'staffLocks'
  if (endsAt !== null && (locksAt === null || endsAt <= locksAt))
    return { name, locksInMs: msUntil(endsAt, now), staysByTouch: false }
  return locksAt === null ? null : { name, locksInMs: msUntil(locksAt, now), staysByTouch: true }
}
