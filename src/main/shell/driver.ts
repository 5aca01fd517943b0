import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { systemClock } from '../base/clock.ts'
import { pause } from '../base/timers.ts'

/**
 * Addresses by which a test or the walkthrough may drive the windows (`chromium.connectOverCDP`). Where
 * both windows are of one process the two are the same, and `ownPage` tells the kiosk's page from the form's.
 */
export interface DriverEndpoints {
  /** Undefined while the window is not open. */
  readonly kiosk: string | undefined
  readonly form: string | undefined
  /** The window that stands ready for the next patient, where the shell keeps one. */
  readonly spare?: string | undefined
  /** Of a desk: the windows of the patient who has its screen. */
  readonly here?: Pick<DriverEndpoints, 'kiosk' | 'form'> | undefined
}

/** Pattern for addresses of our own pages, in each shell. */
export const ownPage = /^(https:\/\/foyer-\d+\.invalid|foyer:\/\/app)\//

const writtenWithinMs = 10_000

/**
 * The address that Chromium chose for its DevTools: it writes it into its profile folder, a moment after
 * it was started. Throws when nothing was written for ten seconds.
 */
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
