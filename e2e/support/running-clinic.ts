import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import { ownPage } from '../../src/main/windows/driver.ts'
import { startXvfb } from '#harness/display/xvfb.ts'
import { drivePages } from './drive-pages.ts'

const script = join(import.meta.dirname, '..', '..', 'scripts', 'clinic', 'start-clinic.ts')
const openWithinMs = 120_000

/** A clinic as `npm start -- --clinic` opens it, on a screen of its own. */
export type RunningClinic = Awaited<ReturnType<typeof startClinicDemo>>

interface ClinicOptions {
  /** The screen's, in px. */
  readonly size: { readonly width: number; readonly height: number }
  /** Over this process's own. */
  readonly environment?: Readonly<Record<string, string>>
  readonly onLine?: (line: string) => void
}

/** Starts a clinic whose pages may be driven from outside. */
export async function startClinicDemo({
  size,
  environment,
  onLine = () => undefined,
}: ClinicOptions) {
  const screen = await startXvfb(size.width, size.height)
  const env = {
    ...process.env,
    DISPLAY: screen.display,
    FOYER_SHELL: process.env['FOYER_SHELL'] ?? 'browser',
    FOYER_DRIVER: '1',
    ...environment,
  }
  const app = spawn(process.execPath, [script], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  const ended = once(app, 'exit').then(([code]) => code as number | null)
  const output: string[] = []
  const endpoints = new Map<string, string>()
  createInterface({ input: app.stdout }).on('line', (line) => {
    const [, station, json] = /^(.+): FOYER_DRIVER (.*)$/.exec(line) ?? []
    if (!station || !json) {
      output.push(line)
      return onLine(line)
    }
    const { kiosk } = JSON.parse(json) as { kiosk?: string }
    if (kiosk) endpoints.set(station, kiosk)
  })
  const pages = drivePages()
  return {
    screen,
    process: app,
    /** All that it has said, but for its log. */
    output: output as readonly string[],
    /** Text behind these words in what it said when it was ready. */
    said(words: string) {
      const line = output.find((each) => each.includes(words)) ?? ''
      return line.slice(line.indexOf(words) + words.length).trim()
    },
    /** The page of a station, such as `Front desk`, as it is now; waits until there is one. */
    async page(station: string): Promise<Page> {
      const deadline = performance.now() + openWithinMs
      for (;;) {
        const endpoint = endpoints.get(station)
        const page = endpoint && (await pages.pageAt(endpoint, (url) => ownPage.test(url)))
        if (page) return page
        if (app.exitCode !== null || performance.now() > deadline)
          throw new Error(`the clinic has no ${station}:\n${output.join('\n')}`)
        await setTimeout(20)
      }
    },
    /** Ends it by this signal; the value is its exit code. */
    async stop(signal: NodeJS.Signals = 'SIGTERM') {
      await pages.close()
      app.kill(signal)
      const code = await ended
      await screen.stop()
      return code
    },
  }
}
