import type { ConnectionCheck, StaffSetting } from '../../../../shared/staff.ts'
import type { IntakeFault, PdfState, SettlingCommand } from '../../../../shared/staff-intakes.ts'
import type { StaffPage } from '../../../../shared/staff-pages.ts'
import { allowedByStaff, confirmedByStaff } from '../../../settings/setting-paths.ts'
import type { DeskService } from '../ports.ts'
import { settledIn, type IntakesService } from '../services/intakes-service.ts'
import type { Kept } from '../services/settings-service.ts'
import { checkSecret, confirmsByMember, isGone, isTheirs, notForgotten } from './members.ts'
import { checkPin, markWait } from './pin-states.ts'
import { countError } from './session-setup.ts'
import type { EventOf, EventType, Update, Worker } from './session-setup.ts'
import { Secret, type StaffSessionContext, nothingOpen } from './session-types.ts'

export interface Act<T extends EventType = EventType> {
  readonly may?: (context: StaffSessionContext, command: EventOf<T>) => boolean
  /** True if it holds from the next patient on: the visit that waits ends. */
  readonly endsVisit?: boolean
  /** True if it is taken while the page is busy, too. */
  readonly isAside?: boolean
  readonly act?: Update<EventOf<T>>
  /** Keeps the page busy; the session updates by its result. A failure is a bug. */
  readonly work?: (
    context: StaffSessionContext,
    command: EventOf<T>,
    worker: Worker,
  ) => Promise<Update | undefined>
}
type Acts = { readonly [T in EventType]?: Act<T> }

/** The entry of the change itself comes before. */
function keptOrNot(context: StaffSessionContext, key: string, kept: Kept) {
  if (kept.ok) return { settingError: null }
  context.ports.audit('settingNotChanged', { key })
  return { ...countError(context), settingError: { key, expected: kept.error.expected } }
}

const questionOf = ({ ports }: StaffSessionContext, { key }: { readonly key: string }) =>
  ports.formOrigins.questions().find((question) => question.key === key)

const formOrigins: Acts = {
  confirmFormOrigin: {
    may: (context, command) => questionOf(context, command)?.canConfirm === true,
    endsVisit: true,
    isAside: true,
    act(context, command) {
      const origin = questionOf(context, command)?.origin ?? ''
      context.ports.audit('formOriginConfirmed', { origin })
      return keptOrNot(context, confirmedByStaff, context.ports.formOrigins.confirm(command.key))
    },
  },
  declineFormOrigin: {
    may: (context, command) => questionOf(context, command) !== undefined,
    isAside: true,
    act(context, command) {
      const origin = questionOf(context, command)?.origin ?? ''
      context.ports.audit('formOriginDeclined', { origin })
    },
  },
}

const home: Acts = {
  ...formOrigins,
  settleRequest: {
    may: ({ ports }, { key }) =>
      ports.auditService.openRequests().some((request) => request.key === key),
    act({ ports }, { key }) {
      ports.auditService.settle(key)
    },
  },
  takeOutOfService: {
    may: ({ ports }) => !ports.kiosk.isClosed(),
    endsVisit: true,
    act({ ports }) {
      ports.audit('takenOutOfService')
      ports.kiosk.setClosed(true)
    },
  },
  putInService: {
    may: ({ ports }) => ports.kiosk.isClosed(),
    act({ ports }) {
      ports.audit('putInService')
      ports.kiosk.setClosed(false)
    },
  },
}

function serviceOf({ ports }: StaffSessionContext): IntakesService {
  if (!ports.intakes) throw new Error('there are no intakes on this kiosk')
  return ports.intakes
}

/** Tells whether a command means the intake that is shown: a tap on a screen that is gone meanwhile does nothing. */
const isOpen = ({ intake }: StaffSessionContext, command: { readonly intake: string }) =>
  intake?.read().shown.id === command.intake
const canSave = ({ ports }: StaffSessionContext) => ports.intakes?.savePdf !== undefined

const noteFault = (context: StaffSessionContext, intakeFault: IntakeFault) => ({
  ...countError(context),
  intakeFault,
})

