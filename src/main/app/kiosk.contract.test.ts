import { randomUUID } from 'node:crypto'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { sandboxSecret } from '../../../sandbox/http/wire.ts'
import { onePacket } from '../../../sandbox/seeds/cases.ts'
import { openKioskPlace } from '#harness/composed-foyer.ts'
import { openCollector } from '#harness/vault/collector.ts'
import { capturedIntake } from '#harness/offline/sample-intakes.ts'
import { targetIn } from '#harness/vault/forward.ts'
import { openOrThrow } from '#harness/vault/scratch.ts'
import { waitFor } from '#harness/wait-for.ts'
import manifest from '../../../package.json' with { type: 'json' }
import { wireProfile } from '../../contract/wire-profile.ts'
import { createCaptureStore } from '../kiosk/offline/capture/capture-store.ts'
import { readUpdateState, writeUpdateState } from '../updates/state.ts'

const { version } = manifest

describe('the audit of a kiosk', () => {
  it('holds no use of credentials where there is none, however often it is looked', async () => {
    const { environment, start } = await openKioskPlace()
    for (const name of Object.keys(environment)) if (/_CLIENT_/.test(name)) delete environment[name]
    const kiosk = await start({ settings: { FOYER_SERVICE_RECHECK_MS: '1000' } })
    await kiosk.sees('outOfService')
    await waitFor(() => expect(kiosk.logged('callFailed').length).toBeGreaterThan(1))
    expect(kiosk.entries('credentialUsed', 'call')).toEqual([])
  })

  it('is forwarded, and its chain noted down at start and end', async () => {
    const { folder, start } = await openKioskPlace()
    const collector = await openCollector()
    const { port, caFile } = targetIn(folder, collector)
    const file = join(folder, 'anchors.jsonl')
    const kiosk = await start({
      settings: {
        FOYER_AUDIT_ANCHOR_FILE: file,
        FOYER_AUDIT_FORWARD_HOST: 'localhost',
        FOYER_AUDIT_FORWARD_PORT: String(port),
        FOYER_AUDIT_FORWARD_CA_FILE: caFile ?? '',
      },
    })
    await waitFor(() => expect(kiosk.entries('call')).not.toEqual([]))
    await kiosk.stop()
    const kinds = collector.received
      .filter(({ header }) => header.endsWith(' ENTRY'))
      .map(({ text }) => (JSON.parse(text) as { readonly kind: string }).kind)
    expect(kinds).toContain('credentialKept')
    const order = ['started', 'credentialUsed', 'call'].map((kind) => kinds.indexOf(kind))
    expect(order).toEqual(order.filter((at) => at >= 0).toSorted((a, b) => a - b))
    expect(anchorsIn(file)).toEqual(['started', 'stopped'])
  })
})

const anchorsIn = (file: string) =>
  readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { readonly why: string }).why)

describe('the vault of a kiosk', () => {
  it('is forgotten from the staff panel with all that staff set, and the next start is a first one', async () => {
    const { environment, folder, pin, start } = await openKioskPlace()
    const anchors = join(folder, 'anchors.jsonl')
    const kiosk = await start({ settings: { FOYER_AUDIT_ANCHOR_FILE: anchors } })
    await kiosk.enterPanel()
    await kiosk.send({ type: 'openStaffPage', page: 'settings' })
    await kiosk.send({ type: 'changeSetting', key: 'idle.afterMs', value: '60' })
    expect(existsSync(join(folder, 'vault', 'settings.json'))).toBe(true)
    await kiosk.send({ type: 'openStaffPage', page: 'machine' })
    await kiosk.send({ type: 'forgetKiosk', pin })
    await waitFor(() => expect(kiosk.left).toEqual(['ended']))
    await kiosk.stop()
    expect(readdirSync(join(folder, 'vault'))).toEqual(['vault.lock'])
    expect(kiosk.logged('bug')).toEqual([])
    expect(kiosk.logged('kioskOutOfService')).toEqual([])
    expect(kiosk.logged('app').at(-1)?.['message']).toBe('everything on this kiosk is forgotten')
    expect(anchorsIn(anchors)).toEqual(['started', 'forgotten'])

    for (const name of Object.keys(environment))
      if (/_PIN$|_CLIENT_/.test(name)) delete environment[name]
    expect((await (await start()).sees('staffChoosePin')).screen).toMatchObject({ isFirst: true })
  })

  it('takes a pair of the environment once: what staff changed since stays', async () => {
    const { folder, sandbox, start } = await openKioskPlace()
    const changed = { clientId: 'by staff', clientSecret: 'by staff' }
    const startAndEnd = async (settings: NodeJS.ProcessEnv = {}) => {
      const kiosk = await start({ settings })
      await kiosk.stop()
      // The service may refuse a pair before the stop; that has no reason of the vault.
      expect(kiosk.logged('kioskOutOfService').filter((event) => 'reason' in event)).toEqual([])
      return openOrThrow(join(folder, 'vault'))
    }
    const first = await startAndEnd()
    expect(first.credentials.read('partner')).toEqual(sandbox.credentials.partner)
    first.credentials.keep({ partner: changed })
    first.credentials.remove('developer')
    first.close()

    const second = await startAndEnd()
    expect(second.credentials.read('partner')).toEqual(changed)
    expect(second.credentials.read('developer')).toBeUndefined()
    second.close()

    const third = await startAndEnd({ FOYER_PARTNER_CLIENT_SECRET: 'the next' })
    expect(third.credentials.read('partner')?.clientSecret).toBe('the next')
    third.close()
  })
})

