import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { describe, expect, it } from 'vitest'
import { serviceAt, settingsOfEachTest } from '#harness/settings/settings-folder.ts'
import { mapOk } from '../../shared/result.ts'
import { describeProblems, loadKioskSettings, policyPath } from './load.ts'
import { isPractice } from './schema.ts'

const service = serviceAt('https://intake.example')
const files = settingsOfEachTest()

describe('settings', () => {
  const load = (settings: Parameters<typeof files.load>[0]) =>
    mapOk(files.load(settings), ({ snapshot }) => snapshot)

  const told = (loaded: ReturnType<typeof load>) =>
    loaded.ok ? '' : describeProblems(loaded.error)

  it('fills in every default once the service is named', () => {
    const loaded = load({ config: { service } })
    expect(loaded.ok && loaded.value.settings).toMatchObject({
      identity: { channels: 'either', phoneRegion: 'US', noMatch: 'staff' },
      idle: { warningMs: 30_000 },
      languages: ['en', 'es'],
    })
  })

  it('lets each origin overrule the weaker ones, and tells which one did', () => {
    const loaded = load({
      stored: { languages: ['es'], identity: { channels: 'sms' } },
      config: { service, kiosk: { name: 'file' }, identity: { channels: 'email' } },
      environment: { FOYER_KIOSK_NAME: 'environment' },
      policy: { kiosk: { name: 'policy' } },
    })
    if (!loaded.ok) throw new Error(describeProblems(loaded.error))
    const { settings, originOf } = loaded.value
    expect(settings.kiosk.name).toBe('policy')
    expect(settings.identity.channels).toBe('email')
    expect(settings.languages).toEqual(['es'])
    expect(['kiosk.name', 'identity.channels', 'languages', 'idle.afterMs'].map(originOf)).toEqual([
      'policy',
      'file',
      'kiosk',
      'default',
    ])
  })

  it('names a wrong key, where it stands and what was expected, and all of them at once', () => {
    const loaded = load({
      config: { service, idel: { afterMs: 1 }, idle: { afterMs: 'soon' } },
      environment: { FOYER_IDLE_WARNING_MS: '5000' },
    })
    const text = told(loaded)
    expect(text).toContain(`idel (${files.at('foyer.config.json')}): no such key`)
    expect(text).toMatch(/idle\.afterMs \(.*foyer\.config\.json\): .*number/)
    expect(text).toMatch(/idle\.warningMs \(the environment\): .*30000/)
  })

  it.each(
    `service.partnerUrl data.dir audit.keepDays formView.camera offline.pdfFolder
    desk.exportFolder`.split(/\s+/),
  )('takes %s from administrators alone, wherever else it stands', (key) => {
    const [area = '', name = ''] = key.split('.')
    const text = told(load({ config: { service }, stored: { [area]: { [name]: 'x' } } }))
    expect(text).toContain(`${key} (${files.at('settings.json')}): nothing`)
  })

  it('reads where forms may stand into one form, and names an entry that is none', () => {
    const origins = (...listed: string[]) =>
      load({ config: { service, formView: { origins: listed } } })
    const read = origins('https://Forms.Example.com:443/', 'https://*.intake.example.org')
    expect(read.ok && read.value.settings.formView.origins).toEqual([
      'https://forms.example.com',
      'https://*.intake.example.org',
    ])
    const file = files.at('foyer.config.json')
    const text = told(origins('https://a.example.com', 'http://b.example.com', 'https://*.co.uk'))
    expect(text).toContain(`formView.origins.1 (${file}): an https origin such as`)
    expect(text).toContain(`formView.origins.2 (${file}): an https origin such as`)
    expect(text).toContain('everybody can have a name below co.uk')
    expect(text).not.toContain('origins.0')
  })

  const entries = [
    ...['js.stripe.com', '', 'http://js.stripe.com', 'ftp://js.stripe.com', '//js.stripe.com'],
  ]
  it.each(entries)('names what is no address, and ends with no error of its own: %j', (entry) => {
    const listed = { formView: { allowedOrigins: ['https://a.example', entry] } }
    const text = told(load({ config: { service: { ...service, partnerUrl: entry }, ...listed } }))
    const file = files.at('foyer.config.json')
    expect(text.split('\n').sort()).toEqual([
      `  formView.allowedOrigins.1 (${file}): ${JSON.stringify(entry)} is none: an https origin such as https://forms.example.com, or https://*.example.com for every name below it`,
      `  service.partnerUrl (${file}): an https address such as https://service.example (http only on this machine)`,
    ])
  })

  const wrongProxies = ['proxy.example:3128', 'socks5://proxy.example', 'http://kiosk:canary@p', '']
  const open = 'http://collector.example:4318'
  it.each<
    readonly [key: string, taken: readonly unknown[], refused: readonly unknown[], why: string]
  >([
    ['identity.phoneRegion', ['GB'], ['UK', 'XX', 'us', 'USA', '+1'], ''],
    ['identity.phoneCountries', [['GG', 'JE']], [['UK'], ['US', 'XX'], ['us']], ''],
    ['service.partnerUrl', ['http://127.0.0.1:1'], ['http://partner.example'], 'an https address'],
    ['offline.pdfFolder', ['/media/intakes/foyer'], ['intakes', ''], 'an absolute folder'],
    ['desk.exportFolder', ['/media/exports'], ['exports'], 'an absolute folder'],
    [
      'service.proxy',
      ['http://proxy.example:3128', 'https://proxy.example/', 'http://p:80'],
      [...wrongProxies, 'http://proxy.example/?canary', 'http://canary@p'],
      'an address such as',
    ],
    [
      'telemetry.url',
      [null, 'https://collector.example:4318/otlp', 'http://127.0.0.1:4318'],
      [
        open,
        'https://a:canary@c.example',
        'https://c.example/?key=canary',
        'https://c.example#canary',
      ],
      'an https address',
    ],
  ])(
    'takes for %s what it is for, and names what is none without a secret in it',
    (key, taken, refused, why) => {
      const [area = '', name = ''] = key.split('.')
      const at = (value: unknown) =>
        load({
          config: { service, [area]: { ...(area === 'service' && service), [name]: value } },
        })
      for (const value of taken) {
        const loaded = at(value)
        const { [area]: read } = (loaded.ok ? loaded.value.settings : {}) as Record<string, object>
        expect(read).toMatchObject({ [name]: value })
      }
      for (const value of refused) {
        expect(told(at(value))).toMatch(
          new RegExp(`${key}(\\.\\d)? \\(.*foyer\\.config\\.json\\): .*${why}`),
        )
        expect(told(at(value))).not.toContain('canary')
      }
    },
  )

  it('reads lists, numbers and text from the environment', () => {
    const loaded = load({
      config: { service },
      environment: {
        FOYER_LANGUAGES: '["es","en"]',
        FOYER_SERVICE_LOCATION_ID: '14',
        FOYER_IDENTITY_NO_MATCH: 'publicLink',
      },
    })
    expect(loaded.ok && loaded.value.settings).toMatchObject({
      languages: ['es', 'en'],
      service: { locationId: 14 },
      identity: { noMatch: 'publicLink' },
    })
  })

  it('keeps managed policy where only an administrator writes', () => {
    expect(policyPath('linux', {})).toBe('/etc/foyer/policy.json')
    expect(policyPath('win32', { ProgramData: 'D:\\Data' })).toContain('policy.json')
  })
})

