import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createKioskSettings } from '../../settings/kiosk-settings.ts'
import { loadKioskSettings } from '../../settings/loaded-settings.ts'
import { createSettingsStore } from '../../settings/store.ts'
import { settingsFile } from '../../settings/stored.ts'
import { createRefusedOrigins } from '../../vault/store/refused-origins.ts'
import { createRefusedOriginsService } from './refused-origins-service.ts'

const js = 'https://js.example.com'
let folder: string
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'foyer-refused-'))))
afterEach(() => rmSync(folder, { recursive: true }))

/** A kiosk whose administrators say this besides the service, and at which a form asked for `origins` in vain. */
function open(
  origins: readonly string[],
  {
    url = 'https://intake.example.com',
    ...said
  }: { url?: string; file?: object; policy?: object; environment?: Record<string, string> } = {},
) {
  const write = (name: string, values: object) => {
    writeFileSync(join(folder, name), JSON.stringify(values))
    return join(folder, name)
  }
  const service = {
    ...{ partnerUrl: url, partnerAuthUrl: url, developerUrl: url, developerAuthUrl: url },
    ...{ accountId: 1, locationId: 12 },
  }
  const loaded = loadKioskSettings({
    configFile: write('config.json', { service, ...said.file }),
    policyFile: write('policy.json', said.policy ?? {}),
    environment: { FOYER_DATA_DIR: folder, ...said.environment },
  })
  if (!loaded.ok) throw new Error('not loaded')
  const settings = createKioskSettings(loaded.value, createSettingsStore(folder))
  const texts = new Map<string, string>()
  const refused = createRefusedOrigins({
    read: (key) => texts.get(key),
    write: (key, value) => void texts.set(key, value),
  })
  refused.note(
    '417',
    origins.map((target) => ({ what: 'request', kind: 'script', target })),
  )
  const staff = createRefusedOriginsService(refused, settings)
  return {
    ...staff,
    remembered: () => refused.list().map(({ origin }) => origin),
    shown: () => staff.read().origins.map(({ origin, canAllow }) => [origin, canAllow]),
    listed: () => settings.current().settings.formView.allowedOrigins,
  }
}

it('an origin that staff list stands in the settings of this kiosk and leaves the list', () => {
  const kiosk = open([js, 'https://cdn.example.com:8443'])
  expect(kiosk.read()).toMatchObject({ setBy: null })
  expect(kiosk.allow(js)).toEqual({ ok: true, value: null })
  expect(kiosk.listed()).toEqual([js])
  expect(kiosk.shown()).toEqual([['https://cdn.example.com:8443', true]])
  expect(kiosk.remembered()).not.toContain(js)
  expect(kiosk.allow('https://cdn.example.com:8443').ok).toBe(true)
  expect(kiosk.listed()).toEqual([js, 'https://cdn.example.com:8443'])
  expect(readFileSync(settingsFile(folder), 'utf8')).toContain(js)
})

it.each([
  'http://js.example.com',
  'https://192.168.1.1',
  'https://203.0.113.7',
  'https://router',
  'https://intake.clinic.internal',
  'http://127.0.0.1:631',
  'https://localhost',
  'https://127.1.2.3',
])('%s is shown, and staff cannot list it', (origin) => {
  const kiosk = open([origin])
  expect(kiosk.shown()).toEqual([[origin, false]])
  expect(kiosk.allow(origin).ok).toBe(false)
  expect(kiosk.listed()).toEqual([])
})

it('in practice one of this machine can be listed', () => {
  const kiosk = open(['http://localhost:4011'], { url: 'http://127.0.0.1:4010' })
  expect(kiosk.allow('http://localhost:4011').ok).toBe(true)
  expect(kiosk.listed()).toEqual(['http://localhost:4011'])
})

it('one that no form asked for is not listed', () => {
  expect(open([js]).allow('https://elsewhere.example.com').ok).toBe(false)
})

const list = { formView: { allowedOrigins: ['https://*.cdn.example.com'] } }
it.each([
  ['file', { file: list }],
  [
    'environment',
    { environment: { FOYER_FORM_VIEW_ALLOWED_ORIGINS: '["https://*.cdn.example.com"]' } },
  ],
  ['policy', { policy: list }],
] as const)('is an administrator’s to list where they list any: %s', (setBy, said) => {
  const kiosk = open([js, 'https://eu.cdn.example.com'], said)
  expect(kiosk.read()).toMatchObject({ setBy })
  expect(kiosk.shown()).toEqual([[js, false]])
  expect(kiosk.allow(js).ok).toBe(false)
  expect(kiosk.listed()).toEqual(['https://*.cdn.example.com'])
})

it('a policy forbids it with an empty list', () => {
  const kiosk = open([js], { policy: { formView: { allowedOrigins: [] } } })
  expect(kiosk.read()).toMatchObject({ setBy: 'policy' })
  expect(kiosk.allow(js).ok).toBe(false)
})

it('one that cannot be kept stays in the list, and the answer says what was expected', () => {
  const kiosk = open([js])
  writeFileSync(settingsFile(folder), '{')
  const kept = kiosk.allow(js)
  expect(kept.ok ? '' : kept.error.expected).toContain('JSON')
  expect(kiosk.shown()).toEqual([[js, true]])
  writeFileSync(settingsFile(folder), '{}')
  expect(kiosk.allow(js).ok).toBe(true)
})
