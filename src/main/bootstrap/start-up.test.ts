import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { exitCodes, readStartupConfiguration, restartBy } from './start-up.ts'

let folder = ''
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'foyer-start-up-'))))
afterEach(() => rmSync(folder, { recursive: true }))

const secrets = {
  FOYER_PARTNER_CLIENT_ID: 'canary-1',
  FOYER_PARTNER_CLIENT_SECRET: 'canary-2',
  FOYER_DEVELOPER_CLIENT_ID: 'canary-3',
  FOYER_DEVELOPER_CLIENT_SECRET: 'canary-4',
  FOYER_VAULT_PASSPHRASE: 'canary-5',
  FOYER_WIRE_SECRETS: '{"apiKey":"canary-6"}',
  FOYER_STAFF_PIN: '493027',
}

/** What is known at a start against the service at `address`. */
function read(address: string, given: Readonly<Record<string, string>>) {
  const config = join(folder, 'config.json')
  const names = ['partnerUrl', 'partnerAuthUrl', 'developerUrl', 'developerAuthUrl']
  const urls = Object.fromEntries(names.map((name) => [name, address]))
  writeFileSync(config, JSON.stringify({ service: { ...urls, accountId: 1, locationId: 1 } }))
  const environment = { FOYER_CONFIG: config, FOYER_DATA_DIR: folder, ...given }
  return {
    environment,
    configuration: readStartupConfiguration(folder, environment, { execArgv: [], args: [] }),
  }
}

const practice = 'http://127.0.0.1:4000'
const real = 'https://intake.example'

describe('a start', () => {
  it('takes every secret out of the environment, so that no child inherits one', () => {
    const { environment, configuration } = read(real, secrets)
    expect(configuration).toMatchObject({
      ok: true,
      value: {
        credentials: {
          partner: { clientId: 'canary-1', clientSecret: 'canary-2' },
          developer: { clientId: 'canary-3', clientSecret: 'canary-4' },
        },
        wireSecrets: { apiKey: 'canary-6' },
      },
    })
    expect(Object.keys(environment)).toEqual(['FOYER_CONFIG', 'FOYER_DATA_DIR'])
    if (!configuration.ok) return
    const { passphrase, staffPin } = configuration.value
    expect([passphrase.take(), staffPin.take()]).toEqual(['canary-5', '493027'])
    // Nothing that lives on holds them.
    expect([passphrase.take(), staffPin.take()]).toEqual([undefined, undefined])
  })

  it('takes them out also where it goes no further', () => {
    const { environment, configuration } = read('no address', { ...secrets, FOYER_STAFF_PIN: '1' })
    expect(configuration.ok).toBe(false)
    expect(JSON.stringify([environment, configuration])).not.toMatch(/canary|"1"/)
  })

  it.each(['12345', '123456', '000000', '1234567890123', '49302a', ' 493027'])(
    'refuses a PIN that may not be chosen, and does not repeat it: %j',
    (pin) => {
      const { configuration } = read(practice, { ...secrets, FOYER_STAFF_PIN: pin })
      expect(configuration).toMatchObject({ ok: false })
      expect(JSON.stringify(configuration)).not.toContain(pin)
    },
  )

  it('may be driven from outside only in practice, and only when it is told so', () => {
    const isDriven = (address: string, given = {}) => {
      const { configuration } = read(address, given)
      return configuration.ok && configuration.value.driven
    }
    expect(isDriven(practice, { FOYER_DRIVER: '1' })).toBe(true)
    expect(isDriven(practice)).toBe(false)
    expect(isDriven(real, { FOYER_DRIVER: '1' })).toBe(false)
  })

  it('leaves the rest of the screen free only in practice', () => {
    const windowOf = (address: string, given = {}) => {
      const { configuration } = read(address, given)
      return configuration.ok && configuration.value.trial
    }
    expect(windowOf(practice, { FOYER_WINDOW: 'fit' })).toEqual({ size: 'fit' })
    expect(windowOf(practice)).toBeUndefined()
    expect(windowOf(real, { FOYER_WINDOW: 'fit' })).toBeUndefined()
  })
})

describe('a restart', () => {
  const relaunching = () => {
    const did: string[] = []
    return {
      did,
      leave: (code: number) => void did.push(`leave ${code}`),
      platform: { relaunch: () => void did.push('relaunch') },
    }
  }

  it('is left to the supervisor that an administrator names, by the code of the end', () => {
    const { did, leave, platform } = relaunching()
    restartBy({ FOYER_SUPERVISED: '1' }, platform, leave)?.()
    expect(did).toEqual([`leave ${exitCodes.restart}`])
    expect([exitCodes.ended, exitCodes.fault]).not.toContain(exitCodes.restart)
  })

  it.each([{}, { FOYER_SUPERVISED: '0' }, { FOYER_SUPERVISED: 'true' }])(
    'is begun by the shell, before Foyer ends as ever: %o',
    (environment) => {
      const { did, leave, platform } = relaunching()
      restartBy(environment, platform, leave)?.()
      expect(did).toEqual(['relaunch', `leave ${exitCodes.ended}`])
    },
  )

  it('is not offered where nothing would start Foyer again', () => {
    const { did, leave } = relaunching()
    expect(restartBy({}, {}, leave)).toBeUndefined()
    expect(did).toEqual([])
  })
})
