import type { SnapshotFrom } from 'xstate'
import { arrivalSteps } from './arrival-steps.ts'
import { formSteps } from './form-steps.ts'
import { identitySteps } from './identity-steps.ts'
import { abandonCapture, offlineSteps } from './offline-steps.ts'
import { ownPhone, whereToFillIn } from './own-phone-steps.ts'
import { isOfflineOffered } from './patience.ts'
import { dialog, help, length, lock, overlay, staff } from './regions.ts'
import type { VisitCommand } from './typed-values.ts'
import { visit } from './visit-setup.ts'
import { firstContext, sharedContact } from './visit-types.ts'

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
    chooseTextSize: { actions: 'chooseDisplay' },
    chooseTheme: { actions: 'chooseDisplay' },
    lowerScreen: { actions: 'chooseDisplay' },
    endNow: { target: '#ended', actions: { type: 'end', params: ({ event }) => event.ending } },
  },
  states: {
    running: {
      type: 'parallel',
      states: {
        flow: {
          initial: 'welcome',
          states: {
            ...identitySteps,
            ...arrivalSteps,
            ...formSteps,
            ...offlineSteps,
            whereToFillIn,
            ownPhone,
          },
          on: {
            goOffline: {
              guard: ({ context }) => isOfflineOffered(context),
              target: '.offlineName',
            },
          },
        },
        overlay,
        dialog,
        length,
        lock,
        staff,
        help,
      },
    },
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
