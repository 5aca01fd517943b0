import { assign, sendTo, stateIn, type AnyActorRef } from 'xstate'
import type { FormViewEvent } from './form-view.ts'
import type { VisitContext } from './visit-types.ts'
import { visit } from './visit-setup.ts'

/** Tells the form, if it is still there, that nobody answers its page. */
function dismiss({ self }: { readonly self: AnyActorRef }): void {
  const { children } = self.getSnapshot() as { readonly children: Record<string, AnyActorRef> }
  children['formView']?.send({ type: 'dismiss' } satisfies FormViewEvent)
}

/** Whether what is asked now is what `event` answers. */
const isAsked = ({ context: { dialog }, event }: Answered) => dialog?.number === event.number
interface Answered {
  readonly context: VisitContext
  readonly event: { readonly number: number }
}

/**
 * A dialog or a picture that the form's page asks for, over the form alone: it goes with the form, waits beneath
 * whatever lies over the screen (help, a warning), and ends with the visit. One that nobody can see is no.
 */
export const dialog = visit.createStateConfig({
  initial: 'none',
  states: {
    none: {
      id: 'noDialog',
      entry: assign({ dialog: null }),
      on: {
        'dialog.asked': [
          {
            guard: stateIn('#completing'),
            target: 'asking',
            actions: assign({ dialog: ({ event }) => event.dialog }),
          },
          { actions: dismiss },
        ],
      },
    },
    asking: {
      id: 'dialog',
      on: {
        answerDialog: {
          // A picture is given as one.
          guard: ({ context, event }) =>
            isAsked({ context, event }) && !(context.dialog?.kind === 'picture' && event.accepted),
          target: 'none',
          actions: sendTo('formView', ({ event }): FormViewEvent => {
            const { number, accepted, text } = event
            return { type: 'answer', number, answer: accepted ? text : null }
          }),
        },
        givePicture: {
          guard: ({ context, event }) =>
            isAsked({ context, event }) && context.dialog?.kind === 'picture',
          target: 'none',
          actions: [
            ({ context }) => context.ports.log.event('pictureGiven', {}),
            sendTo('formView', ({ event }): FormViewEvent => {
              const { number, picture } = event
              return { type: 'answer', number, answer: picture }
            }),
          ],
        },
        // The form is gone, or the patient has left it: there is nobody left to answer.
        'dialog.over': { target: 'none', actions: dismiss },
      },
    },
  },
})
