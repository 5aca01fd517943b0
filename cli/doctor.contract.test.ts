import { generateKeyPairSync } from 'node:crypto'
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { fakeTerminal, serviceAt, useRunningSandbox } from '#harness/cli/commands.ts'
import { createAuthority } from '#harness/service/self-signed.ts'
import { startServer } from '#harness/service/test-service.ts'
import { startProxy } from '#harness/service/tunnel-proxy.ts'
import { testFolder } from '#harness/test-folder.ts'
import { readBeside, vaultOfEachTest } from '#harness/vault/test-vault.ts'
import { passphraseSealer } from '../src/main/vault/keys/sealers.ts'
import { openDatabase } from '../src/main/vault/store/database.ts'
import { readUpdateState, writeUpdateState } from '../src/main/updates/state.ts'
import { filesIn } from '../src/main/vault/store/files.ts'
import { checkScreen } from './doctor/check-machine.ts'
import type { Finding } from './doctor/read-station.ts'
import { doctor, doctorExit } from './run-doctor.ts'

const { sandbox } = await useRunningSandbox()
const scratch = vaultOfEachTest()
const passphrase = 'canary correct horse'
const sealers = [passphraseSealer(passphrase)]

/** Examines the station of the test's folder, which is a hub: no screen belongs to it. */
async function examine(service: object, changes: NodeJS.ProcessEnv = {}) {
  const { accountId, locationIds } = sandbox
  const config = join(testFolder(), 'foyer.config.json')
  const settings = {
    station: 'hub',
    service: { accountId, locationId: locationIds[0], ...service },
  }
  writeFileSync(config, JSON.stringify(settings), { mode: 0o600 })
  const environment = {
    FOYER_CONFIG: config,
    FOYER_DATA_DIR: scratch.folder,
    FOYER_VAULT_PASSPHRASE: passphrase,
    ...changes,
  }
  const { terminal, written } = fakeTerminal({ environment })
  const code = await doctor.run(['--json'], terminal)
  expect(written.out + written.note).not.toContain('canary')
  const { findings } = JSON.parse(written.out) as { readonly findings: readonly Finding[] }
  const of = (name: string) => findings.filter((each) => each.name === name)
  return { code, of, toDo: findings.filter(({ state }) => state === 'toDo') }
}

async function keepCredentials(credentials: Partial<typeof sandbox.credentials> = {}) {
  const vault = await scratch.open({ sealers })
  vault.credentials.keep({ ...sandbox.credentials, ...credentials })
  vault.audit.append('wiped')
  vault.close()
}

it('finds nothing to do where all is in order, beside a Foyer that runs', async () => {
  const vault = await scratch.open({ sealers })
  vault.credentials.keep(sandbox.credentials)
  const { code, of, toDo } = await examine(serviceAt(sandbox.apiUrl))
  expect({ code, toDo }).toEqual({ code: doctorExit.good, toDo: [] })
  for (const name of ['settings', 'folder', 'disk', 'vault', 'audit', 'network', 'clock'])
    expect(of(name), name).toMatchObject([{ state: 'good' }])
  expect(of('credentials').map(({ state }) => state)).toEqual(['good', 'good', 'good', 'good'])
})

it('says which version runs, when the feed was read, and what waits or failed', async () => {
  await keepCredentials()
  const { publicKey } = generateKeyPairSync('ed25519')
  const feed = {
    FOYER_UPDATES_FEED_URL: 'https://updates.example/',
    FOYER_UPDATES_FEED_KEY: publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
  }
  const found = async () => (await examine(serviceAt(sandbox.apiUrl), feed)).of('updates')
  expect(await found()).toMatchObject([
    { state: 'note', text: 'Foyer (as installed); the feed was read never yet.' },
  ])
  const state = { current: '0.2.0', ready: '0.4.0', checked: '2026-03-01T01:00:00.000Z' }
  const first = readUpdateState(scratch.at('versions'), '0.1.0')
  writeUpdateState(scratch.at('versions'), { ...first, ...state, blocked: ['0.3.0'] })
  const text =
    'Foyer 0.2.0; the feed was read 2026-03-01T01:00:00.000Z; 0.4.0 waits; failed here: 0.3.0.'
  expect(await found()).toMatchObject([{ state: 'note', text }])
})

it('says which credentials the service refuses, and what to do', async () => {
  const refused = { ...sandbox.credentials.partner, clientSecret: 'canary of no use' }
  await keepCredentials({ partner: refused })
  const { code, toDo } = await examine(serviceAt(sandbox.apiUrl))
  expect(code).toBe(doctorExit.toDo)
  expect(toDo).toMatchObject([
    {
      name: 'credentials',
      toDo: expect.stringContaining('Check the client ID and the secret') as unknown,
    },
  ])
})

