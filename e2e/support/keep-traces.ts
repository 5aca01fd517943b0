import { writeFile } from 'node:fs/promises'
import type { TestInfo } from '@playwright/test'
import type { RunningFoyer } from './running-foyer.ts'

/** Keeps the log of each Foyer of a test that failed, and a picture of its screen where one can be had. */
export async function keepTraces(info: TestInfo, foyers: readonly RunningFoyer[]): Promise<void> {
  if (info.status === info.expectedStatus) return
  for (const [index, foyer] of foyers.entries()) {
    // A body would be cut in the list, and go with the report.
    await writeFile(info.outputPath(`log-${index}.jsonl`), foyer.log.join('\n'))
    const picture = await foyer.picture().catch(() => undefined)
    if (picture) await info.attach('screen', { body: picture, contentType: 'image/png' })
  }
}
