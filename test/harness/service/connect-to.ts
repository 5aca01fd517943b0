import type { Dispatcher } from 'undici'
import { onTestFinished } from 'vitest'
import type { Sandbox } from '../../../sandbox/sandbox.ts'
import { createIntakeClient } from '../../../src/main/intake/client/client.ts'
import type { IntakeClientOptions } from '../../../src/main/intake/client/call-types.ts'
import { addressesAt } from './addresses-at.ts'

/** A sandbox, or one without sockets that a dispatcher reaches. */
type RunningService = Pick<
  Sandbox,
  'apiUrl' | 'credentials' | 'accountId' | 'locationIds' | 'close'
> & { readonly dispatcher?: Dispatcher }

/** Options by which a client calls such a sandbox. */
export const clientOptionsOf = ({
  apiUrl,
  credentials,
  dispatcher,
}: Pick<RunningService, 'apiUrl' | 'credentials' | 'dispatcher'>): IntakeClientOptions => ({
  ...addressesAt(apiUrl),
  credentials: { partner: () => credentials.partner, developer: () => credentials.developer },
  ...(dispatcher && { dispatcher }),
})

/** A real client on a sandbox that the test has started for itself; both end with the test. */
export function connectTo(sandbox: RunningService, options: Partial<IntakeClientOptions> = {}) {
  const { accountId, locationIds } = sandbox
  const client = createIntakeClient({ ...clientOptionsOf(sandbox), ...options })
  onTestFinished(async () => {
    await client.close()
    await sandbox.close()
  })
  return { client, here: { accountId, locationId: locationIds[0] } }
}
