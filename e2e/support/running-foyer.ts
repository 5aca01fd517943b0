import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout } from 'node:timers/promises'
import type { ChildProcess } from 'node:child_process'
import type { Page } from 'playwright-core'
import { drivePages } from './drive-pages.ts'
import { processTree } from '../../src/main/windows/chromium/resource-usage.ts'
import { startApp } from '../../scripts/app-process.ts'
import { ownPage, type DriverEndpoints } from '../../src/main/windows/driver.ts'
import { fakeCameraDevice } from '#harness/fake-camera.ts'
import { openPlace, type FoyerOptions, type KioskPlace } from '../../test/leak-scan/kiosk-place.ts'

export type { FoyerOptions } from '../../test/leak-scan/kiosk-place.ts'

/** A whole Foyer, as it stands in a waiting room: its own screen, its own sandbox, the built application. */
export type RunningFoyer = Awaited<ReturnType<typeof startFoyerIn>>

type Endpoints = Partial<DriverEndpoints>

/** In Electron all windows are of one process; there the address tells the pages apart. */
const deskPage = /^foyer:\/\/app\/\?desk/
const isPageOf = {
  kiosk: (url: string) => ownPage.test(url) && !deskPage.test(url),
  /** Of Electron. */
  desk: (url: string) => deskPage.test(url),
  spare: (url: string) => ownPage.test(url),
  form: (url: string) => /^https?:/.test(url) && !ownPage.test(url),
}
type WindowName = keyof typeof isPageOf

/** Waits until what moves on a page has come to rest and is painted; one that is hidden paints nothing. */
async function settled(page: Page): Promise<void> {
  await page.evaluate(`(async () => {
    const painted = () => new Promise((done) => { requestAnimationFrame(done); setTimeout(done, 100) })
    const passing = document.getAnimations().filter((each) => each.effect?.getComputedTiming().endTime !== Infinity)
    await Promise.allSettled(passing.map((each) => each.finished))
    for (let frame = 0; frame < 3; frame++) await painted()
  })()`)
}

const waitingPageMs = 2_000
/** A window that does not open is started once more; see `open-within.ts`. */
const startTimeoutMs = 90_000
const pageTimeoutMs = 30_000
const lastWordsMs = 2_000

