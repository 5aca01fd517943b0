import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createKioskSettings } from '../../settings/kiosk-settings.ts'
import { loadKioskSettings } from '../../settings/loaded-settings.ts'
import { createSettingsStore } from '../../settings/store.ts'
import { settingsFile } from '../../settings/stored.ts'
import type { AuditRecord } from '../../vault/audit/audit.ts'
import { createFormOriginsService, formsUnderTest } from './form-origins-service.ts'

const url = 'https://intake.example.com'
const service = {
  ...{ partnerUrl: url, partnerAuthUrl: url, developerUrl: url, developerAuthUrl: url },
  ...{ accountId: 1, locationId: 12 },
}
const day = 24 * 60 * 60_000
const forms = 'https://forms.example.com'
let folder: string
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'foyer-origins-'))))
afterEach(() => rmSync(folder, { recursive: true }))

/** A kiosk on a real service; `administered` is what an administrator's file says besides the service. */
function open(administered: object = {}) {
  const configFile = join(folder, 'foyer.config.json')
  writeFileSync(configFile, JSON.stringify({ service, ...administered }))
  const policyFile = join(folder, 'none.json')
  const environment = { FOYER_DATA_DIR: folder }
  const loaded = loadKioskSettings({ configFile, policyFile, environment })
  if (!loaded.ok) throw new Error('not loaded')
  const settings = createKioskSettings(loaded.value, createSettingsStore(folder))
  const entries: AuditRecord[] = []
  let now = 100 * day
  const formOrigins = createFormOriginsService(
    {
      recent: (kinds, { since, limit }) =>
        entries
          .filter(({ kind, at }) => kinds.some((each) => each === kind) && at >= since)
          .reverse()
          .slice(0, limit),
    },
    settings,
    () => now,
  )
  return {
    formOrigins,
    entries,
    /** Writes an entry of the audit; gives its key. */
    write(kind: string, origin: string, why = 'notConfirmed') {
      entries.push({ seq: entries.length + 1, at: now, kind, fields: { origin, why } })
      return String(entries.length)
    },
    pass: (ms: number) => (now += ms),
    asked: () => formOrigins.questions().map(({ origin }) => origin),
    origins: () => settings.current().settings.formView.origins,
    settings: () => settings.current().settings,
  }
}

