import { assertEvent } from 'xstate'
import { visit } from './visit-setup.ts'

/** At any time: how large the text is, and in which colours, until the visit ends. */
export const chooseDisplay = visit.createStateConfig({
  on: {
    chooseTextSize: {
      actions: visit.assign(({ context: { display }, event }) => {
        assertEvent(event, 'chooseTextSize')
        return { display: { ...display, textSize: event.textSize } }
      }),
    },
    chooseTheme: {
      actions: visit.assign(({ context: { display }, event }) => {
        assertEvent(event, 'chooseTheme')
        return { display: { ...display, theme: event.theme } }
      }),
    },
  },
})
