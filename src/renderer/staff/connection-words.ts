import { m } from '../../i18n/paraglide/messages.js'
import type { ConnectionState } from '../../shared/connection.ts'
import type { Words } from '../../i18n/reason-words.ts'

/** Words on the connection for staff: its state, their next step, and its sign. */
export const connectionWords: Readonly<
  Record<
    ConnectionState,
    { readonly is: Words; readonly note: Words; readonly status: 'none' | 'good' | 'bad' }
  >
> = {
  unknown: {
    is: m.staff_home_connection_unknown,
    note: m.staff_home_connection_unknown_note,
    status: 'none',
  },
  online: {
    is: m.staff_home_connection_online,
    note: m.staff_home_connection_online_note,
    status: 'good',
  },
  slow: {
    is: m.staff_home_connection_slow,
    note: m.staff_home_connection_slow_note,
    status: 'bad',
  },
  offline: {
    is: m.staff_home_connection_offline,
    note: m.staff_home_connection_offline_note,
    status: 'bad',
  },
  refused: {
    is: m.staff_home_connection_refused,
    note: m.staff_home_connection_refused_note,
    status: 'bad',
  },
  serviceDown: {
    is: m.staff_home_connection_service_down,
    note: m.staff_home_connection_service_down_note,
    status: 'bad',
  },
  denied: {
    is: m.staff_home_connection_denied,
    note: m.staff_home_connection_denied_note,
    status: 'bad',
  },
}
