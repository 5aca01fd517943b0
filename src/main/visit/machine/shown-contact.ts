import { visit } from './visit-setup.ts'
import type { VisitContext } from './visit-types.ts'

/** ms that a contact is shown in whole. */
export const showContactMs = 10_000

const id = 'contact'

/** Shows the contact in whole on a tap, for a while, and once: whoever comes by later does not read it. */
export const showContact = {
  showContact: {
    guard: ({ context }: { readonly context: VisitContext }) => context.contactShown === 'never',
    actions: [
      visit.assign({ contactShown: 'now' }),
      visit.raise({ type: 'contact.hidden' }, { id, delay: showContactMs }),
    ],
  },
  'contact.hidden': { actions: visit.assign({ contactShown: 'before' }) },
} as const

/** The contact is whole on no other screen. */
export const hideContact = [
  visit.cancel(id),
  visit.assign(({ context }) => ({
    contactShown: context.contactShown === 'now' ? ('before' as const) : context.contactShown,
  })),
] as const
