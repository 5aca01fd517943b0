import { assertEvent } from 'xstate'
import { wantsKeys } from './typing.ts'
import { visit } from './visit-setup.ts'

/** While the form is seen: somebody goes by a real keyboard from the form to the bar, and back. */
export const moveFocus = visit.createStateConfig({
  on: {
    'form.left': {
      actions: visit.assign(({ context: { barEntry, typing }, event }) => {
        assertEvent(event, 'form.left')
        const at = event.way === 'forward' ? 'first' : 'last'
        return {
          barEntry: { at, times: (barEntry?.times ?? 0) + 1 } as const,
          typing: { ...typing, isHidden: true },
        }
      }),
    },
    enterForm: [
      // Whoever has Foyer's keys before them is in the form already, and goes on with a real keyboard.
      {
        guard: ({ context }) => wantsKeys(context.typing),
        actions: visit.assign({ typing: ({ context }) => ({ ...context.typing, isHidden: true }) }),
      },
      {
        actions: visit.sendTo('formView', ({ event }) => {
          assertEvent(event, 'enterForm')
          return { type: 'enter', at: event.at }
        }),
      },
    ],
  },
})
