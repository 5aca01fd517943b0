import { m } from '../../i18n/paraglide/messages.js'
import type { DeskShown, PairFault } from '../../shared/staff-desk.ts'
import type { Words } from '../../i18n/reason-words.ts'

export const pairFaultWords: Readonly<Record<PairFault, Words>> = {
  notReadable: m.staff_desk_error_not_readable,
  refused: m.staff_desk_error_refused,
  otherCertificate: m.staff_desk_error_other_certificate,
  unreachable: m.staff_desk_error_unreachable,
  notKept: m.staff_desk_error_not_kept,
}

type Connection = NonNullable<DeskShown['paired']>['connection']

/** Words for the kiosk's connection to the desk, and the sign beside it. */
export const deskConnectionWords: Readonly<
  Record<Connection, { readonly is: Words; readonly status: 'good' | 'busy' | 'bad' }>
> = {
  alone: { is: m.staff_desk_alone, status: 'bad' },
  connecting: { is: m.staff_desk_connecting, status: 'busy' },
  connected: { is: m.staff_desk_connected, status: 'good' },
  refused: { is: m.staff_desk_refused, status: 'bad' },
}
