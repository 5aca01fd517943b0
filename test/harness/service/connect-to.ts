import type { Dispatcher } from 'undici'
import { onTestFinished } from 'vitest'
import type { Id } from '../../../src/contract/values.ts'
import { createIntakeClient } from '../../../src/main/service/client/client.ts'
import type { IntakeClientOptions } from '../../../src/main/service/client/call-types.ts'
import type { ClientCredentials } from '../../../src/main/service/auth/token-request.ts'

/** What this needs of a sandbox. */
interface RunningService {
  readonly apiUrl: string
  readonly credentials: {
    readonly partner: ClientCredentials
    readonly developer: ClientCredentials
  }
  readonly accountId: Id
  readonly locationIds: readonly [Id, ...Id[]]
  /** Of a sandbox without sockets. */
  readonly dispatcher?: Dispatcher
  close(): Promise<void>
}

/** How a client calls such a sandbox. */
export function clientOptionsOf({
  apiUrl,
  credentials,
  dispatcher,
}: Pick<RunningService, 'apiUrl' | 'credentials' | 'dispatcher'>): IntakeClientOptions {
  return {
    partnerUrl: apiUrl,
    partnerAuthUrl: apiUrl,
    developerUrl: apiUrl,
    developerAuthUrl: apiUrl,
    credentials: { partner: () => credentials.partner, developer: () => credentials.developer },
    ...(dispatcher && { dispatcher }),
  }
}

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