const settles = {
  may: isOpen,
  act(context: StaffSessionContext, command: SettlingCommand) {
    const done = serviceOf(context).settle(command)
    if (!done.ok) return noteFault(context, done.error.kind)
    return command.type === 'discardIntake'
      ? ({ ...nothingOpen, intakeNote: 'discarded' } as const)
      : { intakeFault: null }
  },
}

async function savePdf(context: StaffSessionContext, ids: readonly string[]) {
  const saved = await context.ports.intakes?.savePdf?.(ids)
  if (!saved) throw new Error('there is nothing to save a PDF with')
  const pdf: PdfState = saved.ok
    ? { state: 'saved', file: saved.value.file }
    : { state: 'notSaved', why: saved.error.kind }
  return () => ({ pdf })
}

/** Drops the open intake: an older snapshot, as of the view that was shown last, may be held a while longer. */
export const closeIntake = ({ intake, answers }: StaffSessionContext) => {
  intake?.drop()
  answers?.drop()
  return nothingOpen
}

/** Opens an intake in place of the one before, or tells that it is gone. */
export function openIntake(context: StaffSessionContext, id: string) {
  const closed = closeIntake(context)
  const opened = serviceOf(context).open(id)
  return opened.ok
    ? { ...closed, intake: new Secret(opened.value) }
    : { ...closed, intakeNote: 'gone' as const }
}

const intakes: Acts = {
  readIntake: {
    may: isOpen,
    act(context, { intake }) {
      const answers = serviceOf(context).read(intake)
      return answers.ok
        ? { answers: new Secret(answers.value), intakeFault: null }
        : noteFault(context, answers.error.kind)
    },
  },
  chooseCandidate: settles,
  actOnIntake: settles,
  discardIntake: settles,
  saveIntakePdf: {
    may: (context, command) => isOpen(context, command) && canSave(context),
    work: (context, { intake }) => savePdf(context, [intake]),
  },
  saveSettledPdf: {
    may: (context) => context.intake === null && canSave(context),
    work: (context) => savePdf(context, settledIn(serviceOf(context))),
  },
}

const isPaired = ({ facts }: StaffSessionContext) => facts.desk.paired !== null

const tryPairing: Update = ({ ports }) => {
  ports.audit('pairingTried')
  return { deskError: null }
}
// The pairing audits its outcome itself: a panel that is closed meanwhile hides nothing.
async function toldOf(paired: ReturnType<DeskService['pair']> | undefined) {
  const told = await paired
  if (told?.ok !== false) return undefined
  const deskError = told.error.kind
  return (context: StaffSessionContext) => ({ ...countError(context), deskError })
}

const desk: Acts = {
  pairKiosk: {
    may: (context) => context.ports.desk !== undefined && !isPaired(context),
    act: tryPairing,
    work: ({ ports }, { address, code }) => toldOf(ports.desk?.pair(address.read(), code.read())),
  },
  moveDesk: {
    may: isPaired,
    act: tryPairing,
    work: ({ ports }, { address }) => toldOf(ports.desk?.move(address.read())),
  },
  // It is audited where it is done, and before anything is forgotten.
  unpairKiosk: {
    may: isPaired,
    async work({ ports }) {
      await ports.desk?.unpair()
      return undefined
    },
  },
  declineWipe: {
    may: ({ facts }) => facts.desk.wipeAsked !== null,
    act({ ports }) {
      ports.audit('wipeDeclined')
      ports.desk?.declineWipe()
    },
  },
}

const tellsChecks =
  ({ self, signal }: Worker) =>
  (check: ConnectionCheck) => {
    if (!signal.aborted) self.send({ type: 'test.check', check })
  }

const hearsChecks: Acts = {
  'test.check': {
    isAside: true,
    act: ({ checks }, { check }) => ({
      checks: [...checks.filter(({ name }) => name !== check.name), check],
    }),
  },
}

const connection: Acts = {
  ...formOrigins,
  ...hearsChecks,
  allowOrigin: {
    may: ({ ports }, { origin }) =>
      ports.refusedOrigins.read().origins.some((each) => each.canAllow && each.origin === origin),
    endsVisit: true,
    isAside: true,
    act(context, { origin }) {
      context.ports.audit('originAllowed', { origin })
      return keptOrNot(context, allowedByStaff, context.ports.refusedOrigins.allow(origin))
    },
  },
  testConnection: {
    act: () => ({ checks: [], given: null }),
    async work({ ports }, _, worker) {
      await ports.testConnection(tellsChecks(worker))
      return undefined
    },
  },
}

