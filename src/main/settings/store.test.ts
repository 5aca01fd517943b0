import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { serviceAt, settingsOfEachTest } from '#harness/settings/settings-folder.ts'
import { type OpenConf, createSettingsStore, settingsFile } from './store.ts'
import { loadKioskSettings } from './load.ts'

const files = settingsOfEachTest()
let folder: string
let file: string
beforeEach(() => {
  folder = files.at('data')
  file = settingsFile(folder)
})

const written = () => JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>

/** Electron-store, in a process where Electron itself is not there. */
async function electronStore(): Promise<OpenConf> {
  vi.stubEnv('ELECTRON_OVERRIDE_DIST_PATH', '/nonexistent')
  const { openElectronStore } = await import('../windows/electron/settings-file.ts')
  vi.unstubAllEnvs()
  return openElectronStore
}

describe.each([
  ['conf', () => Promise.resolve(undefined)],
  ['electron-store', electronStore],
])('the settings file, by %s', (_name, opener) => {
  const make = async () => createSettingsStore(folder, await opener())

  it('keeps what is set, in a file and a folder that no one else can read', async () => {
    const store = await make()
    expect(store.values()).toEqual({ ok: true, value: {} })
    expect(store.set('idle.afterMs', 60_000)).toEqual({ ok: true, value: null })
    expect(store.set('languages', ['es', 'en'])).toEqual({ ok: true, value: null })
    const values = { idle: { afterMs: 60_000 }, languages: ['es', 'en'] }
    expect(store.values()).toEqual({ ok: true, value: values })
    expect(written()).toEqual({ ...values, format: 1 })
    expect(statSync(file).mode & 0o777).toBe(0o600)
    expect(statSync(folder).mode & 0o777).toBe(0o700)
  })

  it('lets go of what was set, and says nothing of it any more', async () => {
    const store = await make()
    store.set('idle.afterMs', 60_000)
    expect(store.reset('idle.afterMs').ok).toBe(true)
    const loaded = loadKioskSettings({
      configFile: join(folder, 'none.json'),
      policyFile: join(folder, 'none.json'),
      environment: { FOYER_DATA_DIR: folder },
    })
    expect(!loaded.ok && loaded.error.map(({ key }) => key)).toEqual(['service'])
    expect(JSON.stringify(written())).not.toContain('afterMs')
  })

  it.each(['{ "idle": ', '[]', '"text"', ''])(
    'names a file that is damaged (%j), and leaves it as it is',
    async (content) => {
      const store = await make()
      store.set('idle.afterMs', 60_000)
      writeFileSync(file, content)
      for (const outcome of [
        store.values(),
        store.set('idle.afterMs', 1),
        store.reset('idle.afterMs'),
      ])
        expect(outcome).toMatchObject({ ok: false, error: [{ where: file }] })
      expect(readFileSync(file, 'utf8')).toBe(content)
    },
  )

  it('forgets everything, also what is damaged', async () => {
    const store = await make()
    store.set('idle.afterMs', 60_000)
    writeFileSync(file, '[')
    store.forget()
    store.forget()
    expect(store.values()).toEqual({ ok: true, value: {} })
    expect(existsSync(file)).toBe(false)
  })

  it('says so when it cannot be written', async () => {
    writeFileSync(join(folder, '..', 'data'), 'a file stands where the folder should be')
    expect((await make()).set('idle.afterMs', 1)).toMatchObject({ ok: false })
  })
})

it('replaces the snapshot at once by a change, and validates a value before it is kept', () => {
  const settings = files.open({ config: { service: serviceAt('https://intake.example') } })
  const afterMs = () => {
    const now = settings.current()
    return [now.settings.idle.afterMs, now.originOf('idle.afterMs')]
  }
  const before = settings.current()
  expect(afterMs()).toEqual([90_000, 'default'])
  expect(settings.validate('idle.afterMs', 20_000)).toEqual({ ok: true, value: null })
  expect(settings.validate('idle.afterMs', 1)).toMatchObject({
    ok: false,
    error: [{ key: 'idle.afterMs', where: settingsFile(files.folder()) }],
  })
  expect(afterMs()).toEqual([90_000, 'default'])
  expect(settings.set('idle.afterMs', 1)).toMatchObject({ ok: false })
  expect(afterMs()).toEqual([90_000, 'default'])
  expect(settings.set('idle.afterMs', 20_000)).toEqual({ ok: true, value: null })
  expect(afterMs()).toEqual([20_000, 'kiosk'])
  expect(before.settings.idle.afterMs).toBe(90_000)
  settings.reset('idle.afterMs')
  expect(afterMs()).toEqual([90_000, 'default'])
})
