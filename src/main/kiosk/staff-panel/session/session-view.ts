import { standardDisplay } from '../../../../shared/display.ts'
import type { Screen } from '../../../../shared/ipc.ts'
import type { Overlay } from '../../../../shared/overlay.ts'
import type { ListedMember } from '../../../../shared/staff-members.ts'
import { mayAsk, pagesOf } from '../../../../shared/staff-rights.ts'
import {
  type CheckName,
  type ConnectionCheck,
  type StaffPage,
  checkName,
  staffPage,
} from '../../../../shared/staff.ts'
import { allowedByStaff, confirmedByStaff } from '../../../settings/setting-paths.ts'
import type { ViewContent, ViewFrame } from '../../visit/view/view-frame.ts'
import { checksOfPair } from '../services/credentials-service.ts'
import { confirmsByMember } from './members.ts'
import type { StaffSessionSnapshot } from './session-machine.ts'
import type { StaffFacts, StaffSessionContext } from './session-types.ts'

/** Asks a member for what they sign in with. */
function secretScreen(
  context: StaffSessionContext,
  purpose: 'enter' | 'change',
  { id, name }: ListedMember,
  state: 'typing' | 'waiting' | 'checking',
  now: number,
): Screen {
  return {
    name: 'staffMemberSecret',
    purpose,
    member: { id, name },
    checking: state === 'checking',
    error: context.pinError === 'wrong' && state !== 'checking' ? 'wrong' : null,
    errorCount: context.errorCount,
    waitMs: state === 'waiting' ? waitMs(context, now) : 0,
  }
}

const secretStates = ['typing', 'waiting', 'checking'] as const

/** The screen of who of the desk's members comes in; undefined: it is not asked now. */
function memberScreen(snapshot: StaffSessionSnapshot, now: number): Screen | undefined {
  const { context } = snapshot
  const { candidate, names, isGone, member } = context
  if (member && snapshot.matches('entering'))
    return secretScreen(context, 'enter', member, 'checking', now)
  const confirms = secretStates.find((member) =>
    snapshot.matches({ panel: { changingPin: { member } } }),
  )
  if (member && confirms) return secretScreen(context, 'change', member, confirms, now)
  if (!snapshot.matches({ pad: 'members' })) return undefined
  const signsIn = secretStates.find((members) => snapshot.matches({ pad: { members } }))
  if (candidate && signsIn) return secretScreen(context, 'enter', candidate, signsIn, now)
  if (snapshot.matches({ pad: { members: 'away' } })) return { name: 'staffDeskAway' }
  if (snapshot.matches({ pad: { members: 'choosing' } }))
    return { name: 'staffChooseMember', members: [...names], isGone }
  if (candidate && snapshot.matches({ pad: { members: 'noRole' } }))
    return { name: 'staffNoRole', member: candidate.name }
  return { name: 'staffDeskAsked' }
}

/** Counts the intakes by the work left to do. */
function countsOf({ intakes }: StaffFacts) {
  return (
    intakes && {
      waiting: intakes.waiting.length,
      needsPerson: intakes.needsPerson.length,
      remaining: intakes.remaining.length,
    }
  )
}

/** The intakes, or the one that is open. */
function intakesPage(context: StaffSessionContext, isSaving: boolean): Screen {
  const { facts, intake, answers, ports } = context
  if (intake === null)
    return {
      name: 'staffIntakes',
      connection: facts.connection.state,
      connectionSince: facts.connection.since,
      intakes: facts.intakes,
      kept: facts.waitingIntakes,
      note: context.intakeNote,
      canSavePdf: ports.intakes?.savePdf !== undefined,
      pdf: pdfShown(context, isSaving),
    }
  return {
    name: 'staffIntake',
    intake: intake.read().shown,
    answers: answers && [...answers.read()],
    fault: context.intakeFault,
    errorCount: context.errorCount,
    canSavePdf: ports.intakes?.savePdf !== undefined,
    pdf: pdfShown(context, isSaving),
  }
}

function pdfShown({ pdf }: StaffSessionContext, isSaving: boolean) {
  if (isSaving) return { state: 'saving' as const }
  if (pdf === null) return null
  return 'file' in pdf
    ? { state: 'saved' as const, file: pdf.file }
    : { state: 'notSaved' as const, why: pdf.kind }
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

const msUntil = (at: number, now: number) => Math.ceil(Math.max(0, at - now))
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

/** Reads the reason for which the last change of this setting was not taken, or null. */
function errorOf({ settingError }: StaffSessionContext, key: string): string | null {
  return settingError?.key === key ? settingError.expected : null
}

/** Lists the questions about form origins, for each page that tests or shows the service. */
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
  const names = settingValue(context, 'packets.defaultTemplateGroupId')
  return names === ''
    ? checkName.options.filter((name) => name !== 'formOrigin')
    : checkName.options
}

type PageOf = (context: StaffSessionContext, snapshot: StaffSessionSnapshot, now: number) => Screen

