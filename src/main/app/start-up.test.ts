import { chmodSync, chownSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from 'vitest'
import { restartBy } from './run-station.ts'
import { exitCodes, readStartupConfiguration } from './start-up.ts'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import type { Readable, Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { handOverVariable, secretVariables, takeSecrets } from './secrets.ts'
import { wireProfile } from '../../contract/wire-profile.ts'
import { openOrThrow } from '#harness/vault/scratch.ts'
import { openTestVault } from '#harness/vault/test-vault.ts'
import { serviceAt } from '#harness/settings/settings-folder.ts'
import { testFolder } from '#harness/test-folder.ts'
import {
  keepWireSecrets,
  missingWireSecrets,
  wireSecretsIn,
  wireSecretsOf,
} from './given-secrets.ts'
import { findTrustProblem, findUnsafeLaunchOptions } from './launch-checks.ts'

let folder = ''
beforeEach(() => (folder = testFolder()))

const secrets = {
  FOYER_PARTNER_CLIENT_ID: 'canary-1',
  FOYER_PARTNER_CLIENT_SECRET: 'canary-2',
  FOYER_DEVELOPER_CLIENT_ID: 'canary-3',
  FOYER_DEVELOPER_CLIENT_SECRET: 'canary-4',
  FOYER_VAULT_PASSPHRASE: 'canary-5',
  FOYER_WIRE_SECRETS: '{"apiKey":"canary-6"}',
  FOYER_STAFF_PIN: '493027',
}

/** Reads the start-up values against the service at `address`. */
function read(address: string, given: Readonly<Record<string, string>>) {
  const config = join(folder, 'config.json')
  writeFileSync(config, JSON.stringify({ service: serviceAt(address) }))
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

  const pins = ['12345', '123456', '000000', '1234567890123', '49302a', ' 493027']
  it.each(pins)('refuses a PIN that may not be chosen, and does not repeat it: %j', (pin) => {
    const { configuration } = read(practice, { ...secrets, FOYER_STAFF_PIN: pin })
    expect(configuration).toMatchObject({ ok: false })
    expect(JSON.stringify(configuration)).not.toContain(pin)
  })

  it('may be driven from outside, and leave the rest of the screen free, only in practice', () => {
    const asked = { FOYER_DRIVER: '1', FOYER_WINDOW: 'fit' }
    const free = (address: string, given = {}) => {
      const { configuration } = read(address, given)
      if (!configuration.ok) throw new Error(configuration.error)
      const { driven, trial } = configuration.value
      return { driven, trial }
    }
    const shut = { driven: false, trial: undefined }
    expect(free(practice, asked)).toEqual({ driven: true, trial: { size: 'fit' } })
    expect([free(practice), free(real, asked)]).toEqual([shut, shut])
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

  const byShell = ['relaunch', `leave ${exitCodes.ended}`]
  it.each([
    [{ FOYER_SUPERVISED: '1' }, [`leave ${exitCodes.restart}`]],
    [{}, byShell],
    [{ FOYER_SUPERVISED: '0' }, byShell],
    [{ FOYER_SUPERVISED: 'true' }, byShell],
  ])('is begun by the shell, but where an administrator names a supervisor: %o', (named, does) => {
    const { did, leave, platform } = relaunching()
    restartBy(named, platform, leave)?.()
    expect(did).toEqual(does)
    expect([exitCodes.ended, exitCodes.fault]).not.toContain(exitCodes.restart)
  })

  it('is not offered where nothing would start Foyer again', () => {
    const { did, leave } = relaunching()
    expect(restartBy({}, {}, leave)).toBeUndefined()
    expect(did).toEqual([])
  })
})

/** Takes the secrets, and shows that none of them is left whatever came of it. */
function take(environment: NodeJS.ProcessEnv) {
  const taken = takeSecrets(environment)
  expect(environment).toEqual({})
  return taken
}

function fileOf(content: string, mode = 0o600) {
  const path = join(folder, 'secret')
  writeFileSync(path, content)
  chmodSync(path, mode)
  return path
}

/** Takes the secrets in a process that has this environment and a pipe of its parent; tells with them what it sees then. */
async function takenInChild(env: NodeJS.ProcessEnv, seen: string, handedOver?: object) {
  const module = JSON.stringify(new URL('secrets.ts', import.meta.url).href)
  const script = `import { spawnSync } from 'node:child_process'
    import { fstatSync } from 'node:fs'
    import { takeSecrets } from ${module}
    const isOpen = (fd) => { try { return fstatSync(fd) !== undefined } catch { return false } }
    const taken = takeSecrets(process.env)
    console.log(JSON.stringify({ ...taken, ...${seen} }))`
  const args = ['--input-type=module', '--eval', script]
  const pipe = handedOver ? 'pipe' : 'ignore'
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit', pipe], env })
  ;(child.stdio[3] as Writable | null)?.end(JSON.stringify(handedOver))
  const [told] = await Promise.all([text(child.stdout as Readable), once(child, 'exit')])
  return JSON.parse(told) as unknown
}

describe('a secret of a start', () => {
  it.each(secretVariables)('comes from %s, or from the file that is named there', (name) => {
    const file = fileOf('correct horse \n')
    expect(take({})).toEqual({ ok: true, value: {} })
    expect(take({ [name]: '' })).toEqual({ ok: true, value: {} })
    expect(take({ [name]: 'given' })).toEqual({ ok: true, value: { [name]: 'given' } })
    const fromFile = { ok: true, value: { [name]: 'correct horse ' } }
    expect(take({ [`${name}_FILE`]: file })).toEqual(fromFile)
    const both = { [name]: 'given', [`${name}_FILE`]: file }
    expect(take(both)).toEqual({ ok: true, value: { [name]: 'given' } })
  })

  it.each(['HTTPS_PROXY', 'https_proxy'])(
    'comes out of %s, which names the proxy alone to each process that is started then',
    async (name) => {
      const env = {
        [name]: 'http://kiosk:can%40ary%@proxy.example:3128',
        ALL_PROXY: 'socks5://canary@proxy.example:1080',
        HTTP_PROXY: 'http://another.example:3128',
      }
      const left = `JSON.parse(spawnSync(process.execPath, ['-p', 'JSON.stringify(process.env)']).stdout)`
      expect(await takenInChild(env, `{ left: ${left} }`)).toMatchObject({
        ok: true,
        value: { FOYER_PROXY_CREDENTIALS: 'kiosk:can@ary%' },
        left: {
          [name]: expect.stringMatching(/^http:\/\/proxy\.example:3128\/?$/) as unknown,
          ALL_PROXY: 'socks5://proxy.example:1080',
          HTTP_PROXY: 'http://another.example:3128',
        },
      })
    },
  )

  it('is told by its variable alone when a proxy is no address', () => {
    for (const HTTPS_PROXY of ['://canary', 'kiosk:canary@proxy.example:3128'])
      expect(take({ HTTPS_PROXY })).toEqual({
        ok: false,
        error: 'HTTPS_PROXY: an address such as http://proxy.example:3128',
      })
    expect(take({ http_proxy: 'kiosk:canary@proxy.example' })).toMatchObject({ ok: false })
    const ofOthers = { HTTP_PROXY: 'proxy.example:3128', ALL_PROXY: '' }
    expect(takeSecrets({ ...ofOthers, HTTPS_PROXY: '' })).toEqual({ ok: true, value: {} })
  })

  it('that is given by itself goes before that of HTTPS_PROXY', () => {
    const environment = { HTTPS_PROXY: 'http://kiosk:canary@p', FOYER_PROXY_CREDENTIALS: 'a:b' }
    const taken = takeSecrets(environment)
    expect(taken).toEqual({ ok: true, value: { FOYER_PROXY_CREDENTIALS: 'a:b' } })
    expect(environment).toEqual({ HTTPS_PROXY: 'http://p/' })
  })

  it('comes from a pipe of the parent, of which nothing is left open', async () => {
    const given = { FOYER_STAFF_PIN: 'handed over', FOYER_VAULT_PASSPHRASE: 'x'.repeat(3_000) }
    const env = { [handOverVariable]: '3', FOYER_STAFF_PIN: 'in the environment' }
    const seen = `{ isOpen: isOpen(3), left: process.env.${handOverVariable} }`
    expect(await takenInChild(env, seen, given)).toEqual({ ok: true, value: given, isOpen: false })
  })
})

describe('a file of a secret', () => {
  const error = (file: string) => {
    const taken = take({ FOYER_STAFF_PIN_FILE: file, FOYER_VAULT_PASSPHRASE: 'taken out too' })
    return taken.ok ? '' : taken.error
  }

  it('is refused when it gives none, by name and without what it holds', () => {
    expect(error(join(folder, 'missing'))).toBe(
      'FOYER_STAFF_PIN_FILE: the file cannot be read (ENOENT)',
    )
    expect(error(folder)).toContain('it is not a file')
    expect(error(fileOf('\n'))).toBe('FOYER_STAFF_PIN_FILE: the file is empty')
    expect(error(fileOf('x'.repeat(5_000)))).toContain('longer than 4096 bytes')
  })

  it.runIf(process.getuid).each([0o604, 0o644, 0o622, 0o602, 0o777])(
    'is refused when others may read or change it: mode %o',
    (mode) => {
      const told = error(fileOf('canary', mode))
      expect(told).toMatch(/^FOYER_STAFF_PIN_FILE: others may read or write the file \(mode \d+\)/)
      expect(told).not.toContain('canary')
    },
  )

  it.runIf(process.getuid).each([0o400, 0o440, 0o600, 0o640])(
    'is taken when its user, and a group at most, may read it: mode %o',
    (mode) => {
      expect(take({ FOYER_STAFF_PIN_FILE: fileOf('canary', mode) })).toMatchObject({ ok: true })
    },
  )

  it.runIf(process.getuid?.() === 0)('is refused when it is another user’s', () => {
    const file = fileOf('canary')
    chownSync(file, 4_711, 4_711)
    expect(error(file)).toBe('FOYER_STAFF_PIN_FILE: the file belongs to another user')
  })
})

describe('the secrets of a wire profile', () => {
  it('come as JSON of names and texts', () => {
    const FOYER_WIRE_SECRETS = '{"apiKey":"canary one","tenant":"2"}'
    const value = { apiKey: 'canary one', tenant: '2' }
    expect(wireSecretsOf({ FOYER_WIRE_SECRETS })).toEqual({ ok: true, value })
    expect(wireSecretsOf({})).toEqual({ ok: true, value: {} })
  })

  it('have those of the network beside them, under names that no profile can send', () => {
    const ofNetwork = { FOYER_CLIENT_KEY: 'canary', FOYER_PROXY_CREDENTIALS: 'kiosk:canary' }
    const read = wireSecretsOf({ FOYER_WIRE_SECRETS: '{"apiKey":"1"}', ...ofNetwork })
    const value = { apiKey: '1', 'client.key': 'canary', 'proxy.credentials': 'kiosk:canary' }
    expect(read).toEqual({ ok: true, value })
    const wrong = wireSecretsOf({ FOYER_PROXY_CREDENTIALS: 'canary' })
    expect(wrong).toMatchObject({ ok: false })
    expect(JSON.stringify(wrong)).not.toContain('canary')
    const headers = [{ name: 'x-api-key', secret: 'client.key' }]
    expect(wireProfile.safeParse({ headers }).success).toBe(false)
  })

  it.each(['canary', '"canary"', '{"a b":"canary"}', '{"apiKey":"canary\\n"}', '{"apiKey":7}'])(
    'are refused in another form, without a value in the error: %s',
    (FOYER_WIRE_SECRETS) => {
      const read = wireSecretsOf({ FOYER_WIRE_SECRETS })
      expect(read).toMatchObject({
        ok: false,
        error: expect.stringMatching(/^FOYER_WIRE_SECRETS/) as unknown,
      })
      expect(JSON.stringify(read)).not.toContain('canary')
    },
  )

  it('rest in the vault over a restart, and the audit tells by name which came', async () => {
    const at = testFolder()
    const first = await openOrThrow(at)
    keepWireSecrets(first, { apiKey: 'canary-1' })
    keepWireSecrets(first, { apiKey: 'canary-1' })
    first.close()

    const vault = await openTestVault(at)
    expect(wireSecretsIn(vault)('apiKey')).toBe('canary-1')
    keepWireSecrets(vault, { apiKey: 'canary-2' })
    expect(wireSecretsIn(vault)('apiKey')).toBe('canary-2')
    const entries = vault.audit.recent(['credentialKept'], { since: 0, limit: 9 })
    expect(entries.map(({ fields }) => fields)).toEqual([
      { interface: 'wire', secret: 'apiKey' },
      { interface: 'wire', secret: 'apiKey' },
    ])
  })

  it('are told of by name where a profile needs one that is not kept', () => {
    const profile = wireProfile.parse({
      headers: [
        { name: 'x-api-key', secret: 'apiKey' },
        { name: 'x-other', secret: 'other' },
        { name: 'x-source', value: 'kiosk' },
      ],
    })
    const secrets = (name: string) => (name === 'apiKey' ? 'canary' : undefined)
    expect(missingWireSecrets(profile, secrets)).toEqual(['other'])
  })
})

const found = (start: Partial<Parameters<typeof findUnsafeLaunchOptions>[0]>) =>
  findUnsafeLaunchOptions({ execArgv: [], args: [], environment: {}, ...start })

describe('a start that would let others look in', () => {
  it.each([
    ['--inspect'],
    ['--inspect-brk=0.0.0.0:9229'],
    ['--require=./spy.cjs'],
    ['-r'],
    ['--import'],
    ['--heapsnapshot-signal=SIGUSR2'],
    ['--tls-keylog=keys.txt'],
    ['--report_on_signal'],
    ['--expose-gc'],
  ])('is known by %s of Node, on the command line and in NODE_OPTIONS', (option) => {
    const [name] = option.split('=')
    expect(found({ execArgv: [option] })).toEqual([name])
    expect(found({ environment: { NODE_OPTIONS: `--no-warnings ${option} ./x` } })).toEqual([
      `NODE_OPTIONS ${name}`,
    ])
  })

  it.each([
    ...['--remote-debugging-port=9222', '-remote-debugging-pipe', '--no-sandbox'],
    ...['--ignore-certificate-errors', '--proxy-server=http://a.example'],
    ...['--js-flags=--expose-gc', '--log-net-log=net.json'],
  ])('is known by %s of Chromium', (option) => {
    expect(found({ args: ['.', option] })).toEqual([option.split('=')[0]])
  })

  const variables = `
    ELECTRON_RUN_AS_NODE NODE_DEBUG DEBUG SSLKEYLOGFILE NODE_TLS_REJECT_UNAUTHORIZED LD_PRELOAD
    NODE_COMPILE_CACHE OPENSSL_CONF CHROMIUM_FLAGS LD_LIBRARY_PATH LD_AUDIT DYLD_LIBRARY_PATH
    NODE_PATH GTK_MODULES GTK_PATH GIO_EXTRA_MODULES GCONV_PATH BASH_ENV ENV
    ELECTRON_ENABLE_LOGGING ELECTRON_EXTRA_LAUNCH_ARGS PLAYWRIGHT_CHROMIUM_USE_HEADLESS_NEW
    VK_ICD_FILENAMES LIBGL_DRIVERS_PATH
  `
  it.each(variables.trim().split(/\s+/))('is known by %s, named without its value', (name) => {
    expect(found({ environment: { [name]: 'canary' } })).toEqual([name])
    expect(found({ environment: { [name]: '' } })).toEqual([])
  })

  it('is not one that only fits Foyer to its machine', () => {
    expect(
      found({
        execArgv: ['--max_old_space_size=512', '--disable-sigusr1'],
        args: ['/opt/foyer/app', '--user-data-dir=/var/foyer', '--ozone-platform=wayland'],
        environment: {
          NODE_OPTIONS: '"--max-old-space-size=512"',
          DISPLAY: ':0',
          ELECTRON_OZONE_PLATFORM_HINT: 'auto',
          NODE_EXTRA_CA_CERTS: '/etc/ca.pem',
        },
      }),
    ).toEqual([])
  })
})

function program(name: string, mode = 0o755) {
  const path = join(folder, name)
  writeFileSync(path, '')
  chmodSync(path, mode)
  return path
}

describe('a program that Foyer runs', () => {
  it('is named by a whole path, and is there', () => {
    expect(findTrustProblem('chromium')).toBe('it is not an absolute path')
    expect(findTrustProblem(folder)).toBe('it is not a file')
    expect(findTrustProblem(join(folder, 'missing'))).toBe('it cannot be read (ENOENT)')
  })

  it.runIf(process.getuid)('is what root put there', () => {
    expect(findTrustProblem('/bin/sh')).toBeUndefined()
  })

  it.runIf(process.getuid?.() === 0)('is no file that another user could change or replace', () => {
    expect(findTrustProblem(program('good'))).toBeUndefined()
    expect(findTrustProblem(program('writable', 0o777))).toContain('others may write to')
    const others = program('others')
    chownSync(others, 4_711, 4_711)
    expect(findTrustProblem(others)).toContain("others is not root's")
    symlinkSync(others, join(folder, 'link'))
    expect(findTrustProblem(join(folder, 'link'))).toContain("others is not root's")
    mkdirSync(join(folder, 'open'))
    const within = program('open/program')
    expect(findTrustProblem(within)).toBeUndefined()
    chmodSync(join(folder, 'open'), 0o777)
    expect(findTrustProblem(within)).toContain('others may write to')
  })
})
