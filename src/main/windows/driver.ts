import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { systemClock } from '../base/clock.ts'
import { pause } from '../base/timers.ts'

/** Addresses at which a test or the walkthrough may drive the windows (`chromium.connectOverCDP`). */
export interface DriverEndpoints {
  readonly kiosk: string | undefined
  readonly form: string | undefined
  readonly spare?: string | undefined
  /** Of a desk: the windows of the patient who has its screen. */
  readonly here?: Pick<DriverEndpoints, 'kiosk' | 'form'> | undefined
}

/** Reports each change of the endpoints, with all that is known by then. */
export function createEndpointReport(
  onDriver: ((endpoints: DriverEndpoints) => void) | undefined,
): (change: Partial<DriverEndpoints>) => void {
  let endpoints: DriverEndpoints = { kiosk: undefined, form: undefined }
  return (change) => {
    endpoints = { ...endpoints, ...change }
    onDriver?.(endpoints)
  }
}

export const ownPage = /^(https:\/\/foyer-\d+\.invalid|foyer:\/\/app)\//

const writtenWithinMs = 10_000

/** Reads the DevTools address that Chromium wrote into its profile folder. Throws if it has not after ten seconds. */
export async function readEndpoint(profile: string): Promise<string> {
  const path = join(profile, 'DevToolsActivePort')
  const deadline = performance.now() + writtenWithinMs
  for (;;) {
    const text = await readFile(path, 'utf8').catch(() => '')
    const [, port, target] = /^(\d+)\n(\/\S+)/.exec(text) ?? []
    if (port && target) return `ws://127.0.0.1:${port}${target}`
    if (performance.now() > deadline) throw new Error('Chromium opened no DevTools endpoint')
    await pause(systemClock, 10)
  }
}
