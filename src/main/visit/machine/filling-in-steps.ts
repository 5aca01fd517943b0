import { and, not, raise } from 'xstate'
import { inputs } from './actors.ts'
import { toCutOff } from './cut-off.ts'
import { moveFocus } from './form-focus.ts'
import { pressKeys } from './form-keyboard.ts'
import { asksForFiles, endNote, forgetNote, tellOfFiles } from './form-note.ts'
import { asking, onBug, waitThen } from './outcomes.ts'
import { closePaper } from './papers.ts'
import { visit } from './visit-setup.ts'

/** The service calls the packet complete. */
const noteComplete = ['tellComplete', 'markComplete'] as const
/** So the visit is over. */
export const allDone = {
  target: '#finished',
  actions: [...noteComplete, { type: 'setFinished', params: 'complete' }],
} as const
const closed = { target: '#finished', actions: { type: 'setFinished', params: 'closed' } } as const

const backToForms = [{ guard: 'pageIsOver', target: '#opening' }, '#completing'] as const

/** The page is on its way; what it says of itself until it is there is no end. */
export const loading = visit.createStateConfig({
  tags: ['calling'],
  on: {
    'form.opened': { target: '#completing', actions: 'forgetPageOver' },
    'form.sign': {},
  },
})

/** The patient fills the form in. Once the packet is complete the page has a moment to say so. */
export const completing = visit.createStateConfig({
  id: 'completing',
  entry: ['settle', 'restartIdle'],
  exit: [raise({ type: 'dialog.over' }), ...forgetNote],
  initial: 'filling',
  on: {
    finish: [
      { guard: and(['isAnonymous', not('isCapture')]), ...closed },
      // A capture is finished in its own page, or not at all.
      { guard: not('isCapture'), target: '#confirming' },
    ],
    'form.sign': [
      { guard: asksForFiles, actions: tellOfFiles },
      { guard: 'isAnonymousAndPageAsksToBeClosed', ...closed },
      { guard: 'pageAsksToBeClosed', target: '#confirming', actions: 'markPageOver' },
      { actions: 'tellWatch' },
    ],
    'packet.completed': { target: '.complete', actions: noteComplete },
    ...pressKeys.on,
    ...closePaper.on,
    ...endNote.on,
    ...moveFocus.on,
  },
  states: {
    filling: toCutOff,
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

/** The patient wants to stop, or the page asked to be closed: the service is asked how far they are. */
export const confirming = visit.createStateConfig({
  id: 'confirming',
  initial: 'asking',
  on: { backToForms },
  states: {
    asking: asking(
      'packetProgress',
      inputs.ofPacket,
      [
        { guard: { type: 'packetIs', params: true }, ...allDone },
        {
          guard: { type: 'packetIs', params: false },
          target: '#unfinished',
          actions: 'keepFormsLeft',
        },
        // Nothing known says it: then nobody is told that something is missing.
        {
          guard: { type: 'packetIs', params: null },
          target: '#finished',
          actions: ['logUnknownState', { type: 'setFinished', params: 'closed' }],
        },
      ],
      'waiting',
    ),
    waiting: waitThen('asking'),
  },
})

/** Forms are left: the patient goes on, or stops all the same. */
export const unfinished = visit.createStateConfig({
  id: 'unfinished',
  entry: ['settle', 'restartIdle'],
  on: {
    backToForms,
    leaveUnfinished: {
      target: '#finished',
      actions: { type: 'setFinished', params: 'saved' },
    },
  },
})

const orOpenAgain = [
  {
    guard: 'formsKeepGettingLost',
    target: '#askStaff',
    actions: { type: 'callStaff', params: 'formTrouble' },
  },
  { target: '#opening' },
] as const

/**
 * The form view is gone. A packet that is complete by now is not opened again; whatever else the service says, or does
 * not, the form is.
 */
export const lost = visit.createStateConfig({
  initial: 'deciding',
  // A view that is gone says so again when it is hidden.
  on: { 'form.gone': {}, 'form.sign': {} },
  states: {
    deciding: { always: [{ guard: 'isAnonymous', target: 'reopening' }, 'asking'] },
    asking: {
      tags: ['calling'],
      invoke: {
        src: 'packetProgress',
        input: inputs.ofPacket,
        onDone: [{ guard: { type: 'packetIs', params: true }, ...allDone }, ...orOpenAgain],
        onError: onBug,
      },
    },
    reopening: { always: orOpenAgain },
  },
})
