import { and, assign, not, raise, sendTo } from 'xstate'
import { isFormNote } from '../../../../shared/form-notes.ts'
import type { FormViewEvent } from './form-view.ts'
import type { PacketProgress } from '../../../intake/check-in-service.ts'
import { isNothingKept, isOfflineOfferedInForm } from './patience.ts'
import { mayCheckInAnother } from './rules.ts'
import {
  askStaff,
  asking,
  calling,
  endAs,
  endVisit,
  finish,
  finishAs,
  lagThen,
  logs,
  onBug,
  patience,
  visit,
  waitFor,
  waitThen,
} from './visit-setup.ts'
import { type InContext, type VisitEvent, noTyping, wantsKeys } from './visit-types.ts'

const setHidden = (isHidden: boolean) =>
  visit.assign({ typing: ({ context }) => ({ ...context.typing, isHidden }) })
const keysAreShown = ({ context }: InContext) => wantsKeys(context.typing)

export const noteMs = 20_000
const noteTimer = 'note'

const forgetNote = [visit.assign({ note: null }), visit.cancel(noteTimer)] as const

const noteOf = (event: VisitEvent) =>
  event.type === 'form.sign' && isFormNote(event.sign) ? event.sign : null

const showNote = [
  visit.assign({ note: ({ event }) => noteOf(event) }),
  visit.cancel(noteTimer),
  visit.raise({ type: 'note.over' }, { id: noteTimer, delay: noteMs }),
] as const

const whileOpen = visit.createStateConfig({
  on: {
    // Choosing a field brings the keys back.
    'form.field': {
      actions: assign(({ event }) => ({ typing: { field: event.field ?? null, isHidden: false } })),
    },
    'form.realKey': { actions: setHidden(true) },
    'form.paper': { actions: assign({ paper: ({ event }) => event.open }) },
  },
})

const whileSeen = visit.createStateConfig({
  on: {
    pressKey: {
      guard: ({ context: { typing }, event }) =>
        typing.field?.token === event.field && wantsKeys(typing),
      actions: sendTo('formView', ({ event: { field: token, key } }): FormViewEvent => ({
        type: 'press',
        token,
        key,
      })),
    },
    hideKeyboard: { guard: keysAreShown, actions: setHidden(true) },
    showKeyboard: {
      guard: ({ context }) => context.typing.field !== null,
      actions: setHidden(false),
    },
    // The form itself says when the paper is gone.
    closePaper: {
      guard: ({ context }) => context.paper,
      actions: sendTo('formView', { type: 'closePaper' } satisfies FormViewEvent),
    },
    // A touch outside the form: one in it may be the very one that asked for the file.
    activity: {
      guard: ({ context, event }) => context.note !== null && !('inForm' in event),
      actions: forgetNote,
    },
    'note.over': { actions: forgetNote },
    'form.left': {
      actions: assign(({ context: { barEntry, typing }, event }) => ({
        barEntry: {
          at: event.way === 'forward' ? ('first' as const) : ('last' as const),
          times: (barEntry?.times ?? 0) + 1,
        },
        typing: { ...typing, isHidden: true },
      })),
    },
    enterForm: [
      // With Foyer's keys shown the patient is in the form already, and goes on with a real keyboard.
      { guard: keysAreShown, actions: setHidden(true) },
      {
        actions: sendTo('formView', ({ event }): FormViewEvent => ({
          type: 'enter',
          at: event.at,
        })),
      },
    ],
  },
})

const logUseless = logs('formFailed', { error: 'useless' })

/** Offers one more try at a form that shows nothing to read or use; the second time staff are called. */
const onUselessForm = [
  {
    guard: ({ context }: InContext) => context.formWasUseless,
    ...askStaff('formTrouble', logUseless),
  },
  {
    target: '#openingAgain',
    actions: [
      logUseless,
      // At once with the screen that offers to try again: the patient has waited already.
      visit.assign(({ context }) => ({
        formWasUseless: true,
        failures: context.failures + 2,
        retryAfterMs: 0,
      })),
    ],
  },
] as const

/** Time after which a form counts as cut off that opened while the service was thought to be down; ms. */
const doubtMs = 10_000
/** ms for the open page to save its data by itself, once the service is back. */
const savingMs = 3_000

/** Never true of a capture, whose pages stand on this kiosk. */
const isDown = ({ context: { ports, captureId } }: InContext): boolean =>
  captureId === null && (ports.offline?.isDown() ?? false)

