import type { SnapshotFrom } from 'xstate'
import { standardDisplay } from '../../../../shared/display.ts'
import { arrival, confirmingArrival, findingArrival, settlingArrival } from './arrival-steps.ts'
import { choosePacket, findingForms, forms, last, opening, publicFormsOffer } from './form-steps.ts'
import {
  checking,
  checkingDeskCode,
  code,
  comparing,
  contact,
  dateOfBirth,
  deskCode,
  matching,
  sending,
  welcome,
} from './identity-steps.ts'
import {
  abandonCapture,
  mayGoOffline,
  offlineBeginning,
  offlineBirthDate,
  offlineContact,
  offlineName,
} from './offline-steps.ts'
import { ownPhone, whereToFillIn } from './own-phone-steps.ts'
import { chooseDisplay, dialog, help, length, lock, overlay, staff } from './regions.ts'
import type { VisitCommand } from './typed-values.ts'
import { visit } from './visit-setup.ts'
import { noTyping } from './visit-types.ts'

/** One visit of one patient. Every visit is an instance of its own, with a context of its own. */
export const visitMachine = visit.createMachine({
  id: 'visit',
  context: ({ input }) => ({
    ...input,
    locale: input.ports.locales[0] ?? 'en',
    display: standardDisplay,
    channel: input.ports.settings.identity.channels === 'email' ? 'email' : 'sms',
    proved: [],
    contact: null,
    contactError: null,
    proof: null,
    sent: new Map(),
    resent: false,
    byVoice: false,
    proofRenewed: false,
    refusedContacts: 0,
    unclearCodes: 0,
    tryAt: 0,
    sendAt: 0,
    codeError: null,
    deskCode: { error: null, tries: 0, packetId: null },
    contactShown: 'never',
    lastTry: false,
    isForAnother: false,
    typedDate: null,
    dateError: null,
    provenDate: null,
    lockContact: null,
    lockError: null,
    lockTries: 0,
    errorCount: 0,
    patientId: null,
    arrival: null,
    arriving: null,
    arrivalEnding: null,
    packets: [],
    packetIsCreated: false,
    packet: null,
    url: null,
    phoneCode: null,
    failures: 0,
    waitsSince: null,
    waitsFor: null,
    lagsUntil: 0,
    name: null,
    nameError: null,
    captureId: null,
    expected: null,
    retryAfterMs: 0,
    formsLost: 0,
    pageIsOver: false,
    packetIsComplete: false,
    formsLeft: null,
    formWasUseless: false,
    since: input.ports.now(),
    paper: false,
    dialog: null,
    overSince: 0,
    timesExtended: 0,
    finished: 'complete',
    ending: 'done',
    typing: noTyping,
    note: null,
    barEntry: null,
    helpHeard: null,
  }),
  initial: 'running',
  output: ({ context }) => ({ ending: context.ending }),
  on: {
    chooseLanguage: { guard: 'languageOffered', actions: 'chooseLanguage' },
    ...chooseDisplay.on,
    endNow: {
      target: '#ended',
      actions: { type: 'end', params: ({ event }) => event.ending },
    },
  },
  states: {
    running: {
      type: 'parallel',
      states: {
        flow: {
          initial: 'welcome',
          states: {
            welcome,
            contact,
            deskCode,
            checkingDeskCode,
            sending,
            code,
            checking,
            matching,
            dateOfBirth,
            comparing,
            findingArrival,
            arrival,
            confirmingArrival,
            findingForms,
            settlingArrival,
            choosePacket,
            whereToFillIn,
            ownPhone,
            publicFormsOffer,
            opening,
            forms,
            last,
            offlineName,
            offlineBirthDate,
            offlineContact,
            offlineBeginning,
          },
          on: { goOffline: { guard: mayGoOffline, target: '.offlineName' } },
        },
        overlay,
        dialog,
        length,
        lock,
        staff,
        help,
      },
    },
    // No patient came: there is no end to report.
    unbegun: { id: 'unbegun', type: 'final' },
    ended: { id: 'ended', type: 'final', entry: ['logEnd', abandonCapture] },
  },
})

export type VisitSnapshot = SnapshotFrom<typeof visitMachine>

/** Commands that a locked visit takes: the answer that opens it, its looks, and its end. */
const whileLocked: ReadonlySet<VisitCommand['type']> = new Set([
  ...(['submitDateOfBirth', 'submitContact'] as const),
  ...(['help', 'closeHelp', 'cancelHelp', 'doneHelping', 'stillHere', 'activity'] as const),
  ...(['startOver', 'cancelStartOver', 'confirmStartOver'] as const),
  ...(['chooseLanguage', 'openDisplay', 'closeDisplay', 'chooseTextSize', 'chooseTheme'] as const),
])

/** Tells whether a visit is locked, so that nothing of it may be shown or done; its last words are nobody's secret. */
export function isLocked(snapshot: VisitSnapshot): boolean {
  const { lock, flow } =
    typeof snapshot.value === 'object' ? snapshot.value.running : { lock: '', flow: '' }
  return lock === 'locked' && !(typeof flow === 'object' && 'last' in flow)
}

/** Tells whether a visit takes a command of its patient now. */
export function accepts(snapshot: VisitSnapshot, command: VisitCommand): boolean {
  return snapshot.can(command) && (!isLocked(snapshot) || whileLocked.has(command.type))
}
