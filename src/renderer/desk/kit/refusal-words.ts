import { m } from '../../../i18n/paraglide/messages.js'
import type { DeskRefusal } from '../../../shared/desk/messages.ts'
import { refusalOf } from './read.svelte.ts'

/** Explains a refusal to the user of the desk. */
export function refusalWords(refusal: DeskRefusal): string {
  switch (refusal.kind) {
    case 'wrongSecret':
      return refusal.waitMs > 0 ? waitWords(refusal.waitMs) : m.desk_secret_wrong()
    case 'mustWait':
      return waitWords(refusal.waitMs)
    case 'badSecret':
      return m.desk_bad_secret(refusal)
    case 'notConfirmed':
      return m.desk_not_confirmed({ count: refusal.triesLeft })
    case 'otherIdentifiers':
      return m.desk_other_needs(refusal)
    case 'badPatient':
      return m.desk_bad_patient(refusal)
    case 'notAllowed':
      return m.desk_refusal({ kind: 'noRight' })
    case 'malformed':
    case 'locked':
    case 'failed':
      return m.desk_not_done()
    default:
      return m.desk_refusal(refusal)
  }
}

const waitWords = (ms: number) => m.desk_secret_wait({ seconds: Math.ceil(ms / 1_000) })

/** Explains any error that a query or a command ended with. */
export const errorWords = (error: unknown): string =>
  refusalWords(refusalOf(error) ?? { kind: 'failed' })
