import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach } from 'vitest'
import { addressesAt } from '../service/addresses-at.ts'
import { testFolder } from '../test-folder.ts'
import {
  createKioskSettings,
  type KioskSettings,
} from '../../../src/main/settings/kiosk-settings.ts'
import { loadKioskSettings } from '../../../src/main/settings/load.ts'
import { createSettingsStore } from '../../../src/main/settings/store.ts'

/** The settings of a service at one address, without which nothing loads. */
export const serviceAt = (url: string) => ({ ...addressesAt(url), accountId: 1, locationId: 12 })

/** Raw settings by their origin; texts are written as they are. */
interface RawSettings {
  readonly config?: unknown
  readonly policy?: unknown
  readonly environment?: Readonly<Record<string, string>>
  /** Set by staff before. */
  readonly stored?: unknown
}

/** Makes a data folder for each test of a file, and reads settings from it as a kiosk does. */
export function settingsOfEachTest() {
  let folder = ''
  beforeEach(() => void (folder = testFolder()))

  const at = (name: string) => join(folder, name)
  function write(name: string, value: unknown): string {
    if (value !== undefined)
      writeFileSync(at(name), typeof value === 'string' ? value : JSON.stringify(value))
    return at(name)
  }
  function load({ config, policy, environment, stored }: RawSettings) {
    write('settings.json', stored)
    return loadKioskSettings({
      configFile: write('foyer.config.json', config),
      policyFile: write('policy.json', policy),
      environment: { FOYER_DATA_DIR: folder, ...environment },
    })
  }
  return {
    folder: () => folder,
    at,
    write,
    load,
    /** The settings of a running kiosk; throws where anything is wrong. */
    open(settings: RawSettings): KioskSettings {
      const loaded = load(settings)
      if (!loaded.ok) throw new Error(JSON.stringify(loaded.error))
      return createKioskSettings(loaded.value, createSettingsStore(folder))
    },
  }
}
