import { visit } from './visit-setup.ts'
import type { VisitContext } from './visit-types.ts'

const log = visit.createAction(({ context }) =>
  context.ports.log.event('formFailed', { error: 'useless' }),
)

/**
 * What follows when a form shows nothing that a patient could read or use: they may try once more. One that shows
 * nothing again will not the third time either, so then a person is called.
 */
export const onUselessForm = [
  {
    guard: ({ context }: { readonly context: VisitContext }) => context.formWasUseless,
    target: '#askStaff',
    actions: [log, { type: 'callStaff', params: 'formTrouble' }],
  },
  {
    target: '#openingAgain',
    actions: [
      log,
      // At once with the screen that offers to try again: the patient has waited already.
      visit.assign(({ context }) => ({
        formWasUseless: true,
        failures: context.failures + 2,
        retryAfterMs: 0,
      })),
    ],
  },
] as const
