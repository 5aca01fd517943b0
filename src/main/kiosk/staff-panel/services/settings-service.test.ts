import { writeFileSync } from 'node:fs'
import { beforeEach, describe, expect, it } from 'vitest'
import { serviceAt, settingsOfEachTest } from '#harness/settings/settings-folder.ts'
import { staffScreen } from '../../../../shared/staff.ts'
import type { KioskSettings } from '../../../settings/kiosk-settings.ts'
import { settingsFile } from '../../../settings/store.ts'
import { createSettingsService, type SettingsService } from './settings-service.ts'

const service = serviceAt('https://intake.example')
const files = settingsOfEachTest()
let settings: KioskSettings
let settingsService: SettingsService

beforeEach(() => {
  settings = files.open({
    config: { service, idle: { formAfterMs: 120_000 } },
    policy: { identity: { noMatch: 'publicLink' } },
    environment: { FOYER_LANGUAGES: '' },
  })
  settingsService = createSettingsService(settings)
})

const entry = (key: string) => settingsService.list().find((each) => each.key === key)
const holds = () => settings.current().settings

describe('the settings as staff see them', () => {
  it('are all there, as the screen takes them', () => {
    const screen = {
      name: 'staffSettings',
      settings: settingsService.list(),
      error: null,
      errorCount: 0,
    }
    expect(staffScreen.safeParse(screen).success).toBe(true)
    expect(settingsService.list().map(({ key }) => key)).toEqual(
      expect.arrayContaining(['service.partnerUrl', 'idle.afterMs', 'languages', 'data.dir']),
    )
  })

  it('can be changed where neither an administrator decides nor only one may', () => {
    const told = (key: string) => {
      const { kind, origin, canChange } = entry(key) ?? {}
      return [kind, origin, canChange]
    }
    expect(told('service.partnerUrl')).toEqual(['shown', 'file', false])
    expect(told('data.dir')).toEqual(['shown', 'environment', false])
    expect(told('audit.keepDays')).toEqual(['shown', 'default', false])
    expect(told('formView.allowedOrigins')).toEqual(['shown', 'default', true])
    expect(told('kiosk.name')).toEqual(['shown', 'default', false])
    expect(told('idle.formAfterMs')).toEqual(['seconds', 'file', false])
    expect(told('identity.noMatch')).toEqual(['choice', 'policy', false])
    expect(told('idle.afterMs')).toEqual(['seconds', 'default', true])
    expect(told('packets.createWhenNone')).toEqual(['flag', 'default', true])
    expect(told('packets.defaultTemplateGroupId')).toEqual(['text', 'default', true])
  })

  it('say what may be entered', () => {
    expect(entry('idle.afterMs')).toMatchObject({ value: '90', least: 10, most: 1800 })
    expect(entry('identity.channels')?.choices).toEqual(['sms', 'email', 'either', 'both'])
    expect(entry('languages')).toMatchObject({
      kind: 'choice',
      value: 'en, es',
      choices: ['en, es', 'es, en', 'en', 'es'],
    })
    expect(entry('service.accountId')).toMatchObject({ value: '1' })
    expect(entry('packets.defaultTemplateGroupId')).toMatchObject({ value: '' })
  })
})

describe('a change by staff', () => {
  it.each([
    ['idle.afterMs', '60', () => holds().idle.afterMs, 60_000],
    ['identity.channels', 'both', () => holds().identity.channels, 'both'],
    ['identity.phoneRegion', 'MX', () => holds().identity.phoneRegion, 'MX'],
    ['packets.createWhenNone', 'true', () => holds().packets.createWhenNone, true],
    ['packets.defaultTemplateGroupId', '7', () => holds().packets.defaultTemplateGroupId, 7],
    ['packets.defaultTemplateGroupId', 'a7', () => holds().packets.defaultTemplateGroupId, 'a7'],
    ['languages', 'es, en', () => holds().languages, ['es', 'en']],
  ])('of %s to %s holds from then on, until it is undone', (key, text, now, value) => {
    const before = now()
    expect(settingsService.change(key, text)).toEqual({ ok: true, value: null })
    expect(now()).toEqual(value)
    expect(entry(key)).toMatchObject({ value: text, origin: 'kiosk', canChange: true })
    settingsService.reset(key)
    expect(now()).toEqual(before)
    expect(entry(key)).toMatchObject({ origin: 'default' })
  })

  it.each([
    ['CA, MX', ['CA', 'MX']],
    ['CA', ['CA']],
    ['["CA"]', ['CA']],
    ['', []],
  ])('can be a list: %j', (text, countries) => {
    settingsService.change('identity.phoneCountries', 'GB')
    expect(settingsService.change('identity.phoneCountries', text).ok).toBe(true)
    expect(holds().identity.phoneCountries).toEqual(countries)
  })

  it('can be to nothing where nothing may stand', () => {
    settingsService.change('packets.defaultTemplateGroupId', '7')
    expect(settingsService.change('packets.defaultTemplateGroupId', '').ok).toBe(true)
    expect(holds().packets.defaultTemplateGroupId).toBeNull()
  })

  it.each([
    ['idle.afterMs', '5', 'a whole number of seconds, 10 to 1800'],
    ['idle.afterMs', 'soon', 'a whole number of seconds, 10 to 1800'],
    ['idle.afterMs', '1e3', 'a whole number of seconds, 10 to 1800'],
    ['identity.channels', 'fax', 'one of: sms | email | either | both'],
    ['identity.phoneRegion', 'mexico', /pattern/],
    ['identity.phoneRegion', 'UK', /a country by its two letters/],
    ['identity.phoneCountries', 'CA, XX', /a country by its two letters/],
    ['packets.createWhenNone', 'yes', 'true or false'],
    ['languages', 'xx', /one of: en, es/],
    ['service.partnerUrl', 'https://elsewhere.example', 'a setting that staff may change here'],
    ['identity.noMatch', 'staff', 'a setting that staff may change here'],
    ['idle', '{}', 'a setting that staff may change here'],
    ['__proto__', 'x', 'a setting that staff may change here'],
  ])('of %s to %s is not taken, and the answer says what was expected', (key, text, expected) => {
    const before = settingsService.list()
    expect(settingsService.change(key, text)).toEqual({
      ok: false,
      error: {
        expected:
          typeof expected === 'string' ? expected : (expect.stringMatching(expected) as string),
      },
    })
    expect(settingsService.list()).toEqual(before)
  })

  it('is not taken while the file is damaged, and what held last is still shown', () => {
    settingsService.change('idle.afterMs', '60')
    const before = settingsService.list()
    writeFileSync(settingsFile(files.folder()), '{')
    expect(settingsService.list()).toEqual(before)
    const changed = settingsService.change('idle.afterMs', '70')
    expect(changed.ok ? '' : changed.error.expected).toContain('JSON')
  })
})
