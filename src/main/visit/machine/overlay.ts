import { visit } from './visit-setup.ts'

const toIdleWarning = '#idleWarning'

/** How long the help number stands before the patient is asked whether they are there; ms. */
export const helpMs = 60_000

/** What lies over every step: help, start over, the choice of text, colours and language, and the watch over an idle visit. */
export const overlay = visit.createStateConfig({
  initial: 'open',
  on: {
    // Who asks for help walks away from it: nobody may have the contact shown in whole any more.
    help: { target: '#help', actions: ['noteHelp', visit.assign({ contactShown: 'before' })] },
    startOver: '#startOver',
    uncover: '#noOverlay',
    'desk.lock': { actions: visit.assign({ contactShown: 'before' }) },
    'staff.left': { actions: visit.assign({ contactShown: 'before' }) },
    'staff.hold': { target: '#noOverlay', actions: visit.assign({ contactShown: 'before' }) },
  },
  states: {
    open: {
      initial: 'none',
      entry: 'markTime',
      after: {
        lastScreenTime: {
          guard: 'lastScreenAlone',
          target: '#ended',
          actions: { type: 'end', params: 'done' },
        },
        idleTime: { guard: 'idleCounts', target: toIdleWarning },
        mailIdleTime: { guard: 'readingMail', target: toIdleWarning },
        scanIdleTime: { guard: 'scanning', target: toIdleWarning },
        formIdleTime: { guard: 'fillingIn', target: toIdleWarning },
      },
      on: {
        activity: { target: '#asItWas', reenter: true },
        restartIdle: { target: '#asItWas', reenter: true },
        stillHere: { target: '#asItWas', reenter: true },
      },
      states: {
        none: { id: 'noOverlay', on: { openDisplay: 'display' } },
        display: { on: { closeDisplay: 'none' } },
        help: {
          id: 'help',
          on: { closeHelp: 'none', cancelHelp: 'none' },
          after: { [helpMs]: toIdleWarning },
        },
        startOver: {
          id: 'startOver',
          on: {
            cancelStartOver: 'none',
            confirmStartOver: {
              target: '#ended',
              actions: { type: 'end', params: 'startedOver' },
            },
          },
        },
        asItWas: { id: 'asItWas', type: 'history' },
      },
    },
    idleWarning: {
      id: 'idleWarning',
      entry: ['markTime', 'askBeforeWipe'],
      after: {
        warningTime: { target: '#ended', actions: { type: 'end', params: 'idle' } },
      },
      on: { stillHere: '#asItWas', 'packet.completed': '#noOverlay' },
    },
  },
})