const pages: Readonly<Record<StaffPage, PageOf>> = {
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
      intakes: countsOf(facts),
      missing: facts.credentials.flatMap(({ name, since }) => (since === null ? [name] : [])),
      ...formOrigins(context),
    }
  },
  intakes: (context, snapshot) =>
    intakesPage(
      context,
      snapshot.matches({ panel: { intakes: { one: 'saving' } } }) ||
        snapshot.matches({ panel: { intakes: { list: 'saving' } } }),
    ),
  desk: (context, snapshot) => ({
    name: 'staffDesk',
    desk: context.facts.desk,
    canPair: context.ports.desk !== undefined,
    isPairing: snapshot.matches({ panel: { desk: 'pairing' } }),
    error: context.deskError,
    errorCount: context.errorCount,
  }),
  connection: (context, snapshot) => {
    const isRunning = snapshot.matches({ panel: { connection: 'testing' } })
    return {
      name: 'staffConnection',
      checks: progress(connectionChecks(context), context.checks, isRunning),
      ...formOrigins(context),
      refused: context.facts.refusedOrigins,
      refusedError: errorOf(context, allowedByStaff),
    }
  },
  credentials: (context, snapshot) => ({
    name: 'staffCredentials',
    interfaces: [...context.facts.credentials],
    given: givenShown(context, snapshot.matches({ panel: { credentials: 'testing' } })),
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
  audit: ({ verdict }, snapshot) => {
    const nothing = { name: 'staffAudit', entries: 0, hash: '', fault: '' } as const
    if (snapshot.matches({ panel: { audit: 'verifying' } }))
      return { ...nothing, state: 'verifying' }
    if (!verdict) return { ...nothing, state: 'unverified' }
    return verdict.holds
      ? { ...nothing, state: 'holds', entries: verdict.entries, hash: verdict.hash }
      : { ...nothing, state: 'broken', fault: verdict.fault }
  },
  machine: (context, _, now) => ({
    name: 'staffMachine',
    version: context.facts.version,
    shell: context.facts.shell,
    kioskName: context.facts.kioskName,
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

const asksPresentPin = (snapshot: StaffSessionSnapshot) =>
  snapshot.matches({ panel: { changingPin: 'present' } })

function enterPin(snapshot: StaffSessionSnapshot, now: number): Screen {
  const { context } = snapshot
  const stands = (at: 'asking' | 'waiting') =>
    snapshot.matches({ pad: { pin: at } }) ||
    snapshot.matches({ panel: { changingPin: { present: at } } })
  return {
    name: 'staffEnterPin',
    purpose: asksPresentPin(snapshot) ? 'change' : 'enter',
    checking: !stands('asking') && !stands('waiting'),
    error: context.pinError === 'wrong' ? 'wrong' : null,
    errorCount: context.errorCount,
    waitMs: stands('waiting') ? waitMs(context, now) : 0,
  }
}

/** Names the signed-in member and the pages that they may open; nothing after a sign-in by PIN. */
function signedIn({ member }: StaffSessionContext) {
  return member && { signedIn: { name: member.name, pages: pagesOf(member.roles) } }
}

function screenOf(snapshot: StaffSessionSnapshot, now: number): Screen {
  const asked = memberScreen(snapshot, now)
  if (asked) return asked
  if (snapshot.matches('pad') || snapshot.matches('entering') || asksPresentPin(snapshot))
    return enterPin(snapshot, now)
  if (snapshot.matches('firstStart') || snapshot.matches({ panel: 'changingPin' }))
    return choosePin(snapshot)
  const page = staffPage.options.find((name) => snapshot.matches({ panel: name }))
  if (!page) return { name: restingScreen(snapshot) }
  const screen = pages[page](snapshot.context, snapshot, now)
  return { ...screen, ...signedIn(snapshot.context) }
}

/** While the kiosk is made ready it looks as it will when it is. */
function restingScreen(snapshot: StaffSessionSnapshot): 'welcome' | 'outOfService' {
  const isMadeReady = snapshot.matches('recovering') || snapshot.matches('leaving')
  return isMadeReady && !snapshot.context.facts.isClosed ? 'welcome' : 'outOfService'
}

/**
 * Builds a screen's view of the session, the renderer's only access to it. Without a staff screen, the kiosk is out of
 * service.
 */
export function staffSessionView(
  snapshot: StaffSessionSnapshot,
  { now, clinic }: ViewFrame,
): ViewContent {
  const [locale = 'en'] = clinic.locales
  const screen = screenOf(snapshot, now)
  const overlay = warningOf(snapshot.context, now)
  return { locale, display: standardDisplay, clinic, screen, overlay }
}

/** Warns of the nearer of two ends. */
function warningOf({ locksAt, endsAt }: StaffSessionContext, now: number): Overlay | null {
  const name = 'staffLocks'
  if (endsAt !== null && (locksAt === null || endsAt <= locksAt))
    return { name, locksInMs: msUntil(endsAt, now), staysByTouch: false }
  return locksAt === null ? null : { name, locksInMs: msUntil(locksAt, now), staysByTouch: true }
}
