import { afterEach, beforeEach, expect, it } from 'vitest'
import { openClinic } from '../src/main/bus/pairing/clinic.ts'
import { outsideBroker } from '../src/main/bus/pairing/outside-broker.ts'
import { settingsSchema } from '../src/main/settings/schema.ts'
import { passphraseSealer } from '../src/main/vault/keys/passphrase.ts'
import { openOrThrow, scratchFolder } from '../test/harness/vault/scratch.ts'
import { busExit, runBus } from './run-bus.ts'

let scratch: ReturnType<typeof scratchFolder>
beforeEach(() => (scratch = scratchFolder()))
afterEach(() => scratch.remove())

const passphrase = 'canary correct horse'
const open = () => openOrThrow(scratch.folder, { sealers: [passphraseSealer(passphrase)] })

async function run(args: string[], answer?: string) {
  let out = ''
  let notes = ''
  const environment = { FOYER_VAULT_PASSPHRASE: passphrase, FOYER_DATA_DIR: scratch.folder }
  const code = await runBus(args, environment, {
    out: (text) => (out += text),
    note: (text) => (notes += text),
    ...(answer !== undefined && { ask: () => Promise.resolve(answer) }),
  })
  expect(out + notes).not.toContain('canary')
  return { code, out, notes }
}

it('prints what a broker must know of each station, beside a Foyer that runs', async () => {
  const vault = await open()
  expect(await run(['acl'])).toMatchObject({ code: busExit.notDone })
  const clinic = openClinic(vault.pairing, { kind: 'hub', now: () => 0 })
  const place = { host: null, port: 8883, ca: null, fingerprint: null }
  const given = clinic.admit({ kind: 'kiosk', name: 'by the\ndoor', place, by: 'hub' })
  const acl = await run(['acl'])
  expect(acl.code).toBe(busExit.done)
  expect(acl.out).toContain(
    `# kiosk: by the?door\nuser ${given.station}\ntopic write foyer/${clinic.id}/presence/kiosk/${given.station}\n`,
  )
  expect(acl.out).toContain(`user ${clinic.self.station}\n`)
  const passwords = await run(['passwords'])
  expect(passwords.out.trim().split('\n')).toEqual([
    expect.stringMatching(new RegExp(`^${clinic.self.station}:\\$7\\$101\\$[^$]+\\$[^$]+$`)),
    expect.stringMatching(new RegExp(`^${given.station}:\\$7\\$101\\$[^$]+\\$[^$]+$`)),
  ])
  for (const secret of [given.broker.password, clinic.self.secret])
    expect(acl.out + passwords.out).not.toContain(secret)
  vault.close()
})

it('keeps the password for another user name at an outside broker', async () => {
  ;(await open()).close()
  const broker = {
    ...settingsSchema.shape.bus.parse({}).broker,
    url: 'mqtts://broker.example',
    username: 'clinic-7',
  }
  const before = await open()
  expect(outsideBroker(broker, before.pairing)).toMatchObject({ ok: false })
  before.close()
  expect(await run(['keep-password'], '\n')).toMatchObject({ code: busExit.notDone })
  expect(await run(['keep-password'], 'canary password\n')).toMatchObject({ code: busExit.done })
  const vault = await open()
  expect(outsideBroker(broker, vault.pairing)).toEqual({
    ok: true,
    value: {
      ...{ host: 'broker.example', port: 8883, ca: null },
      login: { username: 'clinic-7', password: 'canary password' },
    },
  })
  expect(outsideBroker({ ...broker, url: null }, vault.pairing)).toEqual({
    ok: true,
    value: undefined,
  })
  expect(outsideBroker({ ...broker, caFile: '/nowhere.pem' }, vault.pairing)).toMatchObject({
    ok: false,
  })
  vault.close()
})

it('tells what it can do, and what was not understood', async () => {
  expect(await run(['--help'])).toMatchObject({ code: busExit.done, notes: '' })
  for (const args of [[], ['other'], ['acl', 'more'], ['--other']])
    expect(await run(args)).toMatchObject({ code: busExit.usage, out: '' })
})

it.each([
  'mqtt://broker.example',
  'https://broker.example',
  'mqtts://a:b@broker.example',
  'mqtts://broker.example/x',
  'mqtts://',
])('takes no address of a broker that is not TLS, or holds more than one: %s', (url) => {
  expect(settingsSchema.shape.bus.safeParse({ broker: { url } }).success).toBe(false)
})