const cutOff = visit.createStateConfig({
  // The page stays open beneath, unseen, so that it may still save its data.
  id: 'cutOff',
  entry: [
    'settle',
    'restartIdle',
    visit.assign({ waitsSince: ({ context }) => context.ports.now() }),
  ],
  initial: 'waiting',
  // In every case the page is opened anew.
  on: { 'form.gone': {}, 'form.useless': {} },
  states: {
    waiting: {
      after: {
        offerTime: { actions: [] },
        personTime: { guard: isNothingKept, target: '#askStaff', actions: 'callStaffForWait' },
      },
      on: {
        'connection.changed': { guard: (given) => !isDown(given), target: 'returning' },
        goOffline: {
          guard: ({ context }) => isOfflineOfferedInForm(context),
          target: '#offlineName',
        },
      },
    },
    returning: {
      after: { [savingMs]: '#opening' },
      on: { 'connection.changed': { guard: isDown, target: 'waiting' } },
    },
  },
})

const packetIs = <const Completed extends PacketProgress['completed']>(params: Completed) =>
  ({ type: 'packetIs', params }) as const

const noteComplete = ['tellComplete', 'markComplete'] as const
const allDone = { target: '#finished', actions: [...noteComplete, finishAs('complete')] } as const

const backToForms = [{ guard: 'pageIsOver', target: '#opening' }, '#completing'] as const

/** Waits for the page; nothing that it reports before it is shown counts as an end. */
const loading = visit.createStateConfig({
  tags: ['calling'],
  after: patience,
  on: { 'form.opened': { target: '#completing', actions: 'forgetPageOver' }, 'form.sign': {} },
})

const completing = visit.createStateConfig({
  id: 'completing',
  entry: ['settle', 'restartIdle'],
  exit: [raise({ type: 'dialog.over' }), ...forgetNote],
  initial: 'filling',
  on: {
    finish: [
      { guard: and(['isAnonymous', not('isCapture')]), ...finish('closed') },
      // A capture is finished in its own page, or not at all.
      { guard: not('isCapture'), target: '#confirming' },
    ],
    'form.sign': [
      { guard: ({ event }) => noteOf(event) !== null, actions: showNote },
      { guard: 'isAnonymousAndPageAsksToBeClosed', ...finish('closed') },
      {
        guard: 'pageAsksToBeClosed',
        target: '#confirming',
        actions: ['markPageOver', 'expectLag'],
      },
      { actions: ['tellWatch', 'expectLag'] },
    ],
    'packet.completed': { target: '.complete', actions: noteComplete },
    ...whileSeen.on,
  },
  states: {
    filling: {
      after: { [doubtMs]: { guard: isDown, target: '#cutOff' } },
      on: { 'connection.changed': { guard: isDown, target: '#cutOff' } },
    },
    complete: {
      initial: 'untouched',
      after: { longestLingerTime: allDone },
      on: {
        finish: allDone,
        'form.gone': allDone,
        'form.sign': [{ guard: 'pageAsksToBeClosed', ...allDone }],
      },
      states: {
        untouched: {
          after: { lingerTime: allDone },
          on: { activity: { target: 'untouched', reenter: true } },
        },
      },
    },
  },
})

const confirming = visit.createStateConfig({
  id: 'confirming',
  initial: 'asking',
  on: { backToForms },
  states: {
    asking: asking('packetProgress', 'waiting', [
      { guard: packetIs(true), ...allDone },
      { guard: 'completionMayBeLate', target: 'lagging' },
      { guard: packetIs(false), target: '#unfinished', actions: 'keepFormsLeft' },
      // If the progress is unknown, nobody is warned that something is missing.
      {
        guard: packetIs(null),
        target: '#finished',
        actions: ['logUnknownState', finishAs('closed')],
      },
    ]),
    lagging: lagThen('asking'),
    waiting: waitThen('asking'),
  },
})

const unfinished = visit.createStateConfig({
  id: 'unfinished',
  entry: ['settle', 'restartIdle'],
  on: { backToForms, leaveUnfinished: finish('saved') },
})

const orOpenAgain = [
  { guard: 'formsKeepGettingLost', ...askStaff('formTrouble') },
  { target: '#opening' },
] as const

const lost = visit.createStateConfig({
  // A packet that is complete by now is not opened again; with any other answer of the service, or none, the form is.
  initial: 'deciding',
  // A view that is gone says so again when it is hidden.
  on: { 'form.gone': {}, 'form.sign': {} },
  states: {
    deciding: { always: [{ guard: 'isAnonymous', target: 'reopening' }, 'asking'] },
    asking: {
      ...calling('packetProgress', [{ guard: packetIs(true), ...allDone }, ...orOpenAgain]),
      entry: waitFor('packetProgress'),
      after: { noticeTime: orOpenAgain },
    },
    reopening: { always: orOpenAgain },
  },
})