describe('a stop of Foyer', () => {
  /** Starts a kiosk and records its audit in order; `windows closed` marks the shell's closing of them. */
  async function start(closeWindows: () => void = () => undefined) {
    const order: string[] = []
    let isVaultOpen = true
    const kiosk = await (
      await openKioskPlace()
    ).start({
      change: (vault) => ({
        ...vault,
        audit: {
          ...vault.audit,
          append(kind, fields) {
            order.push([kind, fields?.['reason']].filter(Boolean).join(' '))
            vault.audit.append(kind, fields)
          },
        },
        close() {
          isVaultOpen = false
          vault.close()
        },
      }),
      onClose() {
        closeWindows()
        order.push('windows closed')
      },
    })
    await kiosk.sees('welcome')
    const since = order.length
    const written = () =>
      order.slice(since).filter((entry) => !/^(call|credentialUsed)/.test(entry))
    async function begin() {
      await kiosk.send({ type: 'begin' })
      await kiosk.sees('contact')
    }
    return { kiosk, begin, written, isVaultOpen: () => isVaultOpen }
  }

  it('in a visit tells of its end, and of the wipe once the windows are gone', async () => {
    const { kiosk, begin, written } = await start()
    await begin()
    await kiosk.stop()
    expect(written()).toEqual(['visitStarted', 'visitEnded stopped', 'windows closed', 'wiped'])
    expect(kiosk.logged('visitEnded')).toMatchObject([{ reason: 'stopped' }])
    expect(kiosk.logged('bug')).toEqual([])
  })

  it('beneath the PIN pad ends the visit that it covers', async () => {
    const { kiosk, begin, written } = await start()
    await begin()
    await kiosk.send({ type: 'openStaff' })
    await kiosk.sees('staffEnterPin')
    await kiosk.stop()
    expect(written()).toEqual(expect.arrayContaining(['visitEnded stopped', 'wiped']))
  })

  it('closes the vault also where the windows cannot be closed, and tells of no wipe', async () => {
    const { kiosk, begin, written, isVaultOpen } = await start(() => {
      throw new Error('no wipe')
    })
    await begin()
    await expect(kiosk.stop()).rejects.toThrow('no wipe')
    expect(written()).not.toContain('wiped')
    expect(isVaultOpen()).toBe(false)
  })

  it('after a visit tells of its wipe once', async () => {
    const { kiosk, begin, written } = await start()
    await begin()
    await kiosk.send({ type: 'startOver' })
    await kiosk.send({ type: 'confirmStartOver' })
    await waitFor(() => expect(written()).toContain('wiped'))
    await kiosk.stop()
    expect(written().filter((entry) => entry === 'wiped')).toHaveLength(1)
    expect(written().filter((entry) => /^visitEnded/.test(entry))).toEqual([
      'visitEnded startedOver',
    ])
  })
})

