import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  it,
  onTestFinished,
  vi,
} from 'vitest'
import { startSandbox, type Sandbox } from '../../../sandbox/sandbox.ts'
import { onePacket } from '../../../sandbox/seeds/cases.ts'
import { openKioskPlace, type KioskStart } from '../../../test/harness/composed-foyer.ts'
import { fillableDisk } from '../../../test/harness/vault/full-disk.ts'
import { connect } from '../vault/store/database.ts'
import { passphraseSealer } from '../vault/keys/sealers.ts'
import { openOrThrow, scratchFolder } from '../../../test/harness/vault/scratch.ts'
import { readVault } from '../vault/keys/unlock.ts'

const passphrase = 'correct horse battery staple'
let sandbox: Sandbox
let template: ReturnType<typeof scratchFolder>
let place: Awaited<ReturnType<typeof openKioskPlace>>
let told: string[] = []
/** Only root mounts, and not in every container. */
const canMount =
  process.platform === 'linux' && spawnSync('unshare', ['--mount', 'true']).status === 0
const inVault = (name: string) => join(place.folder, 'vault', name)
const openIn = (folder: string) => openOrThrow(folder, { sealers: [passphraseSealer(passphrase)] })

beforeAll(async () => {
  sandbox = await startSandbox()
  template = scratchFolder()
  const vault = await openIn(join(template.folder, 'vault'))
  vault.close()
})
beforeEach(async () => {
  place = await openKioskPlace({}, sandbox)
  await cp(template.folder, place.folder, { recursive: true })
  told = []
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => told.push(String(text)) > 0)
})
afterEach(() => vi.restoreAllMocks())
afterAll(async () => {
  template.remove()
  await sandbox.close()
})

const start = ({ given = passphrase, ...options }: KioskStart & { readonly given?: string } = {}) =>
  place.start({ ...options, settings: { FOYER_VAULT_PASSPHRASE: given }, byPassphrase: true })

const bytes = () =>
  ['vault.db', 'vault.key'].map((name) =>
    existsSync(inVault(name)) ? readFileSync(inVault(name)).toString('latin1') : undefined,
  )

describe('a kiosk whose vault cannot be opened', () => {
  interface Fault {
    readonly what: string
    readonly kind: string
    readonly damage?: () => unknown
    readonly given?: string
  }
  const servesNobody = async (fault: Fault) => {
    const { kind, damage, given = passphrase } = fault
    await damage?.()
    const before = bytes()
    const kiosk = await start({ given })
    await kiosk.sees('outOfService')
    expect(await kiosk.send({ type: 'begin' })).toMatchObject({ ok: false })
    expect(kiosk.logged('kioskOutOfService')).toMatchObject([{ reason: `vault: ${kind}` }])
    expect(told.filter((line) => line.startsWith('foyer: out of service'))).toHaveLength(1)
    expect(bytes()).toEqual(before)
    expect(await kiosk.send({ type: 'openStaff' })).toEqual({ ok: true })
    const { screen } = await kiosk.sees('staffVaultFault')
    expect(screen).toMatchObject({ fault: kind })
    expect(JSON.stringify(screen)).not.toContain(place.folder)
    await kiosk.send({ type: 'closeStaff' })
    await kiosk.sees('outOfService')
  }
  const named = 'serves nobody with $what, says it once, and leaves it as it is'
  it.each<Fault>([
    { what: 'a wrong passphrase', kind: 'wrongKey', given: 'another' },
    { what: 'a folder that cannot be written', kind: 'readOnly', damage: takePlaceOfLock },
    { what: 'an audit that was cut', kind: 'auditBroken', damage: cutAudit },
  ])(named, servesNobody)
  it.each<Fault>([
    { what: 'a missing key', kind: 'keyMissing', damage: () => rmSync(inVault('vault.key')) },
    { what: 'a flipped byte', kind: 'corrupt', damage: flipByte },
    { what: 'another Foyer', kind: 'inUse', damage: beginAnother },
    { what: 'a vault of a later Foyer', kind: 'newerSchema', damage: raiseSchema },
    ...(canMount ? [{ what: 'a full disk', kind: 'full', damage: mountFullDisk }] : []),
  ])(named, { tags: 'full' }, servesNobody)

  it('names to staff where the key is that this start does not ask', async () => {
    const kiosk = await start({ given: '' })
    await kiosk.sees('outOfService')
    await kiosk.send({ type: 'openStaff' })
    const { screen } = await kiosk.sees('staffVaultFault')
    expect(screen).toMatchObject({ fault: 'passphraseNeeded' })
  })
})

function flipByte() {
  const damaged = readFileSync(inVault('vault.db'))
  damaged[4096 * 2 + 100] = (damaged[4096 * 2 + 100] ?? 0) ^ 1
  writeFileSync(inVault('vault.db'), damaged)
}

function takePlaceOfLock() {
  rmSync(inVault('vault.lock'))
  mkdirSync(inVault('vault.lock'))
}

async function beginAnother() {
  const other = await openIn(inVault(''))
  onTestFinished(() => other.close())
}

async function tamper(sql: string) {
  const vault = await readVault(inVault(''), [passphraseSealer(passphrase)])
  if (!vault.ok) throw new Error(vault.error.kind)
  vault.value.connection.close()
  const raw = connect(inVault('vault.db'), vault.value.keys.database)
  raw.exec(`DROP TRIGGER audit_is_not_shortened; ${sql}`)
  raw.close()
}

const raiseSchema = () => tamper('PRAGMA user_version = 99')
const cutAudit = () => tamper('DELETE FROM audit')

/** A disk of one page, which a file fills: nothing else can be written there. */
function mountFullDisk() {
  const folder = inVault('')
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=4k,mode=700', 'tmpfs', folder])
  expect(status).toBe(0)
  onTestFinished(() => void spawnSync('umount', [folder]))
  writeFileSync(inVault('full'), Buffer.alloc(4096))
}

describe('a kiosk whose vault fails in the middle of a visit', () => {
  it('goes out of service, once, and does nothing that it could not keep', async () => {
    const warned = vi.spyOn(console, 'warn')
    const kiosk = await start()
    await kiosk.sees('welcome')
    await kiosk.send({ type: 'begin' })
    await kiosk.sees('contact')
    kiosk.vault()?.close()
    await kiosk.send({ type: 'submitContact', value: onePacket.phone })
    await kiosk.sees('outOfService')
    expect(sandbox.control.inbox()).toEqual([])
    expect(kiosk.logged('kioskOutOfService')).toHaveLength(1)
    expect(await kiosk.send({ type: 'begin' })).toMatchObject({ ok: false })
    // XState warns of a machine that is started where it does not expect one.
    expect(warned).not.toHaveBeenCalled()
  })

  it('hands out no answer of the service that a full disk kept out of the audit', async () => {
    const disk = fillableDisk('call')
    const kiosk = await start(disk)
    await kiosk.sees('welcome')
    await kiosk.send({ type: 'begin' })
    await kiosk.sees('contact')
    disk.fill()
    await kiosk.send({ type: 'submitContact', value: onePacket.phone })
    await kiosk.sees('outOfService')
    expect(sandbox.control.inbox()).toEqual([])
    expect(kiosk.logged('kioskOutOfService')).toMatchObject([{ reason: 'vault: full' }])
    await kiosk.send({ type: 'openStaff' })
    expect(await kiosk.sees('staffVaultFault')).toMatchObject({ screen: { fault: 'full' } })
  })
})
