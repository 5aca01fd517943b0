import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { defaultWireProfile } from '../../contract/wire-profile.ts'
import { describeProblems } from './load.ts'
import { loadKioskSettings } from './loaded-settings.ts'

const service = {
  partnerUrl: 'https://partner.example',
  partnerAuthUrl: 'https://auth.example',
  developerUrl: 'https://developer.example',
  developerAuthUrl: 'https://auth.example',
  accountId: 1,
  locationId: 12,
}

let folder: string
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'foyer-profile-'))))
afterEach(() => rmSync(folder, { recursive: true }))

/** Reads the settings of a kiosk; the configuration file stands in a folder of its own. */
function load(
  own: object,
  { environment, policy }: { environment?: Record<string, string>; policy?: object } = {},
) {
  const place = join(folder, 'etc')
  mkdirSync(place, { recursive: true })
  writeFileSync(join(place, 'config.json'), JSON.stringify({ service: { ...service, ...own } }))
  writeFileSync(join(folder, 'policy.json'), JSON.stringify(policy ?? {}))
  return loadKioskSettings({
    configFile: join(place, 'config.json'),
    policyFile: join(folder, 'policy.json'),
    environment: { FOYER_DATA_DIR: folder, ...environment },
  })
}

function write(name: string, content: unknown) {
  mkdirSync(join(folder, 'etc'), { recursive: true })
  const path = join(folder, 'etc', name)
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}

const phoneOf = (loaded: ReturnType<typeof load>) =>
  loaded.ok ? loaded.value.wireProfile.sent.phone : describeProblems(loaded.error)

describe('the wire profile of the settings', () => {
  it('is that of the contract where none is named', () => {
    const loaded = load({})
    expect(loaded.ok && loaded.value.wireProfile).toEqual(defaultWireProfile)
  })

  it('is read from beside the configuration file', () => {
    write('wire-profile.json', { sent: { phone: 'digits' } })
    expect(phoneOf(load({ wireProfile: 'wire-profile.json' }))).toBe('digits')
  })

  it('may be named by the environment, and by policy above that', () => {
    const national = write('national.json', { sent: { phone: 'national' } })
    const digits = write('digits.json', { sent: { phone: 'digits' } })
    const environment = { FOYER_WIRE_PROFILE: national }
    expect(phoneOf(load({}, { environment }))).toBe('national')
    const long = { FOYER_SERVICE_WIRE_PROFILE: national }
    expect(phoneOf(load({}, { environment: long }))).toBe('national')
    const policy = { service: { wireProfile: digits } }
    expect(phoneOf(load({}, { environment, policy }))).toBe('digits')
  })

  it.each([
    [{ sent: { phone: 'local' } }, 'sent.phone', 'e164'],
    [{ sends: {} }, 'sends', 'no such key'],
    ['{ "sent": ', '(the whole file)', 'JSON that can be read'],
    ['[]', '(the whole file)', 'a JSON object'],
  ])(
    'stops the start when it is wrong, and names the key and the file: %j',
    (content, key, why) => {
      const path = write('wire-profile.json', content)
      const told = phoneOf(load({ wireProfile: 'wire-profile.json' }))
      expect(told).toContain(`${key} (${path})`)
      expect(told).toContain(why)
    },
  )

  it('stops the start when the file that is named is not there', () => {
    expect(phoneOf(load({ wireProfile: 'nowhere.json' }))).toContain(
      join(folder, 'etc/nowhere.json'),
    )
  })
})