describe('an origin of forms that nobody confirmed', () => {
  it('is asked about, and holds from a yes on, in the settings of this kiosk', () => {
    const kiosk = open()
    const key = kiosk.write('formOriginRefused', forms)
    expect(kiosk.formOrigins.questions()).toEqual([
      { key, origin: forms, from: 'refused', at: 100 * day, canConfirm: true },
    ])
    expect(kiosk.origins()).toEqual([])
    expect(kiosk.formOrigins.confirm(key)).toEqual({ ok: true, value: null })
    expect(kiosk.origins()).toEqual([forms])
    expect(kiosk.asked()).toEqual([])
    const second = kiosk.write('formOriginTested', 'https://forms2.example.com:8443')
    expect(kiosk.formOrigins.questions()).toMatchObject([{ from: 'tested', canConfirm: true }])
    expect(kiosk.formOrigins.confirm(second).ok).toBe(true)
    expect(kiosk.origins()).toEqual([forms, 'https://forms2.example.com:8443'])
    expect(readFileSync(settingsFile(folder), 'utf8')).toContain(forms)
  })

  it('is asked about once, by its newest entry, until it is declined, and again when it comes again', () => {
    const kiosk = open()
    kiosk.write('formOriginTested', forms)
    const newest = kiosk.write('formOriginRefused', forms)
    expect(kiosk.formOrigins.questions()).toMatchObject([{ key: newest, from: 'refused' }])
    kiosk.write('formOriginDeclined', forms)
    expect(kiosk.asked()).toEqual([])
    expect(kiosk.formOrigins.confirm(newest).ok).toBe(false)
    kiosk.write('formOriginRefused', forms)
    expect(kiosk.asked()).toEqual([forms])
  })

  it('is asked about for 30 days, and no more than four at once, newest first', () => {
    const kiosk = open()
    kiosk.write('formOriginRefused', forms)
    kiosk.pass(30 * day)
    expect(kiosk.asked()).toEqual([forms])
    kiosk.pass(1)
    expect(kiosk.asked()).toEqual([])
    for (const name of ['a', 'b', 'c', 'd', 'e'])
      kiosk.write('formOriginRefused', `https://${name}.example.com`)
    expect(kiosk.asked()).toEqual(['e', 'd', 'c', 'b'].map((name) => `https://${name}.example.com`))
  })

  it.each([
    ['https://192.168.1.1', 'notConfirmed'],
    ['https://router', 'notConfirmed'],
    ['https://intake.clinic.internal', 'notConfirmed'],
    ['http://127.0.0.1:631', 'thisMachine'],
    ['https://localhost', 'thisMachine'],
    ['http://forms.example.com', 'malformed'],
    [forms, 'malformed'],
    ['unreadable', 'malformed'],
    [`https://${'a.'.repeat(130)}example.com`, 'malformed'],
  ])('%s (%s) is shown, and staff cannot confirm it', (origin, why) => {
    const kiosk = open()
    const key = kiosk.write('formOriginRefused', origin, why)
    expect(kiosk.formOrigins.questions()).toMatchObject([{ origin, canConfirm: false }])
    expect(kiosk.formOrigins.confirm(key).ok).toBe(false)
    expect(kiosk.origins()).toEqual([])
  })

  it('is an administrator’s to list where they list any', () => {
    const kiosk = open({ formView: { origins: ['https://*.intake.example.org'] } })
    kiosk.write('formOriginRefused', 'https://eu.intake.example.org')
    const key = kiosk.write('formOriginRefused', forms)
    expect(kiosk.formOrigins.questions()).toMatchObject([{ origin: forms, canConfirm: false }])
    expect(kiosk.formOrigins.confirm(key).ok).toBe(false)
    expect(kiosk.origins()).toEqual(['https://*.intake.example.org'])
  })

  it('is not kept where the file cannot be, and the answer says so', () => {
    const kiosk = open()
    const key = kiosk.write('formOriginRefused', forms)
    const before = kiosk.formOrigins.questions()
    writeFileSync(settingsFile(folder), '{')
    expect(kiosk.formOrigins.questions()).toEqual(before)
    const damaged = kiosk.formOrigins.confirm(key)
    expect(damaged.ok ? '' : damaged.error.expected).toContain('JSON')
    rmSync(folder, { recursive: true })
    writeFileSync(folder, 'in the way')
    const kept = kiosk.formOrigins.confirm(key)
    expect(kept.ok ? '' : kept.error.expected).toContain('a file that can be written')
  })
})

describe('what a test of the connection asks about forms', () => {
  const settingsOf = (administered: object) => open(administered).settings()

  it('is nothing where no template group is set', () => {
    expect(formsUnderTest(settingsOf({}), () => undefined)).toBeUndefined()
  })

  it('is whether its address is confirmed; one that is not is told of, without path or query', () => {
    const packets = { defaultTemplateGroupId: 7 }
    const told: object[] = []
    const settings = settingsOf({ packets, formView: { origins: [forms] } })
    const asked = formsUnderTest(settings, (refusal) => told.push(refusal))
    expect(asked).toMatchObject({ templateGroupId: 7 })
    expect(asked?.isConfirmed(`${forms}/public/1?a=b`)).toBe(true)
    expect(told).toEqual([])
    expect(asked?.isConfirmed('https://other.example.com/public/1?a=b')).toBe(false)
    expect(told).toEqual([{ origin: 'https://other.example.com', why: 'notConfirmed' }])
  })
})
