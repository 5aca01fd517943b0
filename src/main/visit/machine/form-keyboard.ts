import { assertEvent } from 'xstate'
import { noTyping, wantsKeys } from './typing.ts'
import { visit } from './visit-setup.ts'

const setHidden = (isHidden: boolean) =>
  visit.assign({ typing: ({ context }) => ({ ...context.typing, isHidden }) })

/** A form that opens has no field that the patient chose, and nobody has left it. */
export const forgetField = visit.assign({ typing: noTyping, barEntry: null })

/** As long as a form is open: which of its fields the patient chose. Choosing a field brings the keys back. */
export const followField = visit.createStateConfig({
  on: {
    'form.field': {
      actions: visit.assign(({ event }) => {
        assertEvent(event, 'form.field')
        return { typing: { field: event.field ?? null, isHidden: false } }
      }),
    },
    'form.realKey': { actions: setHidden(true) },
  },
})

/** While the form is seen: the keys that the patient presses, and those that they put away or want back. */
export const pressKeys = visit.createStateConfig({
  on: {
    pressKey: {
      guard: ({ context: { typing }, event }) => {
        assertEvent(event, 'pressKey')
        return typing.field?.token === event.field && wantsKeys(typing)
      },
      actions: visit.sendTo('formView', ({ event }) => {
        assertEvent(event, 'pressKey')
        return { type: 'press', token: event.field, key: event.key }
      }),
    },
    hideKeyboard: {
      guard: ({ context }) => wantsKeys(context.typing),
      actions: setHidden(true),
    },
    showKeyboard: {
      guard: ({ context }) => context.typing.field !== null,
      actions: setHidden(false),
    },
  },
})
