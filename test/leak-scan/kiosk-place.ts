import { rm } from 'node:fs/promises'
import { startSandbox, type Sandbox, type SandboxOptions } from '../../sandbox/sandbox.ts'
import { makeDataFolder, sandboxEnvironment } from '../../scripts/app-process.ts'
import { startForeignSite, type ForeignSite } from '../foreign/site.ts'
import { startXvfb } from '#harness/display/xvfb.ts'

export interface FoyerOptions {
  /** CSS px. */
  readonly size?: { readonly width: number; readonly height: number }
  /** Settings as environment variables, over those that point at the sandbox. */
  readonly environment?: Readonly<Record<string, string>>
  readonly sandbox?: SandboxOptions
  /** Page of the foreign site (`test/foreign/pages/`) that takes the place of the sandbox's own completion page. */
  readonly foreign?: string
}

/** Place of a kiosk, and what stays when its Foyer ends: the screen, the service, and the folder of its data. */
export type KioskPlace = Awaited<ReturnType<typeof openPlaceAt>>

/** Sets a place up: a screen, a sandbox and an empty data folder of its own. */
export async function openPlace(options: FoyerOptions = {}): Promise<KioskPlace> {
  const foreign = options.foreign === undefined ? undefined : await openForeign(options.foreign)
  const completionUrl = (token: string) =>
    foreign ? foreign.site.completionUrl(token) : `${sandbox.pagesUrl}/complete/${token}`
  const sandbox: Sandbox = await startSandbox({
    ...options.sandbox,
    ...(foreign && { completionUrl }),
  })
  foreign?.serveFor(sandbox)
  const place = await openPlaceAt(sandbox, {
    ...options,
    environment: {
      ...(foreign && { FOYER_FORM_VIEW_ALLOWED_ORIGINS: JSON.stringify(foreign.site.listed) }),
      ...options.environment,
    },
  })
  return {
    ...place,
    foreign: foreign?.site,
    async close() {
      await sandbox.close()
      await foreign?.site.close()
      await place.close()
    },
  }
}

/** Sets a place up at a sandbox that others share, and that outlives it. */
export async function openPlaceAt(
  sandbox: Sandbox,
  options: Pick<FoyerOptions, 'size' | 'environment'> = {},
) {
  const { width, height } = options.size ?? { width: 1080, height: 1920 }
  const screen = await startXvfb(width, height)
  const { FOYER_SHELL: shell = 'browser' } = { ...process.env, ...options.environment }
  const dataFolder = await makeDataFolder('foyer-user-data-')
  const environment: Readonly<Record<string, string>> = {
    ...sandboxEnvironment(sandbox, dataFolder),
    FOYER_SHELL: shell,
    FOYER_CONFIG: '/nonexistent',
    FOYER_SIZE: `${width}x${height}`,
    DISPLAY: screen.display,
    FOYER_DRIVER: '1',
    ...options.environment,
  }
  return {
    screen,
    sandbox,
    /** The vendor whose completion page it is; undefined: the sandbox's own. */
    foreign: undefined as ForeignSite | undefined,
    shell,
    /** Holds the vault, and all else that this kiosk keeps on the disk. */
    dataFolder,
    environment,
    /** Ends the screen and what else was started for it, and deletes the data. */
    async close() {
      await screen.stop()
      await rm(dataFolder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** Starts the foreign site; it marks forms as sent at the sandbox once it serves for one. */
async function openForeign(page: string) {
  let sandbox: Sandbox | undefined
  const site = await startForeignSite(page, (token) => sandbox?.control.submitForms(token))
  return { site, serveFor: (whose: Sandbox) => void (sandbox = whose) }
}
