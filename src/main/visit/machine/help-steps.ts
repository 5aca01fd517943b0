import { assertEvent } from 'xstate'
import type { VisitEvent } from './visit-types.ts'
import { visit } from './visit-setup.ts'

const keepHeard = ({ event }: { readonly event: VisitEvent }) => {
  assertEvent(event, 'help.heard')
  return { helpHeard: event.heard }
}

const over = { target: 'none', actions: visit.assign({ helpHeard: null }) } as const

/**
 * A call for help, which stands longer than what it says on the screen: until the patient takes it back, staff come to
 * the kiosk, or the visit ends.
 */
export const help = visit.createStateConfig({
  initial: 'none',
  states: {
    none: { on: { help: 'asked' } },
    asked: {
      invoke: {
        src: 'helpCall',
        input: ({ context: { ports, helpNumber: number, locale: language, arriving } }) => ({
          askHelp: ports.askHelp,
          asked: {
            ...{ number, language },
            ...(arriving && { appointmentId: arriving.id }),
          },
        }),
      },
      on: {
        'help.heard': [
          {
            // Whoever waits for somebody who is coming is there.
            guard: ({ event }) => event.heard === 'coming',
            actions: [visit.assign({ helpHeard: 'coming' }), 'restartIdle'],
          },
          { actions: visit.assign(keepHeard) },
        ],
        cancelHelp: over,
        'staff.hold': over,
      },
    },
  },
})
