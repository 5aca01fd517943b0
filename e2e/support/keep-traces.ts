import type { TestInfo } from '@playwright/test'
import type { RunningFoyer } from './running-foyer.ts'

/** Keeps the log of each Foyer of a test that failed, and a picture of its screen where one can be had. */
export async function keepTraces(info: TestInfo, foyers: readonly RunningFoyer[]): Promise<void> {
  if (info.status === info.expectedStatus) return
  for (const foyer of foyers) {
    await info.attach('log', { body: foyer.log.join('\n'), contentType: 'text/plain' })
    const picture = await foyer.picture().catch(() => undefined)
    if (picture) await info.attach('screen', { body: picture, contentType: 'image/png' })
  }
}