function kill9(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    // It went by itself in the meantime.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

/** Starts Foyer with a screen, sandbox and data folder of its own, closed with it. Throws with the end of its log when it does not open. */
export async function startFoyer(options: FoyerOptions = {}): Promise<RunningFoyer> {
  const place = await openPlace(options)
  try {
    const foyer = await startFoyerIn(place)
    return {
      ...foyer,
      async stop() {
        try {
          await foyer.stop()
        } finally {
          await place.close()
        }
      },
    }
  } catch (error) {
    await place.close()
    throw error
  }
}

const appIn = ({ environment, dataFolder }: KioskPlace) =>
  startApp(environment, 'pipe', [`--user-data-dir=${dataFolder}`, fakeCameraDevice])

/** Starts Foyer (the built application, unless `start`) in a place that outlives it. Throws with the log's end when it does not open. */
export async function startFoyerIn(
  place: KioskPlace,
  start: (place: KioskPlace) => ChildProcess = appIn,
) {
  const { sandbox, foreign, screen, shell } = place
  const isDesk = place.environment['FOYER_STATION'] === 'desk'
  const own = shell === 'electron' && isDesk ? 'desk' : 'kiosk'
  const startedAt = performance.now()
  const app = start(place)
  const log: string[] = []
  const output: string[] = []
  let endpoints: Endpoints = {}
  if (app.stderr) createInterface({ input: app.stderr }).on('line', (line) => void log.push(line))
  if (app.stdout)
    createInterface({ input: app.stdout }).on('line', (line) => {
      output.push(line)
      const [, json] = /^FOYER_DRIVER (.*)$/.exec(line) ?? []
      if (json) endpoints = JSON.parse(json) as Endpoints
    })
  const closed = once(app, 'close').catch(() => undefined)
  const hasEnded = () => app.exitCode !== null || app.signalCode !== null

  async function until<T>(what: string, found: () => T | undefined): Promise<T> {
    const deadline = performance.now() + startTimeoutMs
    for (;;) {
      const value = found()
      if (value !== undefined) return value
      if (hasEnded()) {
        // Its last words may still be on their way.
        await Promise.race([closed, setTimeout(lastWordsMs)])
        const how = app.signalCode ?? app.exitCode
        throw new Error(`Foyer has no ${what}: it ended (${how}).\n${log.slice(-20).join('\n')}`)
      }
      if (performance.now() > deadline)
        throw new Error(`Foyer has no ${what}.\n${log.slice(-20).join('\n')}`)
      await setTimeout(10)
    }
  }

  const pages = drivePages()

  /** The page of a window as it is now; waits until there is one. */
  async function pageOf(
    window: WindowName,
    not?: string,
    withinMs = pageTimeoutMs,
    endpointNow: () => string | undefined = () => endpoints[window === 'desk' ? 'kiosk' : window],
  ): Promise<Page> {
    const deadline = performance.now() + withinMs
    const wanted = (url: string) => isPageOf[window](url) && url !== not
    for (;;) {
      const endpoint = await until(`${window} window`, endpointNow)
      const page = await pages.pageAt(endpoint, wanted)
      if (page) return page
      if (hasEnded()) throw new Error(`the ${window} window ended with Foyer`)
      if (performance.now() > deadline) throw new Error(`the ${window} window shows no page`)
      await setTimeout(40)
    }
  }

  const end = async (signal: 'SIGTERM' | 'SIGKILL') => {
    if (hasEnded()) return
    const gone = once(app, 'exit')
    app.kill(signal)
    await gone
  }
  try {
    await until('kiosk window', () => endpoints.kiosk)
  } catch (error) {
    await end('SIGKILL')
    throw error
  }
  return {
    sandbox,
    /** The vendor whose page the forms are on, where `options.foreign` names one. */
    foreign,
    shell,
    process: app,
    log: log as readonly string[],
    /** All that was written to the standard output. */
    output: output as readonly string[],
    /** Moment when the process was started, by `performance.now`. */
    startedAt,
    /** The kiosk's own page as it is now; another one after every wipe. */
    kiosk: () => pageOf(own),
    /** The kiosk's page once it is another than the one that had this address. */
    kioskAfter: (used: string, withinMs?: number) => pageOf(own, used, withinMs),
    form: () => pageOf('form'),
    display: screen.display,
    /** The colour that a person sees at a point of the screen (CSS px), as `#rrggbb`. */
    pixel: screen.pixel,
    async picture() {
      await settled(await pageOf(own))
      const form = endpoints.form && (await pages.pageAt(endpoints.form, isPageOf.form))
      if (form)
        // A page that waits for an answer to its dialog comes to no rest.
        await Promise.race([settled(form), setTimeout(waitingPageMs)]).catch((error: unknown) => {
          // It may be closing just now.
          if (!form.isClosed()) throw error
        })
      return screen.picture()
    },
    /** The page that stands ready for the next patient, unseen; waits until there is one. */
    spare: () => pageOf('spare'),
    hasForm: () => endpoints.form !== undefined,
    /** Of a desk: the windows of the patient who has its screen. */
    here: {
      kiosk: () => pageOf('kiosk', undefined, pageTimeoutMs, () => endpoints.here?.kiosk),
      form: () => pageOf('form', undefined, pageTimeoutMs, () => endpoints.here?.form),
      hasForm: () => endpoints.here?.form !== undefined,
      isOpen: () => endpoints.here?.kiosk !== undefined,
    },
    /** `kill -9` for the main process, or for all that it started too. Resolves once main is gone; the others may take a moment more. */
    async kill(what: 'main' | 'tree') {
      const main = app.pid ?? 0
      for (const pid of what === 'tree' ? await processTree(main) : [main]) kill9(pid)
      await closed
      await pages.close()
    },
    async stop() {
      await pages.close()
      await end('SIGTERM')
    },
  }
}
