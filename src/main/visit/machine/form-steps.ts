import { followField, forgetField } from './form-keyboard.ts'
import { inputs } from './actors.ts'
import { allDone, completing, confirming, loading, lost, unfinished } from './filling-in-steps.ts'
import { cutOff } from './cut-off.ts'
import { asking, onBug, waitThen } from './outcomes.ts'
import { onUselessForm } from './useless-form.ts'
import { followPaper, forgetPaper } from './papers.ts'
import { visit } from './visit-setup.ts'
import { assertPresent } from './visit-types.ts'

/** What waits for the patient; a packet is only created after a look at the list that was empty. */
export const findingForms = visit.createStateConfig({
  id: 'findingForms',
  entry: 'settle',
  initial: 'listing',
  states: {
    listing: asking(
      'openPackets',
      inputs.ofPatient,
      [
        {
          guard: 'noPacketWaitsSoOneIsCreated',
          target: 'creating',
        },
        { guard: 'noPacketWaitsForWhoArrived', target: '#settlingArrival' },
        { guard: 'noPacketWaits', target: '#nothingWaiting' },
        {
          guard: 'packetOfDeskCodeWaits',
          target: '#whereToFillIn',
          actions: 'takePacketOfDeskCode',
        },
        {
          guard: 'onePacketWaits',
          target: '#whereToFillIn',
          actions: 'takeOnlyPacket',
        },
        { guard: 'succeeded', target: '#choosePacket', actions: 'keepPackets' },
      ],
      'waiting',
    ),
    creating: asking(
      'createPacket',
      inputs.ofPatient,
      [{ guard: 'succeeded', target: '#whereToFillIn', actions: 'takeNewPacket' }],
      'waiting',
    ),
    waiting: waitThen('listing'),
  },
})

/** Several packets wait: the patient chooses by name and date. */
export const choosePacket = visit.createStateConfig({
  id: 'choosePacket',
  entry: ['settle', 'restartIdle'],
  on: {
    choosePacket: { guard: 'packetExists', target: 'whereToFillIn', actions: 'takeChosenPacket' },
  },
})

/** No record, but the clinic lets everyone fill in its public forms. */
export const publicFormsOffer = visit.createStateConfig({
  id: 'publicFormsOffer',
  entry: ['settle', 'restartIdle'],
  on: { openPublicForms: 'opening' },
})

/** Asks for the address of the forms. */
export const opening = visit.createStateConfig({
  id: 'opening',
  initial: 'asking',
  states: {
    asking: asking(
      'formUrl',
      inputs.ofForm,
      [{ guard: 'succeeded', target: '#forms', actions: 'keepUrl' }],
      'waiting',
    ),
    waiting: { id: 'openingAgain', ...waitThen('asking') },
  },
})

/** As long as this lasts the form view is open; leaving it in any way closes the view. */
export const forms = visit.createStateConfig({
  id: 'forms',
  initial: 'loading',
  entry: [forgetField, forgetPaper],
  invoke: [
    {
      id: 'formView',
      src: 'formView',
      input: ({ context }) => ({
        forms:
          (context.captureId === null ? undefined : context.ports.offline?.forms) ??
          context.ports.forms,
        now: context.ports.now,
        url: assertPresent(context.url, 'address'),
        locale: context.locale,
        helpNumber: context.helpNumber,
      }),
      onError: onBug,
    },
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
      {
        guard: 'formIsNotConfirmed',
        target: '#askStaff',
        actions: ['logFormFailure', { type: 'callStaff', params: 'formOrigin' }],
      },
      {
        guard: 'formMayNotOpen',
        target: '#askStaff',
        actions: ['logFormFailure', { type: 'callStaff', params: 'formTrouble' }],
      },
      {
        guard: 'formIsNotThere',
        target: '#askStaff',
        actions: ['logFormFailure', { type: 'callStaff', params: 'formTrouble' }],
      },
      { target: '#openingAgain', actions: ['logFormFailure', 'countFormFailure'] },
    ],
    'form.gone': { target: '.lost', actions: ['logFormLost', 'countFormLost'] },
    'form.sign': { actions: 'tellWatch' },
    'packet.completed': allDone,
    'form.useless': onUselessForm,
    'form.finished': {
      guard: 'isCapture',
      target: '#finished',
      actions: { type: 'setFinished', params: 'kept' },
    },
    'form.bug': onBug,
    ...followField.on,
    ...followPaper.on,
  },
  states: {
    loading,
    completing,
    cutOff,
    confirming,
    unfinished,
    lost,
  },
})

/** The visit is over but for its last words; they stand a while, then the wipe. */
export const last = visit.createStateConfig({
  id: 'last',
  initial: 'askStaff',
  entry: ['settle', 'restartIdle', 'noteArrival'],
  on: { done: { target: '#ended', actions: { type: 'end', params: 'done' } } },
  states: {
    finished: { id: 'finished' },
    askStaff: { id: 'askStaff' },
    tooManyTries: { id: 'tooManyTries' },
    nothingWaiting: { id: 'nothingWaiting' },
  },
})