describe('a kiosk whose settings name a wire profile', () => {
  const file = join(import.meta.dirname, '../../../test/wire-profiles/gateway.json')
  const named = { FOYER_SERVICE_WIRE_PROFILE: file }
  const openProfiled = () =>
    openKioskPlace({ profile: wireProfile.parse(JSON.parse(readFileSync(file, 'utf8'))) })

  it('serves a patient by it, with the secret from the vault', async () => {
    const { start } = await openProfiled()
    const secrets = { FOYER_WIRE_SECRETS: JSON.stringify({ apiKey: sandboxSecret('apiKey') }) }
    const first = await start({ settings: { ...named, ...secrets } })
    await first.sees('welcome')
    await first.stop()

    // The secret is given once.
    const kiosk = await start({ settings: named })
    await kiosk.sees('welcome')
    await kiosk.proves(onePacket.phone)
    await kiosk.sees('dateOfBirth')
    expect(kiosk.logged('app').map(({ message }) => message)).not.toContain('wireSecretMissing')
  })

  it('is out of service without the secret that it names, and the log names the secret', async () => {
    const kiosk = await (await openProfiled()).start({ settings: named })
    await kiosk.sees('outOfService')
    const missing = { message: 'wireSecretMissing', detail: 'apiKey' }
    expect(kiosk.logged('app')).toContainEqual(expect.objectContaining(missing))
  })
})

it('shows the clinic by what it knows where the service is gone, and forgets that when it is switched off', async () => {
  const { sandbox, start } = await openKioskPlace()
  const names = ['clinic', 'forms 7011', 'appointments']
  const enabled = (is: boolean) => ({ settings: { FOYER_OFFLINE_ENABLED: String(is) } })
  type Kiosk = Awaited<ReturnType<typeof start>>
  const known = ({ vault }: Kiosk) =>
    names.filter((name) => vault()?.knowledge.read(name) !== undefined)
  const first = await start(enabled(true))
  await waitFor(() => expect(known(first)).toEqual(names))
  const { clinic } = await first.sees('welcome')
  expect(clinic.name).not.toBe('')
  await first.stop()
  sandbox.control.switchNetwork('down', true)
  const second = await start(enabled(true))
  expect((await second.sees('welcome')).clinic).toEqual(clinic)
  expect(known(second)).toEqual(names)
  await second.stop()
  sandbox.control.switchNetwork('down', false)
  const third = await start(enabled(false))
  await third.sees('welcome')
  expect(known(third)).toEqual([])
})

it('destroys what a stopped kiosk left unfinished, or half discarded, of intakes without the network', async () => {
  const { start } = await openKioskPlace()
  const [id, discarded] = [randomUUID(), randomUUID()]
  const empty = { helpNumber: '', dateOfBirth: '', finishedAt: '', failures: 0 }
  const nobody = { attention: null, choice: null }
  const row = { id: discarded, seq: 1, ...empty, ...nobody, state: { step: 'discarded' } }
  const kiosk = await start({
    settings: { FOYER_OFFLINE_ENABLED: 'true' },
    change(vault) {
      createCaptureStore(vault.captures, () => 500).begin(capturedIntake(id))
      expect(vault.captures.ids('unfinished')).toEqual([id])
      vault.outbox.write({ id: discarded, seq: 1, row: JSON.stringify(row) })
      return vault
    },
  })
  await kiosk.sees('welcome')
  expect(kiosk.vault()?.captures.ids('unfinished')).toEqual([])
  expect(kiosk.vault()?.outbox.all()).toEqual([])
})

it.each([
  ['is kept once it serves and knows the service', undefined, { current: version, trial: '' }],
  [
    'is not kept where its vault does not open',
    () => ({ kind: 'newerSchema', found: 2, known: 1 }) as const,
    { current: '', trial: version },
  ],
] as const)('a version on trial %s', async (_, fault, state) => {
  const { folder, start } = await openKioskPlace()
  const versions = join(folder, 'versions')
  writeUpdateState(versions, { ...readUpdateState(versions, '0.0.1'), trial: version })
  const starting = start({ settings: { FOYER_VERSIONS_DIR: versions }, ...(fault && { fault }) })
  // It ends by itself: the version before opens its vault, perhaps.
  if (fault) await expect(starting).rejects.toThrow(fault().kind)
  else await (await starting).sees('welcome')
  await waitFor(() => expect(readUpdateState(versions, version)).toMatchObject(state))
})
