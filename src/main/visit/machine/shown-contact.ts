import { visit } from './visit-setup.ts'
import type { VisitContext } from './visit-types.ts'

/** ms that a contact is shown in whole. */
export const showContactMs = 10_000

const id = 'contact'

/** Whether the contact may be shown in whole: once, so that whoever comes by later does not read it. */
const mayShow = ({ context }: { readonly context: VisitContext }) =>
  context.contactShown === 'never'

/** Shows the contact in whole on a tap, once and for a while. */
export const showContact = {
  showContact: {
    guard: mayShow,
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
    contactShown: mayShow({ context }) ? ('never' as const) : ('before' as const),
  })),
] as const