const credentials: Acts = {
  ...formOrigins,
  ...hearsChecks,
  giveCredentials: {
    endsVisit: true,
    act: (_, { interface: name }) => ({ checks: [], given: { interface: name, kept: false } }),
    async work({ ports }, { interface: name, clientId, clientSecret }, worker) {
      const pair = { clientId: clientId.read(), clientSecret: clientSecret.read() }
      const kept = await ports.credentials.give(name, pair, tellsChecks(worker))
      return ({ given }) => ({ given: given && { ...given, kept } })
    },
  },
  removeCredentials: {
    may: ({ ports }, command) =>
      ports.credentials
        .status()
        .some(({ name, since }) => name === command.interface && since !== null),
    endsVisit: true,
    act({ ports }, command) {
      ports.audit('credentialRemoved', { interface: command.interface })
      ports.credentials.remove(command.interface)
    },
  },
}

const settingOf = ({ ports }: StaffSessionContext, { key }: { readonly key: string }) =>
  ports.settings.list().find((setting) => setting.key === key)
const mayChange = (context: StaffSessionContext, command: { readonly key: string }) =>
  settingOf(context, command)?.canChange === true

/** Tells whether a setting's value is chosen from a list: free text may hold a pasted secret, and is not audited. */
function isPicked(setting: StaffSetting | undefined, value: string): boolean {
  if (!setting || setting.kind === 'text') return false
  return setting.choices.includes(value) || /^(true|false|\d{1,9})$/.test(value)
}

const settings: Acts = {
  changeSetting: {
    may: mayChange,
    endsVisit: true,
    act(context, { key, value }) {
      const isAudited = isPicked(settingOf(context, { key }), value)
      context.ports.audit('settingChanged', isAudited ? { key, value } : { key })
      return keptOrNot(context, key, context.ports.settings.change(key, value))
    },
  },
  resetSetting: {
    may: mayChange,
    endsVisit: true,
    act({ ports }, { key }) {
      ports.audit('settingChanged', { key, to: 'reset' })
      ports.settings.reset(key)
      return { settingError: null }
    },
  },
}

const mayForget = ({ ports, forgetsWaiting }: StaffSessionContext) =>
  forgetsWaiting || ports.kiosk.waitingIntakes() === 0
const noteConfirmed: Update<EventOf<'forgetKiosk' | 'forgetKioskAsMember'>> = (_, command) => ({
  done: null,
  forgetsWaiting: command.confirmed === true,
})

const machine: Acts = {
  rotateKey: {
    endsVisit: true,
    act: () => ({ done: null }),
    async work({ ports }) {
      const isRotated = await ports.kiosk.rotateKey()
      return (context) =>
        isRotated ? { done: 'keyRotated' } : { ...countError(context), done: 'keyNotRotated' }
    },
  },
  // Asks for the PIN again, so that nobody can erase the kiosk at a panel that was left open.
  forgetKiosk: {
    may: (context) => !confirmsByMember({ context }),
    act: noteConfirmed,
    async work({ ports }, { pin }) {
      const { kind } = await checkPin(ports, pin)
      return (context) =>
        kind === 'right' && mayForget(context)
          ? { exit: 'forgetting' }
          : {
              ...countError(context),
              ...markWait(context),
              forgetError: kind === 'right' ? 'stillWaiting' : kind,
            }
    },
  },
  forgetKioskAsMember: {
    may: (context) => confirmsByMember({ context }),
    act: noteConfirmed,
    async work({ ports, member }, { secret }, { signal }) {
      const answer = await checkSecret(ports, member?.id, secret, 'forget', signal)
      return (context) => {
        if (isTheirs(answer) && mayForget(context)) return { exit: 'forgetting' }
        return isGone(answer) ? { exit: 'memberChanged' } : notForgotten(context, answer)
      }
    },
  },
}

export const pages: Readonly<Record<StaffPage, Acts>> = {
  home,
  intakes,
  desk,
  connection,
  credentials,
  settings,
  audit: {},
  machine,
}
