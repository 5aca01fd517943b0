import { assertEvent } from 'xstate'
import type { FormViewEvent } from './form-view.ts'
import { visit } from './visit-setup.ts'

/** A form that opens has no paper over it. */
export const forgetPaper = visit.assign({ paper: false })

/** As long as a form is open: whether a paper that its page opened lies over it. */
export const followPaper = visit.createStateConfig({
  on: {
    'form.paper': {
      actions: visit.assign(({ event }) => {
        assertEvent(event, 'form.paper')
        return { paper: event.open }
      }),
    },
  },
})

/** While the form is seen: the way back to it. The form itself says when the paper is gone. */
export const closePaper = visit.createStateConfig({
  on: {
    closePaper: {
      guard: ({ context }) => context.paper,
      actions: visit.sendTo('formView', { type: 'closePaper' } satisfies FormViewEvent),
    },
  },
})