/** Lists the packets of the patient; one is only created after a look at the list that was empty. */
const findingForms = visit.createStateConfig({
  id: 'findingForms',
  entry: 'forgetFailures',
  initial: 'listing',
  states: {
    listing: asking('openPackets', 'waiting', [
      { guard: 'createdPacketMayBeLate', target: 'lagging' },
      { guard: 'createdPacketIsMissing', target: '#askStaff', actions: 'callStaffForNewPacket' },
      { guard: 'noPacketWaitsSoOneIsCreated', target: 'creating' },
      { guard: 'noPacketWaitsForWhoArrived', target: '#settlingArrival' },
      { guard: 'noPacketWaits', target: '#nothingWaiting' },
      {
        guard: 'packetOfDeskCodeWaits',
        target: '#whereToFillIn',
        actions: 'takePacketOfDeskCode',
      },
      { guard: 'onePacketWaits', target: '#whereToFillIn', actions: 'takeOnlyPacket' },
      { guard: 'succeeded', target: '#choosePacket', actions: 'keepPackets' },
    ]),
    creating: asking('createPacket', 'waiting', [
      { guard: 'newPacketIsNamed', target: '#whereToFillIn', actions: 'takeNewPacket' },
      // Then it is the one that waits now.
      { guard: 'succeeded', target: 'listing', actions: ['markPacketCreated', 'expectLag'] },
    ]),
    lagging: lagThen('listing'),
    waiting: waitThen('listing'),
  },
})

const choosePacket = visit.createStateConfig({
  id: 'choosePacket',
  entry: ['settle', 'restartIdle'],
  on: {
    choosePacket: { guard: 'packetExists', target: 'whereToFillIn', actions: 'takeChosenPacket' },
  },
})

const publicFormsOffer = visit.createStateConfig({
  id: 'publicFormsOffer',
  entry: ['settle', 'restartIdle'],
  on: { openPublicForms: 'opening' },
})

const opening = visit.createStateConfig({
  id: 'opening',
  initial: 'deciding',
  states: {
    // A capture stands on this kiosk: no address is asked for.
    deciding: { always: [{ guard: 'isCapture', target: '#forms' }, 'asking'] },
    asking: asking('formUrl', 'waiting', [
      { guard: 'succeeded', target: '#forms', actions: 'keepUrl' },
    ]),
    waiting: { id: 'openingAgain', ...waitThen('deciding') },
  },
})

/** Keeps the form view open; leaving this state in any way closes it. */
const forms = visit.createStateConfig({
  id: 'forms',
  initial: 'loading',
  entry: visit.assign({ typing: noTyping, barEntry: null, paper: false, lagsUntil: 0 }),
  invoke: [
    { id: 'formView', src: 'formView', input: ({ context }) => context, onError: onBug },
    {
      id: 'completionWatch',
      src: 'completionWatch',
      input: ({ context: { ports, packet } }) => ({ ports, packetId: packet?.id ?? null }),
    },
    {
      src: 'connectionWatch',
      input: ({ context: { ports, captureId } }) =>
        captureId === null ? ports.offline : undefined,
    },
  ],
  on: {
    'form.failed': [
      { guard: 'formIsNotConfirmed', ...askStaff('formOrigin', 'logFormFailure') },
      { guard: 'formCannotOpen', ...askStaff('formTrouble', 'logFormFailure') },
      { target: '#openingAgain', actions: ['logFormFailure', 'countFormFailure'] },
    ],
    'form.gone': {
      target: '.lost',
      actions: [logs('formFailed', { error: 'gone' }), 'countFormLost'],
    },
    'form.sign': { actions: 'tellWatch' },
    'packet.completed': allDone,
    'form.useless': onUselessForm,
    'form.finished': { guard: 'isCapture', ...finish('kept') },
    'form.bug': onBug,
    ...whileOpen.on,
  },
  states: { loading, completing, cutOff, confirming, unfinished, lost },
})

/** The next person with a contact that several share proves it no more; only while the last words stand. */
const another = {
  on: {
    checkInAnother: {
      guard: ({ context }: InContext) => mayCheckInAnother(context),
      target: '#ended',
      actions: [visit.assign({ anotherIsNext: true }), endAs('done')],
    },
  },
} as const

const last = visit.createStateConfig({
  id: 'last',
  initial: 'askStaff',
  entry: ['settle', 'restartIdle', 'noteArrival'],
  on: { done: endVisit('done') },
  states: {
    finished: { id: 'finished', ...another },
    askStaff: { id: 'askStaff' },
    tooManyTries: { id: 'tooManyTries' },
    nothingWaiting: { id: 'nothingWaiting', ...another },
  },
})

export const formSteps = { findingForms, choosePacket, publicFormsOffer, opening, forms, last }
