import type { SnapshotFrom } from 'xstate'
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
  fullName,
  matching,
  matchingByName,
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
import { firstContext, sharedContact } from './visit-types.ts'

/** One visit of one patient. Every visit is an instance of its own, with a context of its own. */
export const visitMachine = visit.createMachine({
  id: 'visit',
  context: ({ input }) => ({ ...firstContext(input), ...input.shared }),
  initial: 'running',
  output: ({ context }) => ({
    ending: context.ending,
    shared: context.anotherIsNext ? sharedContact(context) : null,
  }),
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
            fullName,
            matchingByName,
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
  'lowerScreen',
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
