import { and } from 'xstate'
import { inputs } from './actors.ts'
import { failures, onBug, waitThen } from './outcomes.ts'
import { visit } from './visit-setup.ts'
import { known } from './visit-types.ts'

/** What waits for the patient; a packet is only created after a look at the list that was empty. */
export const findingForms = visit.createStateConfig({
  id: 'findingForms',
  entry: 'settle',
  initial: 'listing',
  states: {
    listing: {
      tags: ['calling'],
      invoke: {
        src: 'openPackets',
        input: inputs.ofPatient,
        onDone: [
          {
            guard: and(['succeeded', 'noPacketWaits', 'createsPackets']),
            target: 'creating',
          },
          { guard: and(['succeeded', 'noPacketWaits']), target: '#nothingWaiting' },
          {
            guard: and(['succeeded', 'onePacketWaits']),
            target: '#opening',
            actions: 'takeOnlyPacket',
          },
          { guard: 'succeeded', target: '#choosePacket', actions: 'keepPackets' },
          ...failures('waiting'),
        ],
        onError: onBug,
      },
    },
    creating: {
      tags: ['calling'],
      invoke: {
        src: 'createPacket',
        input: inputs.ofPatient,
        onDone: [
          { guard: 'succeeded', target: '#opening', actions: 'takeNewPacket' },
          ...failures('waiting'),
        ],
        onError: onBug,
      },
    },
    waiting: waitThen('listing'),
  },
})

/** Several packets wait: the patient chooses by name and date. */
export const choosePacket = visit.createStateConfig({
  id: 'choosePacket',
  entry: ['settle', 'restartIdle'],
  on: {
    choosePacket: { guard: 'packetExists', target: 'opening', actions: 'takeChosenPacket' },
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
    asking: {
      tags: ['calling'],
      invoke: {
        src: 'formUrl',
        input: ({ context }) => ({ ports: context.ports, packetId: context.packet?.id ?? null }),
        onDone: [
          { guard: 'succeeded', target: '#forms', actions: 'keepUrl' },
          ...failures('waiting'),
        ],
        onError: onBug,
      },
    },
    waiting: { id: 'openingAgain', ...waitThen('asking') },
  },
})

/** As long as this lasts the form view is open; leaving it in any way closes the view. */
export const forms = visit.createStateConfig({
  id: 'forms',
  initial: 'loading',
  invoke: {
    id: 'formView',
    src: 'formView',
    input: ({ context }) => ({
      forms: context.ports.forms,
      url: known(context.url, 'address'),
      locale: context.locale,
    }),
    onError: onBug,
  },
  on: {
    'form.failed': [
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
    'form.gone': [
      {
        guard: 'formsKeepGettingLost',
        target: '#askStaff',
        actions: ['logFormLost', { type: 'callStaff', params: 'formTrouble' }],
      },
      { target: '#opening', actions: ['logFormLost', 'countFormLost'] },
    ],
    'form.bug': onBug,
  },
  states: {
    loading: { tags: ['calling'], on: { 'form.opened': 'completing' } },
    completing: {
      id: 'completing',
      entry: ['settle', 'restartIdle'],
      on: {
        finish: [
          {
            guard: 'isAnonymous',
            target: '#finished',
            actions: { type: 'setFinished', params: 'closed' },
          },
          { target: 'confirming' },
        ],
      },
    },
    confirming: {
      initial: 'asking',
      on: { backToForms: 'completing' },
      states: {
        asking: {
          tags: ['calling'],
          invoke: {
            src: 'isCompleted',
            input: inputs.ofPacket,
            onDone: [
              {
                guard: { type: 'gave', params: true },
                target: '#finished',
                actions: { type: 'setFinished', params: 'complete' },
              },
              { guard: { type: 'gave', params: false }, target: '#unfinished' },
              ...failures('waiting'),
            ],
            onError: onBug,
          },
        },
        waiting: waitThen('asking'),
      },
    },
    unfinished: {
      id: 'unfinished',
      entry: ['settle', 'restartIdle'],
      on: {
        backToForms: 'completing',
        leaveUnfinished: {
          target: '#finished',
          actions: { type: 'setFinished', params: 'saved' },
        },
      },
    },
  },
})

/** The visit is over but for its last words; they stand a while, then the wipe. */
export const last = visit.createStateConfig({
  id: 'last',
  initial: 'askStaff',
  entry: ['settle', 'restartIdle'],
  on: { done: { target: '#ended', actions: { type: 'end', params: 'done' } } },
  states: {
    finished: { id: 'finished' },
    askStaff: { id: 'askStaff' },
    tooManyTries: { id: 'tooManyTries' },
    nothingWaiting: { id: 'nothingWaiting' },
  },
})
