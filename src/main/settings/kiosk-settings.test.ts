import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { serviceAt, settingsOfEachTest } from '#harness/settings/settings-folder.ts'
import { createKioskSettings, type KioskSettings } from './kiosk-settings.ts'
import { loadKioskSettings } from './load.ts'
import { createSettingsStore } from './store.ts'

const service = serviceAt('https://intake.example')
const files = settingsOfEachTest()
const config = (values: unknown) => files.write('config.json', values)
/** Read anew with the files. */
const environment: NodeJS.ProcessEnv = {}
let settings: KioskSettings

beforeEach(() => {
  environment['FOYER_DATA_DIR'] = files.folder()
  const configFile = config({ service, idle: { afterMs: 60_000 } })
  const loaded = loadKioskSettings({ configFile, policyFile: files.at('none.json'), environment })
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.error))
  settings = createKioskSettings(loaded.value, createSettingsStore(files.folder()))
})

describe('settings that are read anew', () => {
  it('are what administrators wrote meanwhile, and name each key that says something else', () => {
    config({ service, idle: { afterMs: 90_000 }, languages: ['es'] })
    expect(settings.current().settings.idle.afterMs).toBe(60_000)
    expect(settings.reload()).toEqual({ ok: true, value: ['idle.afterMs', 'languages'] })
    expect(settings.current().settings).toMatchObject({
      idle: { afterMs: 90_000 },
      languages: ['es'],
    })
    expect(settings.reload()).toEqual({ ok: true, value: [] })
  })

  it('keep what staff set on the kiosk, and yield to an administrator as before', () => {
    expect(settings.set('idle.formAfterMs', 240_000).ok).toBe(true)
    config({ service })
    expect(settings.reload()).toEqual({ ok: true, value: ['idle.afterMs'] })
    expect(settings.current().settings.idle.formAfterMs).toBe(240_000)
    config({ service, idle: { formAfterMs: 180_000 } })
    expect(settings.reload()).toEqual({ ok: true, value: ['idle.formAfterMs'] })
    expect(settings.current().settings.idle.formAfterMs).toBe(180_000)
  })

  it.each([
    ['a wrong value', { service, idle: { afterMs: 1 } }, 'idle.afterMs'],
    ['an unknown key', { service, idel: {} }, 'idel'],
    ['no service', {}, 'service'],
    ['a file that cannot be read', '{ no json', ''],
  ])('stay as they are where something is wrong: %s', (_what, wrong, key) => {
    config(wrong)
    const before = settings.current()
    const reloaded = settings.reload()
    expect(reloaded.ok ? [] : reloaded.error.map((problem) => problem.key).join()).toContain(key)
    expect(settings.current()).toBe(before)
    // And staff go on with those that hold.
    config({ service })
    expect(settings.set('idle.afterMs', 75_000).ok).toBe(true)
  })

  it('keep the kiosk’s own folder, whatever another start would take', () => {
    settings.set('idle.formAfterMs', 240_000)
    environment['FOYER_DATA_DIR'] = join(files.folder(), 'elsewhere')
    expect(settings.reload().ok).toBe(true)
    expect(settings.current().settings.idle.formAfterMs).toBe(240_000)
    expect(settings.set('idle.formAfterMs', 200_000).ok).toBe(true)
    expect(settings.current().settings.idle.formAfterMs).toBe(200_000)
  })
})
