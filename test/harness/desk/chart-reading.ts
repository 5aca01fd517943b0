import { createIntakeClient } from '../../../src/main/service/client/client.ts'
import { createReferences, type References } from '../../../src/main/desk/references.ts'
import type { DeskWork } from '../../../src/main/desk/work.ts'
import type { Sandbox } from '../../../sandbox/sandbox.ts'
import type { Prepared } from '../../../src/main/desk/place-work.ts'
import { valueOf } from './staffed-desk.ts'
import { newTries } from './new-tries.ts'

/** What a session works with on a sandbox, and the operations that were asked of it with the records they named. */
export interface ChartReading extends DeskWork {
  readonly references: References
  readonly asked: { readonly operation: string; readonly records: object }[]
  close(): Promise<void>
}

/** Opens work at the sandbox's location `at`, the first unless said otherwise. */
export function openChartReading(sandbox: Sandbox, at: 0 | 1 | 2 = 0): ChartReading {
  const asked: ChartReading['asked'] = []
  const { apiUrl, credentials, accountId, locationIds } = sandbox
  const client = createIntakeClient({
    ...{ partnerUrl: apiUrl, partnerAuthUrl: apiUrl },
    ...{ developerUrl: apiUrl, developerAuthUrl: apiUrl },
    credentials: { partner: () => credentials.partner, developer: () => credentials.developer },
    audit: ({ operation, records }) => void asked.push({ operation, records }),
  })
  return {
    ...{ client, asked, references: createReferences(), signal: new AbortController().signal },
    tries: newTries(),
    place: { accountId, locationId: locationIds[at], defaultTemplateGroupId: null },
    ...{ wallTime: () => Date.now(), now: () => performance.now() },
    close: () => client.close(),
  }
}

/** What a prepared query gives. Throws where it was not prepared, or failed. */
export async function ran<T>(prepared: Prepared<T> | undefined): Promise<T> {
  if (!prepared) throw new Error('no such record was shown')
  return valueOf(await prepared.run())
}