it('sees a wrong clock and certificates that end, over the proxy that a visit takes', async () => {
  const authority = await createAuthority()
  const tls = await authority.issue('service.example')
  const { port, close } = await startServer(
    (_, response) => {
      response.setHeader('date', new Date(Date.now() - 600_000).toUTCString())
      response.writeHead(404).end()
    },
    { tls, address: '127.0.0.1' },
  )
  onTestFinished(close)
  const proxy = await startProxy(port, 'user:canary')
  const caFile = join(testFolder(), 'ca.pem')
  writeFileSync(caFile, authority.cert)
  const service = { caFile, proxy: `http://${proxy.address}` }
  const { code, of } = await examine(serviceAt(`https://service.example:${port}`, service), {
    FOYER_PROXY_CREDENTIALS: 'user:canary',
  })
  expect(code).toBe(doctorExit.toDo)
  expect(of('clock')).toMatchObject([
    { state: 'toDo', text: expect.stringMatching(/(599|600|601) s ahead/) as unknown },
  ])
  expect(of('certificates')).toMatchObject([
    {
      state: 'toDo',
      text: expect.stringContaining(`service.caFile: ${caFile} ends on`) as unknown,
    },
    { state: 'toDo', text: expect.stringContaining('https://service.example') as unknown },
  ])
})

it.each([
  ['http://127.0.0.1:9', {}, 'network', 'Check the network and the addresses'],
  ['https://nowhere.invalid', {}, 'dns', 'the name server of this network'],
  ['http://127.0.0.1:9', { caFile: '/nowhere.pem' }, 'certificates', 'Put the PEM file there'],
])('says what to do where the service cannot be had: %s %j', async (url, more, name, what) => {
  const { code, of } = await examine(serviceAt(url, more))
  expect(code).toBe(doctorExit.toDo)
  expect(of(name)[0]).toMatchObject({
    state: 'toDo',
    toDo: expect.stringContaining(what) as unknown,
  })
  expect(of('credentials')).toEqual([])
})

it('finds a vault that does not open, an audit that was changed, and what others may write', async () => {
  await keepCredentials()
  const service = serviceAt(sandbox.apiUrl)
  const locked = await examine(service, { FOYER_VAULT_PASSPHRASE: 'another canary' })
  expect(locked.of('vault')).toMatchObject([
    { state: 'toDo', toDo: expect.stringContaining('does not fit this vault') as unknown },
  ])
  const { keys, connection } = await readBeside(scratch.folder, sealers)
  connection.close()
  const opened = openDatabase(filesIn(scratch.folder).database, keys.database)
  if (!opened.ok) throw new Error(opened.error.kind)
  opened.value.exec(`DROP TRIGGER audit_is_not_changed; UPDATE audit SET kind = 'call'`)
  opened.value.close()
  chmodSync(scratch.folder, 0o777)
  const { toDo } = await examine(service)
  expect(toDo.map(({ name }) => name)).toEqual(['folder', 'audit'])
})

it('tells of the screen and the touch screen of a machine', () => {
  const root = testFolder()
  const found = () => checkScreen(root).map(({ name, state }) => [name, state])
  expect(found()).toEqual([
    ['screen', 'note'],
    ['touch', 'note'],
  ])
  const screen = join(root, 'sys', 'class', 'drm', 'card0-HDMI-A-1')
  mkdirSync(screen, { recursive: true })
  writeFileSync(join(screen, 'status'), 'disconnected\n')
  expect(found()[0]).toEqual(['screen', 'toDo'])
  writeFileSync(join(screen, 'status'), 'connected\n')
  writeFileSync(join(screen, 'modes'), '1080x1920\n800x600\n')
  mkdirSync(join(root, 'proc', 'bus', 'input'), { recursive: true })
  const device = (name: string, prop: number) =>
    `I: Bus=0003\nN: Name="${name}"\nB: PROP=${prop}\nB: EV=b\n\n`
  const devices = device('A keyboard', 0) + device('A touch pad', 1) + device('A touch screen', 2)
  writeFileSync(join(root, 'proc', 'bus', 'input', 'devices'), devices)
  expect(checkScreen(root)).toEqual([
    { name: 'screen', state: 'good', text: 'A screen is connected: 1080x1920.' },
    { name: 'touch', state: 'good', text: 'A touch screen is there: A touch screen.' },
  ])
})

it('names secret headers of the wire profile that nobody gave', async () => {
  await keepCredentials()
  const profile = join(testFolder(), 'profile.json')
  writeFileSync(profile, JSON.stringify({ headers: [{ name: 'x-key', secret: 'apiKey' }] }))
  const { of } = await examine(serviceAt(sandbox.apiUrl, { wireProfile: profile }))
  expect(of('credentials')).toMatchObject([
    { state: 'toDo', text: 'Secrets of the wire profile are missing: apiKey.' },
  ])
})
