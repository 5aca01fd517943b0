import { existsSync, readFileSync } from 'node:fs'
import { cp } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { startSandbox, type Sandbox } from '../../../sandbox/sandbox.ts'
import { onePacket } from '../../../sandbox/seeds/cases.ts'
import { openKioskPlace, type KioskStart } from '#harness/composed-foyer.ts'
import { fillableDisk } from '#harness/vault/full-disk.ts'
import { passphraseSealer } from '../vault/keys/sealers.ts'
import { openOrThrow, scratchFolder } from '#harness/vault/scratch.ts'
import { waitFor } from '#harness/wait-for.ts'

const passphrase = 'correct horse battery staple'
let sandbox: Sandbox
let template: ReturnType<typeof scratchFolder>
let place: Awaited<ReturnType<typeof openKioskPlace>>
let told: string[] = []
const inVault = (name: string) => join(place.folder, 'vault', name)

beforeAll(async () => {
  sandbox = await startSandbox()
  template = scratchFolder()
  const folder = join(template.folder, 'vault')
  ;(await openOrThrow(folder, { sealers: [passphraseSealer(passphrase)] })).close()
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
  it('serves nobody, says it once, and leaves it as it is', async () => {
    const before = bytes()
    const kiosk = await start({ given: 'another' })
    await kiosk.sees('outOfService')
    expect(await kiosk.send({ type: 'begin' })).toMatchObject({ ok: false })
    expect(kiosk.logged('kioskOutOfService')).toMatchObject([{ reason: 'vault: wrongKey' }])
    expect(told.filter((line) => line.startsWith('foyer: out of service'))).toHaveLength(1)
    expect(bytes()).toEqual(before)
    expect(await kiosk.send({ type: 'openStaff' })).toEqual({ ok: true })
    const { screen } = await kiosk.sees('staffVaultFault')
    expect(screen).toMatchObject({ fault: 'wrongKey' })
    expect(JSON.stringify(screen)).not.toContain(place.folder)
    await kiosk.send({ type: 'closeStaff' })
    await kiosk.sees('outOfService')
  })

  it('serves nobody either where it fails while the services are opened', async () => {
    const kiosk = await start({
      change: (vault) => ({
        ...vault,
        securitySettings: {
          ...vault.securitySettings,
          read() {
            throw Object.assign(new Error('disk I/O error'), { code: 'SQLITE_IOERR_READ' })
          },
        },
      }),
    })
    await kiosk.sees('outOfService')
    expect(kiosk.logged('kioskOutOfService')).toHaveLength(1)
    await kiosk.send({ type: 'openStaff' })
    await kiosk.sees('staffVaultFault')
  })

  it('serves by itself once the disk has room again, and keeps staff where they look', async () => {
    let isFull = true
    const kiosk = await start({ fault: () => (isFull ? { kind: 'full' } : undefined) })
    await kiosk.sees('outOfService')
    await kiosk.send({ type: 'openStaff' })
    expect(await kiosk.sees('staffVaultFault')).toMatchObject({ screen: { fault: 'full' } })
    isFull = false
    await kiosk.sees('welcome')
    expect(kiosk.logged('kioskOutOfService')).toMatchObject([{ reason: 'vault: full' }])
    await waitFor(() => expect(kiosk.logged('kioskBackInService')).toHaveLength(1))
    await kiosk.send({ type: 'begin' })
    await kiosk.sees('contact')
    await kiosk.stop()
  })
})

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
