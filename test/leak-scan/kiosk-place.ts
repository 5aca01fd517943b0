import { rm } from 'node:fs/promises'
import { startSandbox, type Sandbox, type SandboxOptions } from '../../sandbox/sandbox.ts'
import { makeDataFolder, sandboxEnvironment } from '../../scripts/app-process.ts'
import { startXvfb, type Xvfb } from '../harness/display/xvfb.ts'

/** How a kiosk for a test or the walkthrough is set up. */
export interface FoyerOptions {
  /** CSS px. */
  readonly size?: { readonly width: number; readonly height: number }
  /** Settings as environment variables, over those that point at the sandbox. */
  readonly environment?: Readonly<Record<string, string>>
  readonly sandbox?: SandboxOptions
}

/** Where a kiosk stands, and what stays when its Foyer ends: the screen, the service, and the folder of its data. */
export interface KioskPlace {
  readonly screen: Xvfb
  readonly sandbox: Sandbox
  readonly shell: string
  /** Holds the vault, and all else that this kiosk keeps on the disk. */
  readonly dataFolder: string
  /** What every start of Foyer here is given. */
  readonly environment: Readonly<Record<string, string>>
  /** Ends the screen and the sandbox, and deletes the data. */
  close(): Promise<void>
}

/** Sets a place up: a screen, a sandbox and an empty data folder of its own. */
export async function openPlace(options: FoyerOptions = {}): Promise<KioskPlace> {
  const { width, height } = options.size ?? { width: 1080, height: 1920 }
  const screen = await startXvfb(width, height)
  const sandbox = await startSandbox(options.sandbox)
  const shell = process.env['FOYER_SHELL'] ?? 'browser'
  const dataFolder = await makeDataFolder('foyer-user-data-')
  return {
    screen,
    sandbox,
    shell,
    dataFolder,
    environment: {
      ...sandboxEnvironment(sandbox, dataFolder),
      FOYER_SHELL: shell,
      FOYER_CONFIG: '/nonexistent',
      FOYER_SIZE: `${width}x${height}`,
      DISPLAY: screen.display,
      FOYER_DRIVER: '1',
      ...options.environment,
    },
    async close() {
      await sandbox.close()
      await screen.stop()
      await rm(dataFolder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
