import { assertEvent } from 'xstate'
import type { Result } from '../../../shared/result.ts'
import { inputs } from './actors.ts'
import { noteLastDate } from './last-try.ts'
import { forgetLockContact } from './lock-contact.ts'
import { asking, waitThen } from './outcomes.ts'
import { visit } from './visit-setup.ts'
import type { VisitContext } from './visit-types.ts'

/** Whose contact it is, by the service's word. */
export const matching = visit.createStateConfig({
  id: 'matching',
  entry: [
    'settle',
    visit.assign(({ context }) => ({ proved: [...context.proved, context.channel] })),
  ],
  initial: 'asking',
  states: {
    asking: asking(
      'matchPatient',
      inputs.inProof,
      [
        { guard: 'succeeded', target: '#dateOfBirth', actions: 'keepPatient' },
        {
          guard: 'unknownButPublicFormsAreOffered',
          target: '#publicFormsOffer',
        },
        {
          guard: { type: 'failedAs', params: 'notFound' },
          target: '#askStaff',
          actions: { type: 'callStaff', params: 'noMatch' },
        },
        {
          guard: { type: 'failedAs', params: 'conflictingMatches' },
          target: '#askStaff',
          actions: { type: 'callStaff', params: 'severalMatches' },
        },
      ],
      'waiting',
    ),
    waiting: waitThen('asking'),
  },
})

/** A shared phone must not open someone else's chart, so the patient also says when they were born. */
export const dateOfBirth = visit.createStateConfig({
  id: 'dateOfBirth',
  entry: ['settle', 'restartIdle', noteLastDate, forgetLockContact],
  on: {
    sayForWhom: {
      actions: visit.assign(({ event }) => {
        assertEvent(event, 'sayForWhom')
        return { isForAnother: event.isForAnother, dateError: null }
      }),
    },
    submitDateOfBirth: [
      { guard: 'isDate', target: 'comparing', actions: 'takeDate' },
      { actions: { type: 'setDateError', params: 'notADate' } },
    ],
  },
})

/** Whether a comparison has just ended, and found the date of the record. */
const isSame = (event: object) => {
  const result = (event as { readonly output?: Result<unknown, unknown> }).output
  return result?.ok === true && result.value === 'same'
}

/** Why the desk is needed after the last wrong date. A family that shares a phone is told from a wrong patient by it. */
const notMatched = ({ context }: { readonly context: VisitContext }) =>
  context.isForAnother ? 'dateOfBirthOfAnother' : 'dateOfBirthNotMatched'

/** Compares in main; what was typed is forgotten unless it matched. */
export const comparing = visit.createStateConfig({
  initial: 'asking',
  exit: visit.assign(({ context, event }) => ({
    typedDate: null,
    provenDate: isSame(event) ? context.typedDate : null,
  })),
  states: {
    asking: asking(
      'compareDateOfBirth',
      inputs.dateToCompare,
      [
        { guard: 'isSameDateAndArrivalIsAsked', target: '#findingArrival' },
        { guard: { type: 'gave', params: 'same' }, target: '#findingForms' },
        {
          guard: { type: 'gave', params: 'different' },
          target: '#dateOfBirth',
          actions: { type: 'setDateError', params: 'notMatched' },
        },
        {
          guard: { type: 'gave', params: 'noDate' },
          target: '#askStaff',
          actions: { type: 'callStaff', params: 'noDateOfBirthOnRecord' },
        },
        {
          guard: { type: 'gave', params: 'limit' },
          target: '#askStaff',
          actions: { type: 'callStaff', params: notMatched },
        },
      ],
      'waiting',
    ),
    waiting: waitThen('asking'),
  },
})
