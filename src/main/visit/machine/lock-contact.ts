import { visit } from './visit-setup.ts'

/** While a code is checked, and after it where there is no record, the contact opens a visit that help locked. */
export const keepLockContact = visit.assign(({ context }) => ({ lockContact: context.contact }))

/** Nothing is proved, or there is a record, which has a date of birth. */
export const forgetLockContact = visit.assign({ lockContact: null })
