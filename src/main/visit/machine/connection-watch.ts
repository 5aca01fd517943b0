import { fromCallback } from 'xstate'
import type { OfflinePort } from '../offline-port.ts'
import type { VisitEvent } from './visit-types.ts'

/** Tells the visit of each change of the connection; of none where no port is given. */
export const connectionWatch = fromCallback<
  VisitEvent,
  Pick<OfflinePort, 'onConnectionChange'> | undefined
>(({ input, sendBack }) =>
  input?.onConnectionChange(() => sendBack({ type: 'connection.changed' })),
)
