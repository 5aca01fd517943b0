import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { serviceAt, settingsOfEachTest } from '#harness/settings/settings-folder.ts'
import { settingsFile } from '../../../settings/store.ts'
import type { AuditRecord } from '../../../vault/audit/audit.ts'
import {
  createFormOriginsService,
  createRefusedOriginsService,
  formsUnderTest,
} from './origins-service.ts'
import { createRefusedOrigins } from '../../../vault/store/refused-origins.ts'

describe('origins of forms', () => {
  const service = serviceAt('https://intake.example.com')
  const files = settingsOfEachTest()
  const day = 24 * 60 * 60_000
  const forms = 'https://forms.example.com'

  /** A kiosk on a real service; `administered` is what an administrator's file says besides the service. */
  function open(administered: object = {}) {
    const settings = files.open({ config: { service, ...administered } })
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
      expect(readFileSync(settingsFile(files.folder()), 'utf8')).toContain(forms)
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
      expect(kiosk.asked()).toEqual(
        ['e', 'd', 'c', 'b'].map((name) => `https://${name}.example.com`),
      )
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
      writeFileSync(settingsFile(files.folder()), '{')
      expect(kiosk.formOrigins.questions()).toEqual(before)
      const damaged = kiosk.formOrigins.confirm(key)
      expect(damaged.ok ? '' : damaged.error.expected).toContain('JSON')
      rmSync(files.folder(), { recursive: true })
      writeFileSync(files.folder(), 'in the way')
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
})

describe('origins that were refused', () => {
  const js = 'https://js.example.com'
  const files = settingsOfEachTest()

  /** A kiosk whose administrators say this besides the service, and at which a form asked for `origins` in vain. */
  function open(
    origins: readonly string[],
    {
      url = 'https://intake.example.com',
      ...said
    }: { url?: string; file?: object; policy?: object; environment?: Record<string, string> } = {},
  ) {
    const settings = files.open({
      config: { service: serviceAt(url), ...said.file },
      policy: said.policy ?? {},
      environment: said.environment ?? {},
    })
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
    expect(readFileSync(settingsFile(files.folder()), 'utf8')).toContain(js)
  })

  it.each([
    ...['http://js.example.com', 'https://router', 'https://intake.clinic.internal'],
    ...['https://192.168.1.1', 'https://203.0.113.7', 'https://127.1.2.3'],
    ...['http://127.0.0.1:631', 'https://localhost'],
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
    writeFileSync(settingsFile(files.folder()), '{')
    const kept = kiosk.allow(js)
    expect(kept.ok ? '' : kept.error.expected).toContain('JSON')
    expect(kiosk.shown()).toEqual([[js, true]])
    writeFileSync(settingsFile(files.folder()), '{}')
    expect(kiosk.allow(js).ok).toBe(true)
  })
})