describe('the wire profile of the settings', () => {
  function write(name: string, content: unknown) {
    mkdirSync(dirname(files.at(name)), { recursive: true })
    return files.write(name, content)
  }

  /** Reads the settings of a kiosk; the configuration file stands in a folder of its own. */
  const load = (
    own: object,
    { environment, policy = {} }: { environment?: Record<string, string>; policy?: object } = {},
  ) =>
    loadKioskSettings({
      configFile: write('etc/config.json', { service: { ...service, ...own } }),
      policyFile: write('policy.json', policy),
      environment: { FOYER_DATA_DIR: files.folder(), ...environment },
    })

  const phoneOf = (loaded: ReturnType<typeof load>) =>
    loaded.ok ? loaded.value.wireProfile.sent.phone : describeProblems(loaded.error)

  it('is read from beside the configuration file', () => {
    write('etc/wire-profile.json', { sent: { phone: 'digits' } })
    expect(phoneOf(load({ wireProfile: 'wire-profile.json' }))).toBe('digits')
  })

  it('may be named by the environment, and by policy above that', () => {
    const national = write('etc/national.json', { sent: { phone: 'national' } })
    const digits = write('etc/digits.json', { sent: { phone: 'digits' } })
    const environment = { FOYER_SERVICE_WIRE_PROFILE: national }
    expect(phoneOf(load({}, { environment }))).toBe('national')
    const policy = { service: { wireProfile: digits } }
    expect(phoneOf(load({}, { environment, policy }))).toBe('digits')
  })

  it.each([
    [{ sent: { phone: 'local' } }, 'sent.phone', 'e164'],
    [{ sends: {} }, 'sends', 'no such key'],
    ['{ "sent": ', '(the whole file)', 'JSON that can be read'],
    ['[]', '(the whole file)', 'a JSON object'],
  ])('stops the start when it is wrong, naming the key and the file: %j', (content, key, why) => {
    const path = write('etc/wire-profile.json', content)
    const told = phoneOf(load({ wireProfile: 'wire-profile.json' }))
    expect(told).toContain(`${key} (${path})`)
    expect(told).toContain(why)
  })

  it('stops the start when the file that is named is not there', () => {
    expect(phoneOf(load({ wireProfile: 'nowhere.json' }))).toContain(files.at('etc/nowhere.json'))
  })
})

it('takes a service for a sandbox only when all of it is on this machine', () => {
  const here = serviceAt('http://127.0.0.1:4000')
  const service = { ...here, developerAuthUrl: 'http://localhost:1' } as Parameters<
    typeof isPractice
  >[0]['service']
  expect(isPractice({ service })).toBe(true)
  for (const name of ['partnerUrl', 'partnerAuthUrl', 'developerUrl', 'developerAuthUrl'] as const)
    expect(isPractice({ service: { ...service, [name]: 'https://a.example' } })).toBe(false)
})
